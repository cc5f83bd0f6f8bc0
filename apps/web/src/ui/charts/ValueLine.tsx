import { compare } from '@lotbook/money'
import { useState } from 'react'
import { cx } from '../cx.ts'
import { readAmount } from '../format/amount.ts'
import { formatDay } from '../format/format-date-time.ts'
import { formatMoney } from '../format/format-money.ts'
import { useIsMobile } from '../use-media.ts'
import { useWidth } from '../use-width.ts'
import { PlainHead } from '../PlainHead.tsx'
import { axisOf, fromTop } from './chart-scale.ts'
import { ChartTools } from './ChartTools.tsx'
import { MoneyAxis } from './MoneyAxis.tsx'
import { ChartTip, TipLine } from './ChartTip.tsx'
import { usePoints } from './use-points.ts'
import { valueSentence } from './value-sentence.ts'

export interface ValuePoint {
  /** ISO 8601. */
  readonly at: string
  /** Exact decimal text. */
  readonly value: string
  /** What it had cost; null where nobody knows. */
  readonly basis: string | null
}

export interface ValueLineProps {
  readonly label: string
  readonly currency: string
  /** At least two, oldest first. */
  readonly points: readonly ValuePoint[]
}

const HEIGHT = 264
const LEFT = 60
const TOP = 20
const BOTTOM = 28
const PLOT = HEIGHT - TOP - BOTTOM

/**
 * The value of a portfolio over time as a line, with what it had cost as a dashed one; the band between them is the unrealized gain. The
 * axis begins at zero.
 */
