import type { Holding, HoldingsAnswer } from '@lotbook/contract'
import { ArrowDown, ChevronDown, ChevronRight } from 'lucide-react'
import type { ReactNode } from 'react'
import { Sparkline } from '../../ui/charts/Sparkline.tsx'
import { Coin } from '../../ui/Coin.tsx'
import { cx } from '../../ui/cx.ts'
import { formatPercentOf } from '../../ui/format/format-percent.ts'
import { shortAddress } from '../../ui/format/shorten.ts'
import { useMedia } from '../../ui/use-media.ts'
import { Gain, Money, Quantity } from '../../ui/Values.tsx'
import {
  BalanceApart,
  BalanceChecked,
  BasisOf,
  GainOf,
  SetPrice,
  UnitPrice,
  UntilLongTerm,
} from './HoldingCells.tsx'
import { unitCost, unitMoney } from './holding-words.ts'
import { LotRows } from './LotRows.tsx'
import { NoPrice } from './Unknown.tsx'

export interface HoldingsTableProps {
  readonly answer: HoldingsAnswer
  /** The asset whose lots are shown. */
  readonly open: string | undefined
  /** The account that is looked at; all where there is none. */
  readonly account: string | undefined
  readonly onOpen: (asset: string) => void
}

/** The assets with their totals under their columns; a row opens the lots, in the same columns. */
export function HoldingsTable({ answer, open, account, onOpen }: HoldingsTableProps) {
  const isWide = useMedia('(min-width: 1024px)')
  const { currency, totals, counts } = answer
  const priced = counts.all - counts.unpriced
  // The column is left out where no account reports a balance.
  const hasChecks = isWide && answer.data.holdings.some(({ balance_check }) => balance_check !== null)
  // So is that of the last 30 days where nothing is known of them.
  const hasTrend = isWide && answer.data.holdings.some(({ trend }) => trend.length >= 2)
  return (
    <div
      role="region"
      aria-label="Assets"
      // Scrolls by keyboard where it is wider than its card.
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
      tabIndex={0}
      className="relative rounded-b-card max-xl:overflow-x-auto"
    >
      <table className="w-full border-separate border-spacing-0 text-table">
        <caption className="sr-only">Assets</caption>
        <thead className="text-caption text-ink-3">
          <tr>
            <Head>Asset</Head>
            <Head isNumeric>Quantity</Head>
            <Head isNumeric isSorted>
              Value
            </Head>
            {isWide && <Head isNumeric>Cost basis</Head>}
            <Head isNumeric>Unrealized gain</Head>
            {hasTrend && <Head>30 days</Head>}
            <Head>Until long-term</Head>
            {hasChecks && <Head>Balance check</Head>}
          </tr>
        </thead>
        {answer.data.holdings.map((holding) => (
          <HoldingRow
            key={holding.asset}
            holding={holding}
            answer={answer}
            isWide={isWide}
            hasChecks={hasChecks}
            hasTrend={hasTrend}
            isOpen={holding.asset === open}
            account={account}
            onOpen={onOpen}
          />
        ))}
        <tfoot className="font-semibold [&_td]:border-t [&_td]:border-ink-2 [&_th]:border-t [&_th]:border-ink-2">
          <tr>
            <th scope="row" colSpan={2} className="px-3 pt-3 pb-3.5 text-left align-top first:pl-6">
              {priced === 1 ? '1 asset with a price' : `${priced.toLocaleString()} assets with a price`}
            </th>
            <Total>
              <Money amount={totals.value} currency={currency} />
            </Total>
            {isWide && (
              <Total>{totals.basis !== null && <Money amount={totals.basis} currency={currency} />}</Total>
            )}
            <Total>{totals.gain !== null && <Gain amount={totals.gain.total} currency={currency} />}</Total>
            <td colSpan={1 + Number(hasTrend) + Number(hasChecks)} aria-hidden="true" />
          </tr>
        </tfoot>
      </table>
    </div>
  )
}

function Head({
  isNumeric = false,
  isSorted = false,
  children,
}: {
  readonly isNumeric?: boolean
  readonly isSorted?: boolean
  readonly children: ReactNode
}) {
  return (
    <th
      scope="col"
      aria-sort={isSorted ? 'descending' : undefined}
      className={cx(
        'border-b border-line px-2 py-2.5 font-medium whitespace-nowrap first:pl-6 last:pr-6 min-[1200px]:px-3',
        isNumeric ? 'text-right' : 'text-left',
      )}
    >
      {isSorted ? (
        <span className="inline-flex items-center gap-1">
          {children}
          <ArrowDown aria-hidden="true" className="size-3.5" />
        </span>
      ) : (
        children
      )}
    </th>
  )
}

/** A total, with the double rule that ends a column of a book. */
function Total({ children }: { readonly children: ReactNode }) {
  return (
    <td className="px-2 pt-3 pb-3.5 text-right align-top whitespace-nowrap min-[1200px]:px-3">
      {children !== false && (
        <span className="inline-block border-b-[3px] border-double border-ink-2 pb-0.5">{children}</span>
      )}
    </td>
  )
}

const CELL = 'h-[60px] border-b border-rule px-2 py-2 align-middle min-[1200px]:px-3'
const NUMBER = `${CELL} text-right whitespace-nowrap`

