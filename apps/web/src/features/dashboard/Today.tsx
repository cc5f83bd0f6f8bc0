import { useQuery } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useRef, useState } from 'react'
import {
  type HoldingsAnswer,
  type ListedTransaction,
  paths,
  type Proof,
  type TransactionRow,
  VALUE_PERIODS,
  type ValuePeriod,
} from '@lotbook/contract'
import { api } from '../../client/api.ts'
import { laterApi } from '../../client/later-api.ts'
import { DayRatesNote, RateNote } from '../../client/CurrencyNotes.tsx'
import { AllocationRing } from '../../ui/charts/AllocationRing.tsx'
import { ChartTools } from '../../ui/charts/ChartTools.tsx'
import { ValueLine } from '../../ui/charts/ValueLine.tsx'
import { AccountName } from '../../ui/AccountName.tsx'
import { Card } from '../../ui/Card.tsx'
import { Coin } from '../../ui/Coin.tsx'
import { DataTable } from '../../ui/DataTable.tsx'
import type { Column } from '../../ui/table-columns.ts'
import { cx } from '../../ui/cx.ts'
import { formatPercentOf } from '../../ui/format/format-percent.ts'
import { Stat } from '../../ui/Figure.tsx'
import { LoneLink } from '../../ui/Link.tsx'
import { SourceLogo } from '../../ui/SourceLogo.tsx'
import { StatusBadge } from '../../ui/StatusBadge.tsx'
import { DateTime, Day, Gain, Money, Percent } from '../../ui/Values.tsx'
import { counted, nameOf, statusOf } from '../imports/import-state.ts'
import { headline } from '../transactions/headline.ts'

/** What is held today, what moved last, and how the accounts are. */
export function Today() {
  const { data } = useQuery(laterApi.holdings.page.queryOptions({ input: {} }))
  return (
    <section aria-labelledby="today">
      <div className="mt-10 mb-4 flex flex-wrap items-baseline gap-x-3 gap-y-1">
        <h2 id="today" className="text-h2 font-semibold tracking-[-0.01em]">
          Today
        </h2>
        {data !== undefined && (
          <p className="text-ink-2">
            <DateTime instant={data.at} zone />
          </p>
        )}
        <span className="ml-auto">
          <LoneLink to={paths.holdings}>All holdings</LoneLink>
        </span>
      </div>
      {data !== undefined && data.rate !== null && (
        <div className="mb-4">
          <RateNote shown={data} />
        </div>
      )}
      <div className="grid gap-4 md:gap-6 xl:grid-cols-[minmax(0,2fr)_minmax(0,1fr)]">
        {data !== undefined && data.data.assets_total > 0 && (
          <>
            <Portfolio answer={data} />
            <Allocation answer={data} />
          </>
        )}
        <RecentActivity />
        <Accounts />
      </div>
    </section>
  )
}

function Portfolio({ answer }: { readonly answer: HoldingsAnswer }) {
  const { totals, currency } = answer
  const [period, setPeriod] = useState<ValuePeriod>('1Y')
  const { data, isPending } = useQuery({
    ...laterApi.holdings.valueOverTime.queryOptions({ input: { period } }),
    placeholderData: (before) => before,
  })
  const points = data?.points ?? []
  return (
    <Card>
      <div className="mb-4 flex flex-wrap items-start justify-between gap-x-6 gap-y-3">
        <Stat
          label="Portfolio value"
          detail={
            <>
              {totals.gain !== null && (
                <>
                  <Gain amount={totals.gain.total} currency={currency} /> unrealized
                </>
              )}
              {totals.unpriced > 0 && (
                <span className="block">
                  {counted(totals.unpriced, 'asset')} without a price, not counted
                </span>
              )}
            </>
          }
        >
          <Money amount={totals.value} currency={currency} large />
        </Stat>
        <div role="group" aria-label="Period" className="flex gap-0.5 rounded-[8px] bg-sunken p-[3px]">
          {VALUE_PERIODS.map((one) => (
            <button
              key={one}
              type="button"
              aria-pressed={one === period}
              onClick={() => setPeriod(one)}
              className={cx(
                'inline-flex h-[30px] items-center rounded-[5px] px-3 text-table pointer-coarse:h-11',
                one === period ? 'bg-thumb font-medium text-ink shadow-control' : 'text-ink-2 hover:text-ink',
              )}
            >
              {one}
            </button>
          ))}
        </div>
      </div>
      {points.length >= 2 ? (
        <>
          <ValueLine label="Portfolio value" currency={data?.currency ?? currency} points={points} />
          <DayRatesNote isAll={false} />
        </>
      ) : (
        <p className="py-8 text-center text-ink-2">
          {isPending ? 'Loading the values …' : 'No prices are known for this period.'}
        </p>
      )}
    </Card>
  )
}

