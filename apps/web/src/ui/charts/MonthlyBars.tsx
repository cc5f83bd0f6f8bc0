import { SHORT_MONTHS } from '@lotbook/journal'
import { decimal, formatDecimal, isZero, plus, sum } from '@lotbook/money'
import { useId } from 'react'
import { cx } from '../cx.ts'
import { readAmount } from '../format/amount.ts'
import { formatMoney, formatMoneyTick } from '../format/format-money.ts'
import { PlainHead } from '../PlainHead.tsx'
import { useWidth } from '../use-width.ts'
import { ChartFrame, Swatch } from './ChartFrame.tsx'
import { largest, niceReach, position } from './chart-scale.ts'
import { monthsSentence } from './months-sentence.ts'
import { usePoints } from './use-points.ts'

export interface Month {
  /** 1 to 12. */
  readonly month: number
  /** Exact decimal text. */
  readonly short: string
  readonly long: string
}

export interface MonthlyBarsProps {
  readonly title: string
  readonly currency: string
  readonly months: readonly Month[]
  /** The month that filters the table below. */
  readonly selected?: number | undefined
  readonly onSelect?: (month: number) => void
}

const HEIGHT = 220
const LEFT = 48
const BOTTOM = 24
const MIDDLE = (HEIGHT - BOTTOM) / 2
const ARM = MIDDLE - 8

/**
 * Gain by month: bars around zero, long-term solid and short-term hatched, the net as a dot. Parts that go the same
 * way are stacked, so the bars of a month reach as far as its gains and its losses.
 */
export function MonthlyBars({ title, currency, months, selected, onSelect }: MonthlyBarsProps) {
  const hatch = useId()
  // Drawn for the width it gets, so that its words keep their size.
  const { ref, width } = useWidth(720)
  const slot = (width - LEFT) / 12
  const bar = Math.min(32, slot * 0.6)
  const rows = SHORT_MONTHS.map((name, n) => {
    const { short = '0', long = '0' } = months.find(({ month }) => month === n + 1) ?? {}
    return { name, month: n + 1, short, long, net: formatDecimal(plus(readAmount(short), readAmount(long))) }
  })
  const money = (amount: string) => formatMoney(amount, { currency, signed: true })
  const said = (row: (typeof rows)[number]) =>
    `${row.name}: net ${money(row.net)}, long-term ${money(row.long)}, short-term ${money(row.short)}`

  const most = largest(rows.flatMap((row) => armsOf(row).map(({ to }) => to)))
  const reach = niceReach(most)
  const y = (amount: string) => MIDDLE - position(readAmount(amount), reach) * ARM
  const total = formatDecimal(sum(rows.map(({ net }) => readAmount(net))))
  const points = usePoints(12, onSelect === undefined ? undefined : (at) => onSelect(at + 1))
  const read = points.at === undefined ? undefined : rows[points.at]

  return (
    <ChartFrame
      title={title}
      summary={monthsSentence(rows, money)}
      table={<MonthTable rows={rows} money={money} total={total} caption={title} />}
      legend={
        <>
          <Swatch label="Long-term" className="text-gain" />
          <Swatch label="Short-term" className="text-gain" hatched />
          <Swatch label="Loss" className="text-loss" />
          <span>● Net</span>
        </>
      }
    >
      {/* One stop for the keyboard; the arrows move inside, as the label says. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions */}
      <div
        ref={ref}
        role="application"
        aria-roledescription="chart"
        aria-label={`${title}. Arrow keys move between months.`}
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        tabIndex={0}
        onFocus={points.onFocus}
        onBlur={points.onBlur}
        onKeyDown={points.onKeyDown}
      >
        <svg
          viewBox={`0 0 ${width.toString()} ${HEIGHT.toString()}`}
          aria-hidden="true"
          height={HEIGHT}
          className="block w-full"
        >
          <defs>
            {(['gain', 'loss'] as const).map((of) => (
              <pattern
                key={of}
                id={`${hatch}-${of}`}
                width="6"
                height="6"
                patternUnits="userSpaceOnUse"
                patternTransform="rotate(45)"
                className={of === 'gain' ? 'text-gain' : 'text-loss'}
              >
                <rect width="6" height="6" fill="currentColor" fillOpacity="0.15" />
                <rect width="2" height="6" fill="currentColor" />
              </pattern>
            ))}
          </defs>
          {[formatDecimal(reach), '0', `-${formatDecimal(reach)}`].map((tick) => (
            <g key={tick}>
              <line
                x1={LEFT}
                x2={width}
                y1={y(tick)}
                y2={y(tick)}
                className={tick === '0' ? 'stroke-line-strong' : 'stroke-line'}
              />
              <text x={LEFT - 8} y={y(tick) + 4} textAnchor="end" className="fill-ink-3 text-[11px]">
                {formatMoneyTick(tick, { currency })}
              </text>
            </g>
          ))}
          {rows.map((row, n) => {
            const x = LEFT + n * slot
            const isOn = points.at === n || selected === row.month
            return (
              // The keyboard has its own way through the points above.
              // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions
              <g
                key={row.name}
                onClick={() => onSelect?.(row.month)}
                className={cx(onSelect !== undefined && 'cursor-pointer')}
              >
                <title>{said(row)}</title>
                <rect
                  x={x}
                  y={0}
                  width={slot}
                  height={HEIGHT}
                  className={isOn ? 'fill-sunken' : 'fill-transparent'}
                />
                {armsOf(row).map(({ from, to, of, isHatched }) => (
                  <rect
                    key={`${of}${isHatched ? 'short' : 'long'}`}
                    x={x + (slot - bar) / 2}
                    width={bar}
                    y={Math.min(y(from), y(to))}
                    height={Math.abs(y(to) - y(from))}
                    fill={isHatched ? `url(#${hatch}-${of})` : 'currentColor'}
                    stroke="currentColor"
                    className={of === 'gain' ? 'text-gain' : 'text-loss'}
                  />
                ))}
                {!isZero(readAmount(row.net)) && (
                  <circle
                    cx={x + slot / 2}
                    cy={y(row.net)}
                    r="4"
                    strokeWidth="2"
                    className="fill-ink stroke-surface"
                  />
                )}
                <text
                  x={x + slot / 2}
                  y={HEIGHT - 6}
                  textAnchor="middle"
                  className={isOn ? 'fill-ink text-[11px] font-semibold' : 'fill-ink-3 text-[11px]'}
                >
                  {slot < 30 ? row.name[0] : row.name}
                </text>
              </g>
            )
          })}
        </svg>
        <p aria-live="polite" className="min-h-5 text-table text-ink-2">
          {read !== undefined && said(read)}
        </p>
      </div>
    </ChartFrame>
  )
}

