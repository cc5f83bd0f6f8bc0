import { isZero } from '@lotbook/money'
import { readAmount } from '../../ui/format/amount.ts'
import { Money } from '../../ui/Values.tsx'

/** What coins cost. A zero stands for a cost that nobody knows, and says so. */
export function Cost({ amount, currency }: { readonly amount: string; readonly currency: string }) {
  return (
    <>
      <Money amount={amount} currency={currency} />
      {isZero(readAmount(amount)) && <span className="text-warn"> assumed</span>}
    </>
  )
}

/** What no calculation has worked out. */
export const UNKNOWN = <span className="font-normal text-ink-2">Unknown</span>

/** The price of an asset that nobody knows. */
export function NoPrice() {
  return (
    <span className="border-b border-dashed border-line-strong whitespace-nowrap text-ink-2">No price</span>
  )
}
