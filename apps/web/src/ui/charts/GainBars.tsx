import { compare, decimal, formatDecimal, isNegative, isZero, minus, plus, sum } from '@lotbook/money'
import { useId, useState } from 'react'
import { cx } from '../cx.ts'
import { readAmount } from '../format/amount.ts'
import { formatMoney } from '../format/format-money.ts'
import { PlainHead } from '../PlainHead.tsx'
import { useIsMobile } from '../use-media.ts'
import { useWidth } from '../use-width.ts'
import { ChartFrame, Swatch } from './ChartFrame.tsx'
import { barLabel } from './bar-label.ts'
import { type Axis, axisOf, fromTop, position } from './chart-scale.ts'
import { MoneyAxis } from './MoneyAxis.tsx'
import { ChartTip, TipLine } from './ChartTip.tsx'
import type { NamedMonth } from './months-sentence.ts'
import { usePoints } from './use-points.ts'

/** What a gain is of: a month, a year, or a method. */
export interface GainBar {
  readonly name: string
  /** Stands under the bar where there is no room for the name. */
  readonly abbreviation?: string | undefined
  /** Exact decimal text. */
  readonly short: string
  readonly long: string
}

export interface GainBarsProps {
  readonly title: string
  readonly currency: string
  /** In the order of time; one without gain or loss has no bar. */
  readonly bars: readonly GainBar[]
  /** What each is called: "Month". */
  readonly noun: string
  /** What all are called, under the table: "Year". Left out where they are no parts of a whole. */
  readonly all?: string
  /** What they say, in a sentence. */
  readonly sentence: (rows: readonly NamedMonth[], money: (amount: string) => string) => string
  /** Each bar bears its figure where there is room, not only the best and the worst. */
  readonly labelsAll?: boolean
  /** The one that is chosen, from 0. */
  readonly selected?: number | undefined
  readonly onSelect?: ((at: number) => void) | undefined
}

const HEIGHT = 232
const LEFT = 54
const TOP = 18
const BOTTOM = 28
const PLOT = HEIGHT - TOP - BOTTOM
/** Room for a name that has an abbreviation. */
const NAME_ROOM = 88
/** Room for a letter of a figure. */
const LETTER = 7
/** Part of the axis that a gain and a loss of one month must both pass for their net to have a mark of its own. */
const WORTH_A_MARK = 0.04

/**
 * Gain over time: bars around zero, long-term solid and short-term hatched. Parts that go the same way are stacked, so the bars of a span
 * reach as far as its gains and its losses; where it has both, a line marks its net. The axis ends where the bars do.
 */
