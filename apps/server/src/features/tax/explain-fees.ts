import type { Explanation } from '@lotbook/contract'
import { furtherFeesOf, paidForBy } from '../../journal/transactions/further-fees-of.ts'
import { handleOf, type ExplainContext } from './explain-context.ts'

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
export async function furtherFeeRows(context: ExplainContext, transactionId: string): Promise<Row[]> {
  const { tx, userId, currency } = context
  const fees = await furtherFeesOf(tx, userId, transactionId, currency)
  return fees.map(({ id, fee, value }) => ({
    handle: handleOf(context, 'transaction', id),
    title: 'Further fee',
    detail: 'a transaction of its own, which spends it',
    day: null,
    quantity: fee.amount,
    asset: fee.symbol,
    asset_id: fee.asset,
    value,
  }))
}

/** The transaction that a further fee was paid for; nothing for any other transaction. */
export async function paidForRows(context: ExplainContext, transactionId: string): Promise<Row[]> {
  const { tx, userId } = context
  const paid = await paidForBy(tx, userId, transactionId)
  if (paid === null) return []
  return [
    {
      handle: handleOf(context, 'transaction', paid.id),
      title: `Paid for: ${paid.label}`,
      detail: 'it counts there like the first fee',
      day: null,
      quantity: null,
      asset: null,
      asset_id: null,
      value: null,
    },
  ]
}
