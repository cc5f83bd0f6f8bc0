import { isFiat } from '@lotbook/journal'
import type { ListedTransaction } from '@lotbook/contract'
import { headline } from './headline.ts'
import { AccountName } from '../../ui/AccountName.tsx'
import { Checkbox } from '../../ui/Checkbox.tsx'
import { cx } from '../../ui/cx.ts'
import { CoinBeside } from '../../ui/result-rows.tsx'
import { SourceLogo } from '../../ui/SourceLogo.tsx'
import type { Column } from '../../ui/table-columns.ts'
import { DateTime, Gain, Money } from '../../ui/Values.tsx'
import { Leg } from './Leg.tsx'
import { RowMarks } from './RowMarks.tsx'

export interface ColumnOptions {
  /** The currency that values are shown in. */
  readonly currency: string
  /** The currency of the return, which gains are told in. */
  readonly taxCurrency: string
  readonly menu: (row: ListedTransaction) => React.ReactNode
  readonly isChosen: (id: string) => boolean
  readonly onToggle: (id: string) => void
}

/** The columns of the list. */
export function transactionColumns(options: ColumnOptions): Column<ListedTransaction>[] {
  const { currency, taxCurrency, menu, isChosen, onToggle } = options
  return [
    {
      id: 'choose',
      head: 'Choose',
      hideHead: true,
      track: '2.75rem',
      cell: (row) => <Choose row={row} isChosen={isChosen(row.id)} onToggle={onToggle} />,
    },
    {
      id: 'at',
      head: 'Date (UTC)',
      track: '11.25rem',
      isSortable: true,
      cell: (row) => <DateTime instant={row.at} />,
    },
    {
      id: 'type',
      head: 'Type',
      track: 'minmax(7rem, 10rem)',
      isRowHead: true,
      cell: (row) => <span className={cx('font-medium', row.is_ignored && 'line-through')}>{row.label}</span>,
    },
    {
      id: 'out',
      head: 'Out',
      track: 'minmax(10rem, 1fr)',
      isNumeric: true,
      wraps: true,
      cell: (row) => <Leg leg={row.from} pictured />,
    },
    {
      id: 'in',
      head: 'In',
      track: 'minmax(10rem, 1fr)',
      isNumeric: true,
      wraps: true,
      cell: (row) => <Leg leg={row.to} pictured />,
    },
    {
      id: 'fee',
      head: 'Fee',
      track: 'minmax(7.5rem, 0.7fr)',
      isNumeric: true,
      wraps: true,
      drops: 1,
      cell: (row) => <Leg leg={row.fee} />,
    },
    {
      id: 'worth',
      head: `Value (${currency})`,
      track: 'minmax(7.5rem, 0.8fr)',
      isNumeric: true,
      drops: 3,
      cell: (row) => <Worth row={row} currency={currency} />,
    },
    {
      id: 'gain',
      head: taxCurrency === currency ? 'Gain' : `Gain (${taxCurrency})`,
      track: 'minmax(7.5rem, 0.8fr)',
      isNumeric: true,
      drops: 4,
      cell: (row) => <RowGain row={row} currency={taxCurrency} />,
    },
    {
      id: 'account',
      head: 'Account',
      track: 'minmax(9rem, 1.4fr)',
      drops: 5,
      cell: (row) => <Accounts row={row} />,
    },
    {
      id: 'marks',
      head: 'Notes',
      track: 'minmax(9.5rem, 1fr)',
      drops: 2,
      cell: (row) => <RowMarks row={row} />,
    },
    { id: 'menu', head: 'Actions', track: '4rem', hideHead: true, cell: menu },
  ]
}

interface ChooseProps {
  readonly row: ListedTransaction
  readonly isChosen: boolean
  readonly onToggle: (id: string) => void
}

function Choose({ row, isChosen, onToggle }: ChooseProps) {
  return (
    // A click on the box chooses; it does not open the row.
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions
    <span onClick={(event) => event.stopPropagation()}>
      <Checkbox
        hideLabel
        tabIndex={-1}
        label={`Choose ${headline(row)}`}
        checked={isChosen}
        onChange={() => onToggle(row.id)}
      />
    </span>
  )
}

// What moved within one's own accounts needs no value.
function Worth({ row, currency }: { row: ListedTransaction; currency: string }) {
  if (row.fair_market_value === null && row.type === 'transfer') return <span className="text-ink-3">—</span>
  if (row.shown_value === null && row.fair_market_value !== null)
    return <span className="text-ink-3">No rate</span>
  return <Money amount={row.shown_value} currency={currency} />
}

// The gain of all its disposals together; each of them opens by itself in the detail.
function RowGain({ row, currency }: { row: ListedTransaction; currency: string }) {
  if (row.gain === null) return <span className="text-ink-3">—</span>
  return <Gain amount={row.gain} currency={currency} />
}

function Accounts({ row }: { row: ListedTransaction }) {
  return (
    <span className="flex min-w-0 items-center gap-2">
      <SourceLogo slug={row.account_slug} name={row.account_name} small />
      <span className="line-clamp-2 min-w-0 leading-[1.125rem] whitespace-normal">
        <AccountName name={row.account_name} />
        {row.other_account_name !== null && (
          <>
            {' → '}
            <AccountName name={row.other_account_name} />
          </>
        )}
      </span>
    </span>
  )
}

export interface NarrowRowProps extends Pick<ColumnOptions, 'currency' | 'taxCurrency'> {
  readonly row: ListedTransaction
  /** While rows are being chosen. */
  readonly choose: Omit<ChooseProps, 'row'> | undefined
}

/** The two lines of a row on a phone. */
export function NarrowRow({ row, currency, taxCurrency, choose }: NarrowRowProps) {
  const lines = <Lines row={row} currency={currency} taxCurrency={taxCurrency} />
  if (choose === undefined) return lines
  return (
    <div className="grid grid-cols-[2.75rem_minmax(0,1fr)] items-center">
      <Choose row={row} {...choose} />
      {lines}
    </div>
  )
}

function Lines({ row, currency, taxCurrency }: Omit<NarrowRowProps, 'choose'>) {
  const main = pictured(row)
  return (
    <CoinBeside name={main?.symbol ?? row.label} asset={main?.asset}>
      <div className="flex min-w-0 items-baseline justify-between gap-3">
        <span className={cx('min-w-16 truncate font-medium', row.is_ignored && 'line-through')}>
          {row.label}
        </span>
        <span className="line-clamp-2 min-w-0 text-right leading-4 break-words">
          {row.from !== null && <Leg leg={row.from} />}
          {row.from !== null && row.to !== null && <span className="text-ink-3"> → </span>}
          {row.to !== null && <Leg leg={row.to} />}
        </span>
      </div>
      <div className="mt-0.5 flex min-w-0 items-center justify-between gap-3 text-caption text-ink-2">
        <span className="min-w-0 truncate" title={row.account_name}>
          <DateTime instant={row.at} /> · <AccountName name={row.account_name} />
        </span>
        <span className="shrink-0">
          {row.findings.length > 0 ? (
            <RowMarks row={row} short />
          ) : row.gain === null ? (
            <Worth row={row} currency={currency} />
          ) : (
            <Gain amount={row.gain} currency={taxCurrency} />
          )}
        </span>
      </div>
    </CoinBeside>
  )
}

/** The side whose coin stands for a transaction: what came in, or what went out where that is cash or nothing. */
function pictured({ from, to }: Pick<ListedTransaction, 'from' | 'to'>): ListedTransaction['from'] {
  return [to, from].find((leg) => leg !== null && !isFiat(leg.asset)) ?? to ?? from
}