export function GainBars(props: GainBarsProps) {
  const { title, currency, bars, noun, all, sentence, labelsAll = false, selected, onSelect } = props
  const hatch = useId()
  // Drawn for the width it gets, so that its words keep their size.
  const { ref, width } = useWidth(720)
  const [under, setUnder] = useState<number>()
  const isMobile = useIsMobile()
  const slot = (width - LEFT) / Math.max(1, bars.length)
  const bar = Math.min(32, slot * 0.55)
  const rows = bars.map((one) => ({
    ...one,
    net: formatDecimal(plus(readAmount(one.short), readAmount(one.long))),
  }))
  const money = (amount: string) => formatMoney(amount, { currency, signed: true })
  const said = (row: (typeof rows)[number]) =>
    `${row.name}: net ${money(row.net)}, long-term ${money(row.long)}, short-term ${money(row.short)}`

  const axis = axisOf(rows.flatMap((row) => armsOf(row).map(({ to }) => to)))
  const y = (amount: string) => TOP + fromTop(readAmount(amount), axis) * PLOT
  const total = formatDecimal(sum(rows.map(({ net }) => readAmount(net))))
  const points = usePoints(rows.length, onSelect)
  const shown = points.at ?? under
  const read = shown === undefined ? undefined : rows[shown]
  const label = (amount: string) => barLabel(amount, currency)
  const widest = LETTER * Math.max(0, ...rows.map(({ net }) => label(net).length))
  const labelled = labelsAll && slot >= widest ? rows.map((_, n) => n) : bestAndWorst(rows)

  return (
    <ChartFrame
      title={title}
      summary={sentence(rows, money)}
      data={{
        heads: [noun, `Net (${currency})`, `Long-term (${currency})`, `Short-term (${currency})`],
        rows: rows.map(({ name, net, long, short }) => [name, net, long, short]),
      }}
      table={<GainTable {...{ rows, money, total, noun, all }} caption={title} />}
      legend={
        <>
          <Swatch label="Long-term" className="text-ink-3" />
          <Swatch label="Short-term" className="text-ink-3" hatched />
        </>
      }
    >
      {/* One stop for the keyboard; the arrows move inside, as the label says. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions */}
      <div
        ref={ref}
        role="application"
        aria-roledescription="chart"
        aria-label={`${title}. Arrow keys move between ${noun.toLowerCase()}s.`}
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        tabIndex={0}
        onFocus={points.onFocus}
        onBlur={points.onBlur}
        onKeyDown={points.onKeyDown}
        onPointerLeave={() => setUnder(undefined)}
        className="relative"
      >
        <svg
          data-chart=""
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
                width="5"
                height="5"
                patternUnits="userSpaceOnUse"
                patternTransform="rotate(45)"
                className={of === 'gain' ? 'text-gain-fill' : 'text-loss-fill'}
              >
                <rect width="5" height="5" fill="currentColor" fillOpacity="0.15" />
                <rect width="2" height="5" fill="currentColor" />
              </pattern>
            ))}
          </defs>
          <MoneyAxis ticks={axis.ticks} currency={currency} left={LEFT} right={width} y={y} />
          {rows.map((row, n) => {
            const x = LEFT + n * slot
            const isOn = shown === n || selected === n
            const arms = armsOf(row)
            return (
              // The keyboard has its own way through the points above.
              // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions
              <g
                key={row.name}
                data-bar={row.name}
                onClick={() => onSelect?.(n)}
                onPointerEnter={() => setUnder(n)}
                className={cx(onSelect !== undefined && 'cursor-pointer')}
              >
                <rect
                  x={x}
                  y={0}
                  width={slot}
                  height={HEIGHT}
                  className={isOn ? 'fill-sunken' : 'fill-transparent'}
                />
                {arms.map(({ from, to, of, isHatched }) => (
                  <rect
                    key={`${of}${isHatched ? 'short' : 'long'}`}
                    x={x + (slot - bar) / 2}
                    width={bar}
                    y={Math.min(y(from), y(to))}
                    height={Math.abs(y(to) - y(from))}
                    rx="2"
                    fill={isHatched ? `url(#${hatch}-${of})` : 'currentColor'}
                    stroke="currentColor"
                    className={of === 'gain' ? 'text-gain-fill' : 'text-loss-fill'}
                  />
                ))}
                {hasMark(arms, axis) && (
                  <line
                    x1={x + (slot - bar) / 2 - 3}
                    x2={x + (slot + bar) / 2 + 3}
                    y1={y(row.net)}
                    y2={y(row.net)}
                    strokeWidth="2"
                    className="stroke-ink"
                  />
                )}
                {labelled.includes(n) && slot >= 44 && (
                  <text
                    // The figure of the last bar stays within the chart.
                    x={Math.min(x + slot / 2, width - (LETTER * label(row.net).length) / 2)}
                    y={isNegative(readAmount(row.net)) ? y(lowest(arms)) + 14 : y(highest(arms)) - 6}
                    textAnchor="middle"
                    className="fill-ink text-[12px] font-medium"
                  >
                    {label(row.net)}
                  </text>
                )}
                <text
                  x={x + slot / 2}
                  y={HEIGHT - 6}
                  textAnchor="middle"
                  className={isOn ? 'fill-ink text-[12px] font-semibold' : 'fill-ink-3 text-[12px]'}
                >
                  {slot < 30 ? row.name[0] : slot < NAME_ROOM ? (row.abbreviation ?? row.name) : row.name}
                </text>
              </g>
            )
          })}
        </svg>
        {read !== undefined && !isMobile && (
          <ChartTip left={LEFT + ((shown ?? 0) + 0.5) * slot} width={width}>
            <b className="mb-1 block font-semibold">{read.name}</b>
            <TipLine name="Long-term" value={money(read.long)} />
            <TipLine name="Short-term" value={money(read.short)} />
            <TipLine name="Net" value={money(read.net)} isSum />
          </ChartTip>
        )}
        <p aria-live="polite" className={cx('text-table text-ink-2', isMobile ? 'min-h-5' : 'sr-only')}>
          {read !== undefined && said(read)}
        </p>
      </div>
    </ChartFrame>
  )
}

