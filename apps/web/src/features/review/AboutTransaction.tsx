import type { ReviewItem, TransactionOrigin } from '@lotbook/contract'
import { headline } from '../transactions/headline.ts'
import { AccountName } from '../../ui/AccountName.tsx'
import { Button } from '../../ui/Button.tsx'
import { Figure } from '../../ui/Figure.tsx'
import { DateTime, Gain } from '../../ui/Values.tsx'

export interface AboutTransactionProps {
  readonly transaction: NonNullable<ReviewItem['transaction']>
  /** Origins of the transaction, if they tell it from another. */
  readonly toldBy?: readonly TransactionOrigin[] | undefined
  readonly currency: string
  readonly onOpen: (id: string) => void
}

/** The transaction that an item is about, with the way to it and to its figures. */
export function AboutTransaction({ transaction, toldBy, currency, onOpen }: AboutTransactionProps) {
  return (
    <div className="rounded-card border border-line p-3">
      <p className="font-medium">{headline(transaction)}</p>
      <p className="wrap-anywhere text-table text-ink-2">
        <DateTime instant={transaction.at} zone /> · <AccountName name={transaction.account_name} />
      </p>
      {toldBy !== undefined && <ToldBy rows={toldBy} />}
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

function ToldBy({ rows }: { rows: readonly TransactionOrigin[] }) {
  if (rows.length === 0) return <p className="mt-2 text-table text-ink-2">Entered by hand.</p>
  return (
    <ul aria-label="Where it came from" className="mt-2 grid gap-1 text-table">
      {rows.map(({ file_name, line, account_name, imported_at }) => (
        <li key={`${file_name ?? ''} ${line?.toString() ?? ''} ${imported_at}`} className="wrap-anywhere">
          {file_name ?? 'Connected account'}
          {line !== null && ` · line ${line.toString()}`}
          <span className="block text-ink-2">
            <AccountName name={account_name} /> · imported <DateTime instant={imported_at} zone />
          </span>
        </li>
      ))}
    </ul>
  )
}