const TONES = ['bg-share-1', 'bg-share-2', 'bg-share-3', 'bg-share-4', 'bg-share-5'] as const

function Allocation({ answer }: { readonly answer: HoldingsAnswer }) {
  const { allocation, totals, currency } = answer
  const drawing = useRef<HTMLDivElement>(null)
  const [first] = allocation
  const priced = allocation.reduce((sum, { assets }) => sum + assets, 0)
  const sentence =
    first === undefined
      ? ''
      : `${first.asset === null ? 'Others' : first.symbol} ${allocation.length === 1 ? 'is all' : `is the largest with ${formatPercentOf(first.value, totals.value) ?? ''}`} of your priced assets.`
  return (
    <Card
      title="Allocation"
      actions={
        allocation.length > 0 && (
          <ChartTools
            title="Allocation"
            summary={sentence}
            drawing={drawing}
            data={{
              heads: ['Asset', `Value (${currency})`, 'Share'],
              rows: allocation.map(({ asset, symbol, assets, value }) => [
                asset === null ? counted(assets, 'other') : symbol,
                value,
                formatPercentOf(value, totals.value) ?? '',
              ]),
            }}
          />
        )
      }
    >
      {allocation.length === 0 ? (
        <p className="text-ink-2">None of your holdings has a price yet.</p>
      ) : (
        <>
          <p className="mb-3 text-table text-ink-2">{sentence}</p>
          <AllocationRing
            total={totals.value}
            parts={allocation.map(({ asset, value }) => ({
              id: asset ?? 'others',
              value,
              isOther: asset === null,
            }))}
          >
            <span className="text-figure font-semibold tracking-[-0.01em]">
              <Money amount={totals.value} currency={currency} compact />
            </span>
            <span className="text-caption text-ink-3">{counted(priced, 'asset')}</span>
          </AllocationRing>
          <ul className="mt-4 divide-y divide-rule">
            {allocation.map(({ asset, symbol, assets, value }, n) => (
              <li key={asset ?? 'others'} className="flex min-h-11 items-center gap-3">
                <span
                  aria-hidden="true"
                  className={cx(
                    'size-2.5 shrink-0 rounded-[2px]',
                    asset === null ? 'bg-share-other' : (TONES[n] ?? 'bg-share-other'),
                  )}
                />
                {asset !== null && <Coin name={symbol} asset={asset} small />}
                <span className="min-w-0 grow">{asset === null ? counted(assets, 'other') : symbol}</span>
                <Money amount={value} currency={currency} />
                <span className="w-14 text-right text-ink-2">
                  <Percent part={value} whole={totals.value} reason="The total value is zero." />
                </span>
              </li>
            ))}
          </ul>
          {totals.unpriced > 0 && (
            <p className="mt-2 text-table text-ink-2">
              {totals.unpriced.toLocaleString()} more {totals.unpriced === 1 ? 'has' : 'have'} no price and{' '}
              {totals.unpriced === 1 ? 'is' : 'are'} not counted.
            </p>
          )}
        </>
      )}
    </Card>
  )
}

/** The coin that a transaction is about: of a sale the one that was sold, else the one that came in. */
function CoinOf({ row: { type, from, to, label } }: { readonly row: TransactionRow }) {
  const leg = type === 'sell' ? from : (to ?? from)
  return <Coin name={leg?.symbol ?? label} asset={leg?.asset} small />
}

/** Newest transactions, a few. */
function RecentActivity() {
  const router = useRouter()
  const { data } = useQuery(api.transactions.list.queryOptions({ input: { limit: 8 } }))
  if (data === undefined || data.rows.length === 0) return null
  return (
    <Card
      title="Recent activity"
      actions={<LoneLink to={paths.transactions}>All {data.total.toLocaleString()} transactions</LoneLink>}
      flush
    >
      <DataTable
        caption="Recent activity"
        columns={activityColumns(data)}
        rows={data.rows}
        rowKey={({ id }) => id}
        onOpen={({ id }) => router.history.push(`${paths.transactions}?id=${id}`)}
        narrow={(row) => <NarrowActivity row={row} shown={data} />}
      />
    </Card>
  )
}

