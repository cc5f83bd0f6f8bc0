import type { Explanation } from '@lotbook/contract'
import { typeLabel } from '@lotbook/journal'
import { sql } from '../../platform/sql.ts'
import { plain } from '../transactions/transaction-rows.ts'
import type { ExplainContext } from './explain-context.ts'

type Row = Explanation['rows'][number]

/** The first engine that counts further fees for what they were paid for, as numbers. */
const COUNTS_SINCE = [1, 9]

/** Whether the calculation counts what something cost beside its own fee; those before did not know what it was paid for. */
export function countsFurtherFees({ calculation }: Pick<ExplainContext, 'calculation'>): boolean {
  const [major = 0, minor = 0] = calculation.engine_version.split('.').map(Number)
  const [sinceMajor = 0, sinceMinor = 0] = COUNTS_SINCE
  return major > sinceMajor || (major === sinceMajor && minor >= sinceMinor)
}

/** The further fees of a transaction: each is one of its own, which spends it. */
export async function furtherFeeRows(
  { tx, userId, currency }: ExplainContext,
  transactionId: string,
): Promise<Row[]> {
  const fees = await tx.all<{
    id: string
    amount: string
    asset: string
    symbol: string
    value: string | null
  }>(sql`
    select f.id, f.from_amount::text as amount, f.from_asset as asset, coalesce(s.symbol, f.from_asset) as symbol, v.value::text
    from transactions p
    join transactions f on f.user_id = p.user_id and f.fee_of = p.fingerprint
    left join assets s on s.id = f.from_asset
    left join valuations v on v.user_id = f.user_id and v.transaction_id = f.id and v.side = 'from'
    where p.user_id = ${userId} and p.id = ${transactionId} and f.deleted_at is null and not f.is_ignored
      and f.type = 'outgoing' and f.sub_type = 'fee' and f.from_asset is not null
    order by f.fingerprint`)
  return fees.map(({ id, amount, asset, symbol, value }) => ({
    handle: `transaction:${id}`,
    title: 'Further fee',
    detail: 'a transaction of its own, which spends it',
    day: null,
    quantity: plain(amount),
    asset: symbol,
    value: asset === currency ? plain(amount) : value === null ? null : plain(value),
  }))
}

/** Of a further fee, what it was paid for; nothing of any other transaction. */
export async function paidForRows({ tx, userId }: ExplainContext, transactionId: string): Promise<Row[]> {
  const paid = await tx.all<{ id: string; type: string; sub_type: string | null }>(sql`
    select p.id, p.type, p.sub_type from transactions f
    join transactions p on p.user_id = f.user_id and p.fingerprint = f.fee_of
    where f.user_id = ${userId} and f.id = ${transactionId} and f.type = 'outgoing' and f.sub_type = 'fee'
      and p.deleted_at is null and not p.is_ignored`)
  return paid.map(({ id, type, sub_type }) => ({
    handle: `transaction:${id}`,
    title: `Paid for: ${typeLabel(type as 'buy', sub_type)}`,
    detail: 'it counts there like the first fee',
    day: null,
    quantity: null,
    asset: null,
    value: null,
  }))
}
