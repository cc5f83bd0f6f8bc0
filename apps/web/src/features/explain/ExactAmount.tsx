import { formatMoney } from '../../ui/format/format-money.ts'
import { formatQuantity } from '../../ui/format/format-quantity.ts'

export interface ExactAmountProps {
  /** Null where nothing tells the price. */
  readonly amount: string | null
  readonly unit: string
  readonly isMoney: boolean
  /** With every digit it has, so that terms can be added up by hand; else money in cents. */
  readonly isExact: boolean
}

/** An amount of a term or row; the title of one in cents has all digits. */
export function ExactAmount({ amount, unit, isMoney, isExact }: ExactAmountProps) {
  if (amount === null) return <span className="text-right text-ink-3">No price</span>
  return (
    <span title={isExact ? undefined : amount} className="max-w-[60%] shrink-0 text-right break-all">
      {isMoney
        ? formatMoney(amount, { currency: unit, exact: isExact })
        : formatQuantity(amount, { ticker: unit })}
    </span>
  )
}
