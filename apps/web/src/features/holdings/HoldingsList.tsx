import type { Holding, HoldingsAnswer } from '@lotbook/contract'
import { toApiError } from '../../client/api-error.ts'
import { Coin } from '../../ui/Coin.tsx'
import { cx } from '../../ui/cx.ts'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { Gain, Money, Quantity } from '../../ui/Values.tsx'
import { BalanceApart, GainOf, SetPrice, UntilLongTerm } from './HoldingCells.tsx'
import { type HoldingsTableProps, nameOf } from './HoldingsTable.tsx'
import { largestLot, lotAxis } from './lot-time.ts'
import { LotFoot, LotGain, LotName } from './LotRows.tsx'
import { LotAxisLine, LotTime } from './LotTime.tsx'
import { Cost, NoPrice } from './Unknown.tsx'
import { useLots } from './use-holdings.ts'

/** The assets on a phone: two lines each, and the lots below the one that is open. */
export function HoldingsList({ answer, open, account, onOpen }: HoldingsTableProps) {
  const { totals, currency, counts } = answer
  const priced = counts.all - counts.unpriced
  return (
    <>
      <ul aria-label="Assets">
        {answer.data.holdings.map((holding) => (
          <HoldingItem
            key={holding.asset}
            holding={holding}
            answer={answer}
            isOpen={holding.asset === open}
            account={account}
            onOpen={onOpen}
          />
        ))}
      </ul>
      <div className="flex flex-wrap justify-between gap-x-3 gap-y-1 border-t border-ink-2 px-4 py-3 text-table font-semibold">
        <span>
          {priced === 1 ? '1 asset with a price' : `${priced.toLocaleString()} assets with a price`}
        </span>
        <span className="grid justify-items-end gap-1">
          <span className="border-b-[3px] border-double border-ink-2 pb-0.5">
            <Money amount={totals.value} currency={currency} />
          </span>
          {totals.gain !== null && (
            <span className="border-b-[3px] border-double border-ink-2 pb-0.5">
              <Gain amount={totals.gain.total} currency={currency} />
            </span>
          )}
        </span>
      </div>
    </>
  )
}

function HoldingItem({
  holding,
  answer: { currency, as_of: asOf },
  isOpen,
  account,
  onOpen,
}: {
  readonly holding: Holding
  readonly answer: HoldingsAnswer
  readonly isOpen: boolean
  readonly account: string | undefined
  readonly onOpen: (asset: string) => void
}) {
  const { asset, symbol, quantity, value, price, lots } = holding
  const lines = (
    <span className="grid w-full grid-cols-[minmax(0,1fr)_auto] items-center gap-x-3 gap-y-1 text-left text-table">
      <span className="row-span-2 flex min-w-0 items-center gap-3">
        <Coin name={nameOf(holding)} asset={asset} />
        <span className="min-w-0">
          <span className="block text-body font-medium wrap-anywhere">{nameOf(holding)}</span>
          <span className="block text-caption text-ink-3">
            <Quantity amount={quantity} {...(nameOf(holding) === symbol ? {} : { ticker: symbol })} />
          </span>
        </span>
      </span>
      <span className="text-right">
        {value === null ? <NoPrice /> : <Money amount={value} currency={currency} />}
      </span>
      <span className="text-right">
        <GainOf holding={holding} currency={currency} />
      </span>
    </span>
  )
  return (
    <li
      className={cx(
        'border-b border-rule last:border-b-0',
        isOpen && 'bg-quiet shadow-[inset_3px_0_0_var(--accent)]',
      )}
    >
      <div className="grid gap-1 px-4 py-3">
        {lots === null || lots === 0 ? (
          lines
        ) : (
          <button
            type="button"
            aria-expanded={isOpen}
            onClick={() => onOpen(asset)}
            className="block min-h-11 w-full"
          >
            {lines}
          </button>
        )}
        <span className="flex flex-wrap items-center justify-between gap-x-3 pl-11 text-caption">
          <UntilLongTerm holding={holding} />
          <BalanceApart holding={holding} />
          {price === null && <SetPrice asset={holding.asset} symbol={symbol} />}
        </span>
      </div>
      {isOpen && <LotList holding={holding} account={account} asOf={asOf} />}
    </li>
  )
}

function LotList({
  holding,
  account,
  asOf,
}: {
  readonly holding: Holding
  readonly account: string | undefined
  readonly asOf: string | null
}) {
  const lots = useLots(holding.asset, account, asOf)
  const { newest, rows, error } = lots
  if (newest === undefined) {
    return error === null ? (
      <Skeleton className="mx-4 mb-3 h-9" />
    ) : (
      <ErrorState
        title="The lots could not be loaded"
        text={toApiError(error).message}
        busy={lots.isFetching}
        onRetry={() => void lots.refetch()}
      />
    )
  }
  const axis = lotAxis({ since: newest.since, today: newest.today, asOf, lots: rows })
  const largest = largestLot(rows)
  return (
    <>
      <div className="border-t border-rule px-4 pt-3 text-caption text-ink-3">
        <LotAxisLine axis={axis} />
      </div>
      <ul aria-label={`Lots of ${nameOf(holding)}`}>
        {rows.map((lot) => (
          <li key={lot.n} className="grid gap-1 border-t border-rule px-4 py-2.5 text-table first:border-t-0">
            <span className="flex flex-wrap justify-between gap-x-3">
              <LotName lot={lot} />
              <Money amount={lot.value} currency={newest.currency} />
            </span>
            <span className="flex flex-wrap justify-between gap-x-3 pl-8 text-ink-2">
              <span>
                <Quantity amount={lot.quantity} /> for <Cost amount={lot.basis} currency={newest.currency} />
              </span>
              <LotGain lot={lot} currency={newest.currency} />
            </span>
            <LotTime lot={lot} axis={axis} largest={largest} />
          </li>
        ))}
      </ul>
      <div className="border-t border-rule px-4 py-3 text-table">
        <LotFoot holding={holding} lots={lots} asOf={asOf} />
      </div>
    </>
  )
}