/** The months with the largest gain and the largest loss, which alone bear their figure. */
function bestAndWorst(rows: readonly { readonly net: string }[]): number[] {
  const byNet = rows
    .map(({ net }, n) => ({ n, net: readAmount(net) }))
    .toSorted((a, b) => compare(a.net, b.net))
  const worst = byNet[0]
  const best = byNet.at(-1)
  return [
    ...(worst !== undefined && isNegative(worst.net) ? [worst.n] : []),
    ...(best !== undefined && !isNegative(best.net) && !isZero(best.net) ? [best.n] : []),
  ]
}

const ends = (arms: readonly Arm[]) => [readAmount('0'), ...arms.map(({ to }) => readAmount(to))]
const lowest = (arms: readonly Arm[]) =>
  formatDecimal(ends(arms).reduce((a, b) => (compare(a, b) < 0 ? a : b)))
const highest = (arms: readonly Arm[]) =>
  formatDecimal(ends(arms).reduce((a, b) => (compare(a, b) > 0 ? a : b)))

function hasMark(arms: readonly Arm[], { low, high }: Axis): boolean {
  const reach = minus(high, low)
  const far = (of: Arm['of']) =>
    arms.some((arm) => arm.of === of && Math.abs(position(readAmount(arm.to), reach)) > WORTH_A_MARK)
  return far('gain') && far('loss')
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

interface GainTableProps {
  readonly noun: string
  readonly all: string | undefined
  readonly caption: string
  readonly rows: readonly { name: string; short: string; long: string; net: string }[]
  readonly total: string
  readonly money: (amount: string) => string
}

function GainTable({ caption, rows, total, money, noun, all }: GainTableProps) {
  const totals = (of: 'short' | 'long') => money(formatDecimal(sum(rows.map((row) => readAmount(row[of])))))
  return (
    <div className="overflow-x-auto">
      <table className="w-full text-table">
        <caption className="sr-only">{caption}</caption>
        <PlainHead names={[noun, 'Long-term', 'Short-term', 'Net']} />
        <tbody>
          {rows.map((row) => (
            <tr key={row.name} className="border-b border-rule">
              <th scope="row" className="h-8 px-2 text-left font-normal sm:px-3">
                {row.name}
              </th>
              <td className="px-2 text-right sm:px-3">{money(row.long)}</td>
              <td className="px-2 text-right sm:px-3">{money(row.short)}</td>
              <td className="px-2 text-right sm:px-3">{money(row.net)}</td>
            </tr>
          ))}
        </tbody>
        {all !== undefined && (
          <tfoot className="font-semibold">
            <tr>
              <th scope="row" className="h-9 px-2 text-left sm:px-3">
                {all}
              </th>
              <td className="px-2 text-right sm:px-3">{totals('long')}</td>
              <td className="px-2 text-right sm:px-3">{totals('short')}</td>
              <td className="px-2 text-right sm:px-3">{money(total)}</td>
            </tr>
          </tfoot>
        )}
      </table>
    </div>
  )
}
