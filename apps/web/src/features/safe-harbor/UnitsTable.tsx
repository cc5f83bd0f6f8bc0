import { type KeyboardEvent, useState } from 'react'
import type { AssetUnits } from '@lotbook/contract'
import { isZero } from '@lotbook/money'
import { AccountName } from '../../ui/AccountName.tsx'
import { Button } from '../../ui/Button.tsx'
import { cx } from '../../ui/cx.ts'
import { readAmount } from '../../ui/format/amount.ts'
import { formatDay } from '../../ui/format/format-date-time.ts'
import { StatusBadge } from '../../ui/StatusBadge.tsx'
import { TextInput } from '../../ui/TextInput.tsx'
import { useIsMobile } from '../../ui/use-media.ts'
import { Day, Money, Quantity } from '../../ui/Values.tsx'
import { cellOf, restFor, type TypedUnits, type UnitTotals, unitTotals } from './typed-units.ts'

export interface UnitsTableProps {
  readonly units: AssetUnits
  readonly typed: TypedUnits
  readonly onChange: (typed: TypedUnits) => void
}

const PAGE = 100

type Lot = AssetUnits['lots'][number]
type Holder = AssetUnits['held'][number]

/** Lots down, accounts across; what is attached runs along below. On a phone the accounts stand under their lot. */
export function UnitsTable({ units, typed, onChange }: UnitsTableProps) {
  const [shown, setShown] = useState(PAGE)
  const isMobile = useIsMobile()
  const totals = unitTotals(units, typed)
  const lots = units.lots.slice(0, shown)
  const cell = (lot: Lot, holder: Holder) => (
    <Cell lot={lot} holder={holder} units={units} typed={typed} totals={totals} onChange={onChange} />
  )
  const parts = { units, lots, totals, cell }
  return (
    <div className="grid gap-3" data-units-table="">
      <p className="text-caption text-ink-3">
        Up and down go to the next lot of the same account; Enter fills in what is still open.
      </p>
      {isMobile ? <Stacked {...parts} /> : <Wide {...parts} />}
      {units.lots.length > shown && (
        <p>
          <Button onClick={() => setShown(shown + PAGE)}>
            Show more of {units.lots.length.toLocaleString()} lots
          </Button>
        </p>
      )}
      <Totals units={units} totals={totals} />
    </div>
  )
}

interface Parts {
  readonly units: AssetUnits
  readonly lots: readonly Lot[]
  readonly totals: UnitTotals
  readonly cell: (lot: Lot, holder: Holder) => React.ReactNode
}

