import type { FurtherFee } from '@lotbook/contract'
import { Button } from '../../ui/Button.tsx'
import { Money } from '../../ui/Values.tsx'
import { Leg } from './Leg.tsx'

export interface FurtherFeesProps {
  readonly fees: readonly FurtherFee[]
  readonly currency: string
  readonly onOpen: (id: string) => void
}

/** Every fee beside the first: its coin, how much, what it is worth, and the way to the transaction that spends it. */
export function FurtherFees({ fees, currency, onOpen }: FurtherFeesProps) {
  return (
    <ul aria-label="Further fees" className="grid gap-1">
      {fees.map(({ id, fee, value }) => (
        <li key={id} className="flex flex-wrap items-baseline justify-between gap-x-3">
          <span className="min-w-0 wrap-anywhere">
            <FeeWithValue fee={fee} value={value} currency={currency} />
          </span>
          <Button size="small" look="quiet" onClick={() => onOpen(id)}>
            Open<span className="sr-only"> this fee</span>
          </Button>
        </li>
      ))}
    </ul>
  )
}

export interface FeeWithValueProps extends Pick<FurtherFee, 'fee' | 'value'> {
  readonly currency: string
}

/** A fee and, where that is not what it says itself, what it is worth. */
export function FeeWithValue({ fee, value, currency }: FeeWithValueProps) {
  return (
    <>
      <Leg leg={fee} />
      {fee.asset !== currency && (
        <span className="text-table text-ink-2">
          {' · '}
          {value === null ? 'no price' : <Money amount={value} currency={currency} />}
        </span>
      )}
    </>
  )
}