function HoldingRow({
  holding,
  answer: { currency, totals, at, as_of: asOf },
  isWide,
  hasChecks,
  hasTrend,
  isOpen,
  account,
  onOpen,
}: {
  readonly holding: Holding
  readonly answer: HoldingsAnswer
  readonly isWide: boolean
  readonly hasChecks: boolean
  readonly hasTrend: boolean
  readonly isOpen: boolean
  readonly account: string | undefined
  readonly onOpen: (asset: string) => void
}) {
  const { asset, value, price, lots } = holding
  const label = nameOf(holding)
  const each = unitCost(holding)
  const Chevron = isOpen ? ChevronDown : ChevronRight
  const canOpen = lots !== null && lots > 0
  return (
    <tbody className={cx(isOpen && 'bg-quiet [&>tr>*:first-child]:shadow-[inset_3px_0_0_var(--accent)]')}>
      {/* The button inside does the same for the keyboard. */}
      {/* oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-noninteractive-element-interactions */}
      <tr
        onClick={(event) => {
          if (canOpen && !isControl(event.target)) onOpen(asset)
        }}
        className={cx(canOpen && 'cursor-pointer', 'hover:bg-quiet')}
      >
        <th
          scope="row"
          className={cx(
            CELL,
            'text-left font-normal',
            lots === null ? 'pl-6!' : 'pl-4!',
            isOpen && 'border-transparent!',
          )}
        >
          <span className="flex min-w-0 items-center gap-3">
            {canOpen ? (
              <button
                type="button"
                aria-expanded={isOpen}
                aria-label={`Lots of ${label}`}
                onClick={() => onOpen(asset)}
                className="-mr-1 inline-grid size-6 shrink-0 place-items-center rounded-[4px] text-ink-3 hover:bg-sunken hover:text-ink pointer-coarse:size-11"
              >
                <Chevron aria-hidden="true" className="size-4" />
              </button>
            ) : (
              lots !== null && <span className="-mr-1 size-6 shrink-0" />
            )}
            <Coin name={label} asset={asset} />
            <span className="min-w-0">
              <span className="block max-w-60 text-body font-medium break-words">{label}</span>
              <span className="block text-caption whitespace-nowrap text-ink-3">{detailOf(holding)}</span>
            </span>
          </span>
        </th>
        <td className={cx(NUMBER, isOpen && 'border-transparent!')}>
          <Quantity amount={holding.quantity} />
          <span className="block text-caption text-ink-3">
            <UnitPrice holding={holding} currency={currency} now={at} />
          </span>
        </td>
        <td className={cx(NUMBER, isOpen && 'border-transparent!')}>
          {value === null ? (
            <NoPrice />
          ) : (
            <>
              <Money amount={value} currency={currency} />
              <span className="block text-caption text-ink-3">{formatPercentOf(value, totals.value)}</span>
            </>
          )}
          {!isWide && (
            <span className="block text-caption text-ink-3">
              cost <BasisOf holding={holding} currency={currency} />
            </span>
          )}
        </td>
        {isWide && (
          <td className={cx(NUMBER, isOpen && 'border-transparent!')}>
            <BasisOf holding={holding} currency={currency} />
            {each !== undefined && price !== null && (
              <span className="block text-caption text-ink-3">{unitMoney(each, currency)} each</span>
            )}
          </td>
        )}
        <td className={cx(NUMBER, isOpen && 'border-transparent!')}>
          <GainOf holding={holding} currency={currency} withPercent />
        </td>
        {hasTrend && (
          <td className={cx(CELL, isOpen && 'border-transparent!')}>
            {price === null ? (
              <SetPrice asset={holding.asset} symbol={holding.symbol} />
            ) : (
              <Sparkline points={holding.trend} />
            )}
          </td>
        )}
        <td className={cx(CELL, !hasChecks && 'pr-6!', isOpen && 'border-transparent!')}>
          {!hasTrend && price === null && <SetPrice asset={holding.asset} symbol={holding.symbol} />}
          <UntilLongTerm holding={holding} />
          {!isWide && <BalanceApart holding={holding} />}
        </td>
        {hasChecks && (
          <td className={cx(CELL, 'pr-6!', isOpen && 'border-transparent!')}>
            <BalanceChecked holding={holding} />
          </td>
        )}
      </tr>
      {isOpen && (
        <LotRows
          holding={holding}
          account={account}
          asOf={asOf}
          isWide={isWide}
          more={Number(hasChecks) - Number(isWide && !hasTrend)}
        />
      )}
    </tbody>
  )
}

/** The name of an asset; of one that goes by a contract alone, the contract shortened. */
export function nameOf({ symbol, name, asset }: Holding): string {
  return name !== '' && name !== symbol ? name : symbol === asset ? shortAddress(symbol) : symbol
}

/** "BTC · 7 lots", or as much of it as is known. */
function detailOf(holding: Holding): string {
  const { symbol, lots, accounts } = holding
  const counted = (n: number, word: string) => `${n.toLocaleString()} ${word}${n === 1 ? '' : 's'}`
  return [
    ...(nameOf(holding) === symbol ? [] : [symbol]),
    lots === null ? counted(accounts.length, 'account') : counted(lots, 'lot'),
  ].join(' · ')
}

/** A control inside a row does its own thing; the row does not open. */
function isControl(target: EventTarget): boolean {
  return target instanceof Element && target.closest('a, button') !== null
}
