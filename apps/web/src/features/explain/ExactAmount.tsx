import { formatMoney } from '../../ui/format/format-money.ts'
import { formatQuantity } from '../../ui/format/format-quantity.ts'

export interface ExactAmountProps {
  /** Null where nothing tells the price. */
  readonly amount: string | null
  readonly unit: string
  readonly isMoney: boolean
}

/** An amount with every digit it has, so that terms can be added up by hand. */
export function ExactAmount({ amount, unit, isMoney }: ExactAmountProps) {
  if (amount === null) return <span className="text-right text-ink-3">No price</span>
  return (
    <span className="max-w-[60%] shrink-0 text-right break-all">
      {isMoney
        ? formatMoney(amount, { currency: unit, exact: true })
        : formatQuantity(amount, { ticker: unit })}
    </span>
  )
}