interface Shown {
  readonly currency: string
  readonly tax_currency: string
}

function activityColumns(shown: Shown): Column<ListedTransaction>[] {
  return [
    {
      id: 'what',
      head: 'What',
      track: 'minmax(14rem, 2fr)',
      isRowHead: true,
      cell: (row) => (
        <span className="flex min-w-0 items-center gap-3">
          <CoinOf row={row} />
          <LoneLink to={`${paths.transactions}?id=${row.id}`}>{headline(row)}</LoneLink>
        </span>
      ),
    },
    { id: 'at', head: 'Date (UTC)', track: '7rem', cell: ({ at }) => <Day day={at.slice(0, 10)} /> },
    {
      id: 'account',
      head: 'Account',
      track: 'minmax(8rem, 1fr)',
      cell: ({ account_name }) => <AccountName name={account_name} />,
    },
    {
      id: 'value',
      head: 'Value, gain',
      track: '8rem',
      isNumeric: true,
      cell: (row) => <Worth row={row} shown={shown} />,
    },
  ]
}

function Worth({ row, shown }: { row: ListedTransaction; shown: Shown }) {
  if (row.gain === null && row.shown_value === null) return <span className="text-ink-3">No price</span>
  return (
    <span className="grid justify-items-end">
      {row.shown_value !== null && <Money amount={row.shown_value} currency={shown.currency} />}
      {row.gain !== null && (
        <span className="text-caption">
          <Gain amount={row.gain} currency={shown.tax_currency} />
        </span>
      )}
    </span>
  )
}

function NarrowActivity({ row, shown }: { row: ListedTransaction; shown: Shown }) {
  return (
    <span className="flex items-center gap-3">
      <CoinOf row={row} />
      <span className="min-w-0 grow">
        <span className="block wrap-anywhere">{headline(row)}</span>
        <span className="block text-caption text-ink-3">
          <Day day={row.at.slice(0, 10)} /> · <AccountName name={row.account_name} />
        </span>
      </span>
      <Worth row={row} shown={shown} />
    </span>
  )
}

/** How the balance of an account compares with what it reports; nothing is said of one that reports none. */
function BalanceCheck({ proof }: { proof: Proof }) {
  if (proof === 'not_reported') return null
  return proof === 'matches' ? (
    <StatusBadge look="done" label="Balance matches" />
  ) : (
    <StatusBadge look="warn" label="Balance differs" />
  )
}

/** The accounts, what the coins in each are worth, and how it is where something is to be said. */
function Accounts() {
  const { data } = useQuery(api.imports.histories.queryOptions({ input: { page: 1 } }))
  const { data: balances } = useQuery(api.wallets.balances.queryOptions())
  if (data === undefined || data.data.length === 0) return null
  const { data: accounts, meta } = data
  return (
    <Card title="Accounts" flush>
      <ul className="divide-y divide-rule pt-2">
        {accounts.slice(0, 8).map((row) => {
          const status = statusOf(row, undefined)
          const held = balances?.accounts.find(({ id }) => id === row.id)
          return (
            <li key={row.id} className="flex items-center gap-3 px-4 py-2.5 md:px-6">
              <SourceLogo slug={row.account_slug} name={nameOf(row)} />
              <span className="min-w-0 grow">
                <span className="block truncate font-medium" title={row.custom_name ?? row.account_name}>
                  {nameOf(row)}
                </span>
                <span className="block text-caption text-ink-3">
                  {counted(row.total_transactions, 'transaction')}
                  {held !== undefined &&
                    held.unpriced > 0 &&
                    ` · ${held.unpriced.toString()} without a price`}
                  {held !== undefined && held.below_zero > 0 && ` · ${held.below_zero.toString()} below zero`}
                </span>
              </span>
              <span className="grid shrink-0 justify-items-end gap-0.5">
                {held !== undefined && balances !== undefined && (
                  <Money amount={held.value} currency={balances.currency} />
                )}
                {status.look === 'done' ? (
                  held !== undefined && <BalanceCheck proof={held.proof} />
                ) : (
                  <StatusBadge look={status.look} label={status.label} />
                )}
              </span>
            </li>
          )
        })}
      </ul>
      <p className="border-t border-rule px-4 py-3 md:px-6">
        <LoneLink to={paths.imports}>
          {meta.total_count > 8 ? `All ${meta.total_count.toLocaleString()} accounts` : 'Manage accounts'}
        </LoneLink>
      </p>
    </Card>
  )
}