export function ValueLine({ label, currency, points }: ValueLineProps) {
  const { ref, width } = useWidth(720)
  const isMobile = useIsMobile()
  const [under, setUnder] = useState<number>()
  const [isTable, setTable] = useState(false)
  const keys = usePoints(points.length, undefined)
  const shown = keys.at ?? under
  const read = shown === undefined ? undefined : points[shown]
  const times = points.map(({ at }) => Date.parse(at))
  const from = times[0] ?? 0
  const until = times.at(-1) ?? from + 1
  const x = (n: number) =>
    LEFT + (((times[n] ?? from) - from) / Math.max(1, until - from)) * (width - LEFT - 8)
  const axis = axisOf(points.flatMap(({ value, basis }) => [value, ...(basis === null ? [] : [basis])]))
  const y = (amount: string) => TOP + fromTop(readAmount(amount), axis) * PLOT
  const lineOf = (amounts: readonly string[]) =>
    amounts.map((amount, n) => `${n === 0 ? 'M' : 'L'}${px(x(n))} ${px(y(amount))}`).join('')
  const values = points.map(({ value }) => value)
  const bases = points.every(({ basis }) => basis !== null)
    ? points.map(({ basis }) => basis ?? '0')
    : undefined
  const money = (amount: string) => formatMoney(amount, { currency })
  const highest = values.reduce(
    (most, value, n) => (compare(readAmount(value), readAmount(values[most] ?? '0')) > 0 ? n : most),
    0,
  )
  const said = ({ at, value, basis }: ValuePoint) =>
    `${formatDay(at.slice(0, 10))}: value ${money(value)}${basis === null ? '' : `, cost basis ${money(basis)}`}`
  const nearest = (px: number) =>
    times.reduce((best, _, n) => (Math.abs(x(n) - px) < Math.abs(x(best) - px) ? n : best), 0)
  // A narrow picture has room for the two ends.
  const spans = width < 480 ? 1 : 3
  const marks = Array.from({ length: spans + 1 }, (_, part) =>
    Math.round((part * (points.length - 1)) / spans),
  )

  const drawn = (
    // One stop for the keyboard; the arrows move inside, as the label says.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <div
      ref={ref}
      role="application"
      aria-roledescription="chart"
      aria-label={`${label}. Arrow keys move between days.`}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
      tabIndex={0}
      onFocus={keys.onFocus}
      onBlur={keys.onBlur}
      onKeyDown={keys.onKeyDown}
      onPointerMove={({ clientX, currentTarget }) =>
        setUnder(nearest(clientX - currentTarget.getBoundingClientRect().left))
      }
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
        <MoneyAxis ticks={axis.ticks} currency={currency} left={LEFT} right={width} y={y} />
        {bases !== undefined && (
          <>
            <path
              d={`${lineOf(values)}${bases
                .map((basis, n) => `L${px(x(n))} ${px(y(basis))}`)
                .toReversed()
                .join('')}Z`}
              className="fill-accent-soft"
              fillOpacity="0.7"
            />
            <path
              d={lineOf(bases)}
              fill="none"
              strokeDasharray="4 3"
              strokeWidth="1.5"
              className="stroke-ink-3"
            />
          </>
        )}
        <path
          d={lineOf(values)}
          fill="none"
          strokeWidth="2"
          strokeLinejoin="round"
          className="stroke-accent"
        />
        <circle
          cx={x(highest)}
          cy={y(values[highest] ?? '0')}
          r="3.5"
          strokeWidth="1.5"
          className="fill-surface stroke-accent"
        />
        {shown !== undefined && read !== undefined && (
          <>
            <line x1={x(shown)} x2={x(shown)} y1={TOP} y2={TOP + PLOT} className="stroke-line-strong" />
            <circle
              cx={x(shown)}
              cy={y(read.value)}
              r="4"
              strokeWidth="2"
              className="fill-accent stroke-surface"
            />
          </>
        )}
        {[...new Set(marks)].map((n, place, all) => (
          <text
            key={n}
            x={x(n)}
            y={HEIGHT - 6}
            textAnchor={place === 0 ? 'start' : place === all.length - 1 ? 'end' : 'middle'}
            className="fill-ink-3 text-[12px]"
          >
            {formatDay((points[n]?.at ?? '').slice(0, 10))}
          </text>
        ))}
      </svg>
      {shown !== undefined && read !== undefined && !isMobile && (
        <ChartTip left={x(shown)} width={width}>
          <b className="mb-1 block font-semibold">{formatDay(read.at.slice(0, 10))}</b>
          <TipLine name="Value" value={money(read.value)} />
          {read.basis !== null && <TipLine name="Cost basis" value={money(read.basis)} />}
        </ChartTip>
      )}
      <p aria-live="polite" className={cx('text-table text-ink-2', isMobile ? 'min-h-5' : 'sr-only')}>
        {read !== undefined && said(read)}
      </p>
    </div>
  )
  const sentence = valueSentence(points, money)
  return (
    <figure aria-label={label}>
      <figcaption className="mb-3 flex flex-wrap items-center justify-between gap-x-4 gap-y-1 text-table text-ink-2">
        <span>{sentence}</span>
        <ChartTools
          title={label}
          summary={sentence}
          data={{
            heads: ['Day', `Value (${currency})`, `Cost basis (${currency})`],
            rows: points.map(({ at, value, basis }) => [at.slice(0, 10), value, basis ?? '']),
          }}
          drawing={ref}
          isTable={isTable}
          onTable={setTable}
        />
      </figcaption>
      {isTable ? <ValueTable label={label} points={points} money={money} /> : drawn}
    </figure>
  )
}

/** A place in the picture, in px to a tenth. */
const px = (place: number) => (Math.round(place * 10) / 10).toString()

function ValueTable({
  label,
  points,
  money,
}: Pick<ValueLineProps, 'label' | 'points'> & { readonly money: (amount: string) => string }) {
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <div role="region" aria-label={label} tabIndex={0} className="max-h-72 overflow-auto">
      <table className="w-full text-table">
        <caption className="sr-only">{label}</caption>
        <PlainHead names={['Day', 'Value', 'Cost basis']} />
        <tbody>
          {points.map(({ at, value, basis }) => (
            <tr key={at} className="border-b border-rule">
              <th scope="row" className="h-8 px-2 text-left font-normal sm:px-3">
                {formatDay(at.slice(0, 10))}
              </th>
              <td className="px-2 text-right sm:px-3">{money(value)}</td>
              <td className="px-2 text-right sm:px-3">{basis === null ? 'Not known' : money(basis)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