interface Arm {
  readonly from: string
  readonly to: string
  readonly of: 'gain' | 'loss'
  readonly isHatched: boolean
}

/** The stacked parts of a month: what goes up from zero, and what goes down. */
export function armsOf({ short, long }: { readonly short: string; readonly long: string }): readonly Arm[] {
  const arms: Arm[] = []
  const ends = { gain: decimal(0n, 0), loss: decimal(0n, 0) }
  for (const { amount, isHatched } of [
    { amount: long, isHatched: false },
    { amount: short, isHatched: true },
  ]) {
    const value = readAmount(amount)
    if (isZero(value)) continue
    const of = value.units < 0n ? 'loss' : 'gain'
    const end = plus(ends[of], value)
    arms.push({ from: formatDecimal(ends[of]), to: formatDecimal(end), of, isHatched })
    ends[of] = end
  }
  return arms
}

interface MonthTableProps {
  readonly caption: string
  readonly rows: readonly { name: string; short: string; long: string; net: string }[]
  readonly total: string
  readonly money: (amount: string) => string
}

function MonthTable({ caption, rows, total, money }: MonthTableProps) {
  const totals = (of: 'short' | 'long') => money(formatDecimal(sum(rows.map((row) => readAmount(row[of])))))
  return (
    <div className="overflow-x-auto">
      <table className="w-full text-table">
        <caption className="sr-only">{caption}</caption>
        <PlainHead names={['Month', 'Long-term', 'Short-term', 'Net']} />
        <tbody>
          {rows.map((row) => (
            <tr key={row.name} className="border-b border-line">
              <th scope="row" className="h-8 px-2 text-left font-normal sm:px-3">
                {row.name}
              </th>
              <td className="px-2 text-right sm:px-3">{money(row.long)}</td>
              <td className="px-2 text-right sm:px-3">{money(row.short)}</td>
              <td className="px-2 text-right sm:px-3">{money(row.net)}</td>
            </tr>
          ))}
        </tbody>
        <tfoot className="font-semibold">
          <tr>
            <th scope="row" className="h-9 px-2 text-left sm:px-3">
              Year
            </th>
            <td className="px-2 text-right sm:px-3">{totals('long')}</td>
            <td className="px-2 text-right sm:px-3">{totals('short')}</td>
            <td className="px-2 text-right sm:px-3">{money(total)}</td>
          </tr>
        </tfoot>
      </table>
    </div>
  )
}