function Wide({ units, lots, totals, cell }: Parts) {
  return (
    <div
      role="region"
      aria-label={`Lots of ${units.symbol}`}
      // Scrolls by keyboard where it is wider than its card.
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
      tabIndex={0}
      className="max-h-[32rem] overflow-auto rounded-card border border-line"
    >
      <table className="w-full text-table">
        <thead className="sticky top-0 z-10 bg-surface text-caption text-ink-3">
          <tr>
            {['Acquired', 'Units', 'Cost', 'Not given out'].map((name, n) => (
              <th
                key={name}
                scope="col"
                className={cx('h-9 px-3 font-medium', n === 0 ? 'text-left' : 'text-right')}
              >
                {name}
              </th>
            ))}
            {units.held.map(({ account_id, account_name }) => (
              <th key={account_id} scope="col" className="h-9 px-3 text-right font-medium">
                <AccountName name={account_name} />
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {lots.map((lot) => (
            <tr key={lot.lot_transaction_id} className="border-t border-line">
              <th scope="row" className="px-3 py-2 text-left font-normal whitespace-nowrap">
                <Acquired lot={lot} />
              </th>
              <td className="px-3 py-2 text-right">
                <Quantity amount={lot.quantity} />
              </td>
              <td className="px-3 py-2 text-right">
                <Money amount={lot.basis} currency={units.currency} />
              </td>
              <td className="px-3 py-2 text-right">
                <Left totals={totals} lot={lot} />
              </td>
              {units.held.map((holder) => (
                <td key={holder.account_id} className="px-3 py-2 text-right">
                  {cell(lot, holder)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

function Stacked({ units, lots, totals, cell }: Parts) {
  return (
    <ul
      aria-label={`Lots of ${units.symbol}`}
      className="divide-y divide-line rounded-card border border-line"
    >
      {lots.map((lot) => (
        <li key={lot.lot_transaction_id} className="grid gap-2 p-3">
          <div className="flex justify-between gap-4">
            <span>
              <Acquired lot={lot} />
            </span>
            <span className="text-right">
              <Quantity amount={lot.quantity} ticker={units.symbol} />
              <span className="block text-caption text-ink-2">
                <Money amount={lot.basis} currency={units.currency} />
              </span>
            </span>
          </div>
          {units.held.map((holder) => (
            <div key={holder.account_id} className="grid grid-cols-[minmax(0,1fr)_9rem] items-center gap-3">
              <span className="truncate text-ink-2">
                <AccountName name={holder.account_name} />
              </span>
              {cell(lot, holder)}
            </div>
          ))}
          <p className="flex justify-between gap-4 text-table text-ink-2">
            Not given out <Left totals={totals} lot={lot} />
          </p>
        </li>
      ))}
    </ul>
  )
}

function Acquired({ lot }: { lot: Lot }) {
  return (
    <>
      <Day day={lot.acquired} />
      <span className="block text-caption text-ink-2">
        {lot.term === 'long' ? 'Long-term in 2025' : 'Short-term on January 1, 2025'}
      </span>
    </>
  )
}

function Left({ totals, lot }: { totals: UnitTotals; lot: Lot }) {
  const left = totals.left[lot.lot_transaction_id] ?? '0'
  return (
    <span className={cx('tabular-nums', left.startsWith('-') && 'font-medium text-danger')}>
      {left.startsWith('-') && 'Too much: '}
      <Quantity amount={left.replace('-', '')} />
    </span>
  )
}

interface CellProps extends UnitsTableProps {
  readonly lot: Lot
  readonly holder: Holder
  readonly totals: UnitTotals
}

function Cell({ lot, holder, units, typed, totals, onChange }: CellProps) {
  const id = lot.lot_transaction_id
  const { account_id } = holder
  const problem = totals.problems[cellOf(id, account_id)]
  const set = (text: string) => onChange({ ...typed, [id]: { ...typed[id], [account_id]: text } })
  return (
    <div>
      <TextInput
        aria-label={`${holder.account_name}: units of the lot of ${formatDay(lot.acquired)}, ${lot.quantity}`}
        aria-invalid={problem === undefined ? undefined : true}
        data-account={account_id}
        inputMode="decimal"
        autoComplete="off"
        className="ml-auto max-w-36 text-right"
        value={typed[id]?.[account_id] ?? ''}
        onChange={(event) => set(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === 'Enter') {
            event.preventDefault()
            set(restFor(units, typed, id, account_id))
          } else moveCell(event)
        }}
      />
      {problem !== undefined && <p className="text-caption text-danger">{problem}</p>}
    </div>
  )
}

/** To the cell of the same account above or below. */
function moveCell(event: KeyboardEvent<HTMLInputElement>) {
  const step = { ArrowUp: -1, ArrowDown: 1 }[event.key]
  if (step === undefined) return
  const cell = event.currentTarget
  const account = cell.dataset['account'] ?? ''
  const all = [
    ...(cell.closest('[data-units-table]')?.querySelectorAll<HTMLInputElement>('input[data-account]') ?? []),
  ].filter((other) => other.dataset['account'] === account)
  const next = all[all.indexOf(cell) + step]
  if (next === undefined) return
  event.preventDefault()
  next.focus()
  next.select()
}

/** The units attached to each account, out of those it held. */
function Totals({ units, totals }: { units: AssetUnits; totals: UnitTotals }) {
  return (
    <div className="rounded-card border border-line bg-sunken p-3 max-md:sticky max-md:bottom-16">
      <dl aria-live="polite" aria-label="Attached so far" className="grid gap-1">
        {totals.accounts.map(({ account_id, account_name, held, attached, open }) => (
          <div key={account_id} className="flex flex-wrap items-center justify-between gap-x-4">
            <dt>
              <AccountName name={account_name} />
            </dt>
            <dd className="flex flex-wrap items-center gap-x-3 tabular-nums">
              <span>
                <Quantity amount={attached} /> of <Quantity amount={held} ticker={units.symbol} />
              </span>
              {isZero(readAmount(open)) ? (
                <StatusBadge look="done" label="Agrees" />
              ) : (
                <StatusBadge
                  look="warn"
                  label={`${open.replace('-', '')} ${open.startsWith('-') ? 'too much' : 'to come'}`}
                />
              )}
            </dd>
          </div>
        ))}
      </dl>
      {totals.reason !== undefined && <p className="mt-2 text-table text-danger">{totals.reason}</p>}
    </div>
  )
}
