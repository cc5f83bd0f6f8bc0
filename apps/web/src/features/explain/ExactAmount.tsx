import { formatMoney } from '../../ui/format/format-money.ts'
import { formatQuantity } from '../../ui/format/format-quantity.ts'

export interface ExactAmountProps {
  readonly amount: string
  readonly unit: string
  readonly isMoney: boolean
}

/** An amount with every digit it has, so that terms can be added up by hand. */
export function ExactAmount({ amount, unit, isMoney }: ExactAmountProps) {
  return (
    <span className="max-w-[60%] shrink-0 text-right break-all">
      {isMoney
        ? formatMoney(amount, { currency: unit, exact: true })
        : formatQuantity(amount, { ticker: unit })}
    </span>
  )
}
