import type { FurtherFee, TransactionDetail } from '@lotbook/contract'
import { typeLabel, type TransactionType } from '@lotbook/journal'
import type { Tx } from '../../platform/database.ts'
import { sql } from '../../platform/sql.ts'
import { plain } from './transaction-rows.ts'

/** Fees of a transaction beside its own: transactions by themselves that count for it (R-FEE-4), as they are now. */
export async function furtherFeesOf(
  tx: Tx,
  userId: string,
  transactionId: string,
  currency: string,
): Promise<FurtherFee[]> {
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
    id,
    fee: { asset, symbol, amount: plain(amount) },
    value: asset === currency ? plain(amount) : value === null ? null : plain(value),
  }))
}

/** The transaction that a further fee was paid for, while both count; null for any other transaction. */
export async function paidForBy(
  tx: Tx,
  userId: string,
  transactionId: string,
): Promise<TransactionDetail['paid_for']> {
  const paid = await tx.maybe<{ id: string; type: TransactionType; sub_type: string | null }>(sql`
    select p.id, p.type, p.sub_type from transactions f
    join transactions p on p.user_id = f.user_id and p.fingerprint = f.fee_of
    where f.user_id = ${userId} and f.id = ${transactionId} and f.type = 'outgoing' and f.sub_type = 'fee'
      and p.deleted_at is null and not p.is_ignored`)
  return paid === undefined ? null : { id: paid.id, label: typeLabel(paid.type, paid.sub_type) }
}
