import type { ReviewItem } from '@lotbook/contract'
import { isZero } from '@lotbook/money'
import { findingWords } from '../transactions/finding-words.ts'
import { headline } from '../transactions/headline.ts'
import { AccountName } from '../../ui/AccountName.tsx'
import { Checkbox } from '../../ui/Checkbox.tsx'
import { daysWords } from '../prices/price-words.ts'
import { readAmount } from '../../ui/format/amount.ts'
import { formatCount } from '../../ui/format/shorten.ts'
import { StatusBadge } from '../../ui/StatusBadge.tsx'
import type { Column } from '../../ui/table-columns.ts'
import { DateTime, Day, Money } from '../../ui/Values.tsx'
import { isHigh } from './importance.ts'

export interface ReviewColumnOptions {
  readonly currency: string
  readonly isChosen: (id: string) => boolean
  readonly onToggle: (id: string) => void
}

/** The columns of the queue. */
export function reviewColumns(options: ReviewColumnOptions): Column<ReviewItem>[] {
  const { currency, isChosen, onToggle } = options
  return [
    {
      id: 'choose',
      head: 'Choose',
      hideHead: true,
      track: '3.5rem',
      cell: (item) => (
        // A click on the box chooses; it does not open the row.
        // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions
        <span onClick={(event) => event.stopPropagation()}>
          <Checkbox
            hideLabel
            tabIndex={-1}
            label={`Choose ${titleOf(item)}`}
            checked={isChosen(item.id)}
            onChange={() => onToggle(item.id)}
          />
        </span>
      ),
    },
    {
      id: 'problem',
      head: 'Problem',
      track: 'minmax(11rem, 1fr)',
      isRowHead: true,
      cell: (item) => <Mark item={item} />,
    },
    {
      id: 'what',
      head: 'Transaction',
      // Wide enough for an amount with its ticker on both sides.
      track: 'minmax(17rem, 1.6fr)',
      // Beside an amount that is missing it can be longer; a ticker is never cut.
      wraps: true,
      cell: (item) => whatOf(item),
    },
    {
      id: 'at',
      head: 'Date (UTC)',
      track: '12rem',
      drops: 2,
      cell: ({ transaction, together }) =>
        together !== null ? (
          daysWords(together.from, together.to)
        ) : transaction === null ? (
          '—'
        ) : (
          <DateTime instant={transaction.at} />
        ),
    },
    {
      id: 'account',
      head: 'Account',
      track: 'minmax(8rem, 0.8fr)',
      drops: 1,
      cell: ({ transaction, together }) =>
        transaction === null || together !== null ? '—' : <AccountName name={transaction.account_name} />,
    },
    {
      id: 'effect',
      head: 'May change',
      track: 'minmax(8rem, 0.6fr)',
      isNumeric: true,
      cell: (item) => <Effect item={item} currency={currency} />,
    },
  ]
}

function Mark({ item }: { item: ReviewItem }) {
  const look = item.state === 'accepted' ? 'done' : isHigh(item) ? 'warn' : 'optional'
  return <StatusBadge look={look} label={findingWords(item.code).mark} />
}

/** The most that an item may change a year by; words where nobody knows. */
export function Effect({ item, together = item.together, currency }: EffectProps) {
  const { effect_high: most } = together ?? item
  if (most === null) return <span className="text-ink-2">not known</span>
  const rest =
    together === null || together.unknown === 0 ? null : `${formatCount(together.unknown)} not known`
  if (isZero(readAmount(most))) return <span className="text-ink-2">{rest ?? 'nothing so far'}</span>
  return (
    <span className="whitespace-nowrap">
      <span className="sr-only">up to </span>
      <span aria-hidden="true">≤ </span>
      <Money amount={most} currency={currency} />
      {rest !== null && <span className="block text-caption text-ink-2">{rest}</span>}
    </span>
  )
}

interface EffectProps {
  readonly item: ReviewItem
  /** The questions that it stands for; the item alone where null. */
  readonly together?: ReviewItem['together']
  readonly currency: string
}

/** The two lines of an item on a phone. */
export function NarrowItem({ item, currency }: { item: ReviewItem; currency: string }) {
  return (
    <div className="grid gap-0.5">
      <div className="flex min-w-0 items-baseline justify-between gap-3">
        <Mark item={item} />
        <Effect item={item} currency={currency} />
      </div>
      <p className="line-clamp-2 text-caption text-ink-2">
        {whatOf(item)}
        {item.together !== null && ` · ${daysWords(item.together.from, item.together.to)}`}
        {item.transaction !== null && item.together === null && (
          <>
            {' · '}
            <Day day={item.transaction.at.slice(0, 10)} />
            {' · '}
            <AccountName name={item.transaction.account_name} />
          </>
        )}
      </p>
    </div>
  )
}

/** Subject of an item, in one line. */
export function whatOf({ transaction, detail, code, together }: ReviewItem): string {
  if (together !== null) return `${formatCount(together.count)} transactions of ${together.symbol}`
  if (transaction === null) return findingWords(code).sentence
  const line = headline(transaction)
  return code === 'negative_balance' && detail !== null ? `${detail} missing · ${line}` : line
}

/** Problem and transaction, as the name of an item. */
export function titleOf(item: ReviewItem): string {
  return `${findingWords(item.code).mark}: ${whatOf(item)}`
}
