import { shortAccount } from '@lotbook/journal'
import type { Holding, OpenLot } from '@lotbook/contract'
import { useRef } from 'react'
import { AccountName } from '../../ui/AccountName.tsx'
import { ChartTools } from '../../ui/charts/ChartTools.tsx'
import { formatDay } from '../../ui/format/format-date-time.ts'
import { formatQuantity } from '../../ui/format/format-quantity.ts'
import { termSentence } from './holding-words.ts'
import { LOT_HEIGHT, largestLot, type LotAxis, lotAxis } from './lot-time.ts'
import { LotMarks } from './LotTime.tsx'
import type { useLots } from './use-holdings.ts'

const WIDTH = 860
const LEFT = 250
const PLOT = 400
const HEAD = 28
const ROW = LOT_HEIGHT + 6

/**
 * The lots of an asset over time as a file: those that are shown. In the table each lot is drawn in its own row, so the picture of all of
 * them is drawn for the file, out of sight.
 */
export function LotsPicture({
  holding: { symbol },
  lots: { newest, rows, left },
  asOf,
}: {
  readonly holding: Holding
  readonly lots: ReturnType<typeof useLots>
  readonly asOf: string | null
}) {
  const drawing = useRef<HTMLSpanElement>(null)
  if (newest === undefined || rows.length === 0) return null
  const { currency } = newest
  const axis = lotAxis({ since: newest.since, today: newest.today, asOf, lots: rows })
  const shown =
    left > 0
      ? `The oldest ${rows.length.toLocaleString()} of ${newest.total.toLocaleString()} lots`
      : `${rows.length.toLocaleString()} ${rows.length === 1 ? 'lot' : 'lots'}`
  return (
    <>
      <ChartTools
        title={`Lots of ${symbol} over time`}
        summary={`${shown} on ${formatDay(newest.today)}. Solid is long-term, hatched is short-term.`}
        data={{
          heads: [
            'Acquired',
            `Cost basis (${currency})`,
            `Value (${currency})`,
            `Gain (${currency})`,
            `Quantity (${symbol})`,
            'Account',
            'Term',
            'Long-term from',
          ],
          rows: rows.map((lot) => [
            lot.acquired ?? '',
            lot.basis,
            lot.value ?? '',
            lot.gain ?? '',
            lot.quantity,
            shortAccount(lot.account_name),
            lot.term === 'long' ? 'Long-term' : 'Short-term',
            lot.long_term_from ?? '',
          ]),
        }}
        drawing={drawing}
      />
      <span ref={drawing} aria-hidden="true" className="invisible fixed top-0 left-0 size-0 overflow-hidden">
        <Drawing lots={rows} axis={axis} symbol={symbol} />
      </span>
    </>
  )
}

function Drawing({
  lots,
  axis,
  symbol,
}: {
  readonly lots: readonly OpenLot[]
  readonly axis: LotAxis
  readonly symbol: string
}) {
  const largest = largestLot(lots)
  const height = HEAD + lots.length * ROW
  const x = (at: number) => LEFT + (at / 100) * PLOT
  return (
    <svg data-chart="" width={WIDTH} height={height} viewBox={`0 0 ${WIDTH.toString()} ${height.toString()}`}>
      {axis.years
        .filter((year) => Math.abs(year.x - axis.today) > (axis.isEarlier ? 2 : 1) * ROOM_OF_TODAY)
        .map((year) => (
          <text key={year.year} x={x(year.x)} y={14} textAnchor="middle" className="fill-ink-3 text-[12px]">
            {year.year}
          </text>
        ))}
      <text
        x={x(axis.today)}
        y={14}
        textAnchor={axis.isEarlier ? 'end' : 'middle'}
        className="fill-ink text-[12px] font-medium"
      >
        {axis.name}
      </text>
      {lots.map((lot, n) => {
        const y = HEAD + n * ROW
        return (
          <g key={lot.n}>
            <text x={0} y={y + 13} className="fill-ink text-[13px]">
              {lot.acquired === null ? 'Unknown day' : formatDay(lot.acquired)} ·{' '}
              {formatQuantity(lot.quantity, { ticker: symbol })}
            </text>
            <text x={0} y={y + 28} className="fill-ink-3 text-[12px]">
              <AccountName name={lot.account_name} />
            </text>
            <svg x={LEFT} y={y} width={PLOT} height={LOT_HEIGHT} overflow="visible">
              <LotMarks lot={lot} axis={axis} largest={largest} />
            </svg>
            <text x={LEFT + PLOT + 14} y={y + 19} className="fill-ink-2 text-[12px]">
              {termSentence(lot)}
            </text>
          </g>
        )
      })}
    </svg>
  )
}

/** Names of years nearer than this would stand in the way of "Today". */
const ROOM_OF_TODAY = 8
