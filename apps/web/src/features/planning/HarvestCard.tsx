import { useState } from 'react'
import { paths, type Harvest, type HarvestLot } from '@lotbook/contract'
import { isZero } from '@lotbook/money'
import { Button } from '../../ui/Button.tsx'
import { AccountName } from '../../ui/AccountName.tsx'
import { Card } from '../../ui/Card.tsx'
import { DataTable } from '../../ui/DataTable.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { readAmount } from '../../ui/format/amount.ts'
import { formatDay } from '../../ui/format/format-date-time.ts'
import { Hint } from '../../ui/Hint.tsx'
import { LoneLink } from '../../ui/Link.tsx'
import type { Column } from '../../ui/table-columns.ts'
import { Day, Money, Quantity } from '../../ui/Values.tsx'
import { harvestWords, termWords } from './plan-words.ts'

/** Lots at first; each has a row. */
const AT_FIRST = 15

/** Lots that are worth less than they cost: what a sale of each would save, and what comes back when it is bought again. */
export function HarvestCard({ found }: { readonly found: Harvest }) {
  const { lots, lots_total, currency } = found
  const [isWhole, setWhole] = useState(false)
  const shown = isWhole ? lots : lots.slice(0, AT_FIRST)
  return (
    <Card
      id="harvest"
      title={
        <>
          Lots with a loss
          <Hint about="Selling at a loss">
            A loss lowers the tax on your gains. Beyond them, up to $3,000 a year ($1,500 if married filing
            separately) lowers other income, and the rest carries over to later years.
          </Hint>
        </>
      }
      flush
    >
      {lots_total === 0 ? (
        <EmptyState
          title="No lot has a loss"
          text={
            found.unpriced > 0
              ? `At the last known prices, every priced lot is worth what it cost or more. ${harvestWords.unpriced(found.unpriced)}`
              : 'At the last known prices, every lot is worth what it cost or more.'
          }
        />
      ) : (
        <>
          <div className="grid gap-2 px-4 pt-1 pb-4 md:px-6">
            <p>{harvestWords.all(found)}</p>
            <p className="text-table text-ink-2">
              {harvestWords.method(found)} {harvestWords.again(found)}
            </p>
          </div>
          <DataTable
            caption="Lots with a loss"
            columns={columnsOf(currency)}
            rows={shown}
            rowKey={keyOf}
            narrow={(lot) => <Narrow lot={lot} currency={currency} />}
          />
          <div className="grid gap-2 border-t border-line px-4 py-4 text-table text-ink-2 md:px-6">
            {shown.length < lots.length && (
              <div>
                <Button onClick={() => setWhole(true)}>
                  Show {(lots.length - shown.length).toLocaleString()} more
                </Button>
              </div>
            )}
            {lots.length < lots_total && (
              <p>
                The {lots.length.toLocaleString()} largest of {lots_total.toLocaleString()}.
              </p>
            )}
            {found.unpriced > 0 && <p>{harvestWords.unpriced(found.unpriced)}</p>}
            {found.oldest_price !== null && (
              <p>Prices are the last known ones; the oldest is of {formatDay(found.oldest_price)}.</p>
            )}
            <p>{harvestWords.washSale}</p>
          </div>
        </>
      )}
    </Card>
  )
}

/** A lot has no name of its own: its place in the list is what tells two alike apart. */
const keyOf = (lot: HarvestLot) =>
  [lot.asset, lot.account_id, lot.acquired, lot.quantity, lot.basis].join(' ')

const columnsOf = (currency: string): readonly Column<HarvestLot>[] => [
  {
    id: 'asset',
    head: 'Lot',
    isRowHead: true,
    cell: (lot) => (
      <>
        <span className="font-medium">
          <Quantity amount={lot.quantity} /> {lot.symbol}
        </span>
        <span className="block text-caption text-ink-2">
          <AccountName name={lot.account_name} />
        </span>
      </>
    ),
  },
  {
    id: 'acquired',
    head: 'Acquired',
    cell: (lot) => (
      <>
        {lot.acquired === null ? 'Unknown day' : <Day day={lot.acquired} />}
        <span className="block text-caption text-ink-2">{termWords(lot)}</span>
      </>
    ),
  },
  {
    id: 'basis',
    head: 'Cost',
    isNumeric: true,
    cell: (lot) => <Money amount={lot.basis} currency={currency} />,
  },
  {
    id: 'value',
    head: 'Worth now',
    isNumeric: true,
    cell: (lot) => <Money amount={lot.value} currency={currency} />,
  },
  {
    id: 'loss',
    head: 'Loss',
    isNumeric: true,
    cell: (lot) => <Money amount={lot.loss} currency={currency} />,
  },
  { id: 'saves', head: 'Tax saved', isNumeric: true, cell: (lot) => <Saved lot={lot} currency={currency} /> },
  {
    id: 'plan',
    head: 'Sale',
    cell: (lot) => <PlanLink lot={lot} />,
  },
]

function Saved({ lot: { saves }, currency }: { readonly lot: HarvestLot; readonly currency: string }) {
  if (saves === null) return <span className="text-ink-3">Not known</span>
  return isZero(readAmount(saves)) ? (
    <span className="text-ink-2">Nothing this year</span>
  ) : (
    <Money amount={saves} currency={currency} />
  )
}

function PlanLink({ lot: { asset, symbol } }: { readonly lot: HarvestLot }) {
  return (
    <LoneLink to={`${paths.holdings}?plan=${encodeURIComponent(asset)}`}>
      Plan<span className="sr-only"> a sale of {symbol}</span>
    </LoneLink>
  )
}

function Narrow({ lot, currency }: { readonly lot: HarvestLot; readonly currency: string }) {
  return (
    <div className="grid gap-1 py-1">
      <span className="flex flex-wrap justify-between gap-x-3">
        <span className="font-medium">
          <Quantity amount={lot.quantity} /> {lot.symbol}
        </span>
        <span>
          Loss <Money amount={lot.loss} currency={currency} />
        </span>
      </span>
      <span className="flex flex-wrap justify-between gap-x-3 text-caption text-ink-2">
        <span>
          <AccountName name={lot.account_name} />,{' '}
          {lot.acquired === null ? 'unknown day' : <Day day={lot.acquired} />}, {termWords(lot)}
        </span>
        <span>
          saves <Saved lot={lot} currency={currency} />
        </span>
      </span>
      <span className="flex flex-wrap justify-between gap-x-3 text-caption text-ink-2">
        <span>
          Cost <Money amount={lot.basis} currency={currency} />, worth{' '}
          <Money amount={lot.value} currency={currency} />
        </span>
        <PlanLink lot={lot} />
      </span>
    </div>
  )
}
