import type { ReviewItem } from '@lotbook/contract'
import { headline } from '../../app/headline.ts'
import { Button } from '../../ui/Button.tsx'
import { Figure } from '../../ui/Figure.tsx'
import { DateTime, Gain } from '../../ui/Values.tsx'

export interface AboutTransactionProps {
  readonly transaction: NonNullable<ReviewItem['transaction']>
  readonly currency: string
  readonly onOpen: (id: string) => void
}

/** The transaction that an item is about, with the way to it and to its figures. */
export function AboutTransaction({ transaction, currency, onOpen }: AboutTransactionProps) {
  return (
    <div className="rounded-card border border-line p-3">
      <p className="font-medium">{headline(transaction)}</p>
      <p className="wrap-anywhere text-table text-ink-2">
        <DateTime instant={transaction.at} zone /> · {transaction.account_name}
      </p>
      <div className="mt-2 flex flex-wrap items-center justify-between gap-2">
        {transaction.gain === null ? (
          <span className="text-table text-ink-2">No gain is calculated.</span>
        ) : (
          <span className="text-table">
            Gain{' '}
            <Figure label="Gain" handle={`transaction:${transaction.id}`}>
              <Gain amount={transaction.gain} currency={currency} />
            </Figure>
          </span>
        )}
        <Button size="small" onClick={() => onOpen(transaction.id)}>
          Open transaction
        </Button>
      </div>
    </div>
  )
}
