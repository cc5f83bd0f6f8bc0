import type { ReviewItem } from '@lotbook/contract'

/** Whether what lacks a price is a fee in a third coin, of which the value of the transaction says nothing. */
export function isOfFee({
  code,
  detail,
  transaction,
}: Pick<ReviewItem, 'code' | 'detail' | 'transaction'>): boolean {
  if (code !== 'missing_price' || transaction === null) return false
  const { from, to, fee } = transaction
  return fee !== null && fee.asset === detail && ![from?.asset, to?.asset].includes(detail)
}
