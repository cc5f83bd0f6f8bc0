import { compare, minus } from '@lotbook/money'
import { Card } from '../../ui/Card.tsx'
import { ChartFrame } from '../../ui/charts/ChartFrame.tsx'
import { position } from '../../ui/charts/chart-scale.ts'
import { usePoints } from '../../ui/charts/use-points.ts'
import { readAmount } from '../../ui/format/amount.ts'
import { formatMoney } from '../../ui/format/format-money.ts'
import { DateTime, Money } from '../../ui/Values.tsx'

interface Point {
  readonly at: string
  readonly price: string
}

export interface PriceChartProps {
  readonly ticker: string
  readonly currency: string
  readonly points: readonly Point[]
}

const HEIGHT = 240
const EDGE = 8

/** The known prices as a line over their moments, the lowest at the bottom; of fewer than two it says what is known. */
export function PriceChart({ ticker, currency, points }: PriceChartProps) {
  const { at, ...keys } = usePoints(points.length, undefined)
  const [first, last] = [points[0], points.at(-1)]
  if (first === undefined || last === undefined || points.length < 2) {
    return (
      <Card title="Price over time">
        <p className="text-ink-2">
          {points.length === 0 ? 'No price' : 'One price'} of {ticker} is known for this period, which is not
          enough for a line. Try a longer period; price files in Settings and imports add prices.
        </p>
      </Card>
    )
  }
  const low = points.reduce((a, b) => (isLess(b, a) ? b : a))
  const high = points.reduce((a, b) => (isLess(a, b) ? b : a))
  const range = minus(readAmount(high.price), readAmount(low.price))
  const begun = Date.parse(first.at)
  const span = Date.parse(last.at) - begun
  const placed = points.map((point) => ({
    ...point,
    x: ((Date.parse(point.at) - begun) / span) * 100,
    y:
      range.units === 0n
        ? HEIGHT / 2
        : HEIGHT -
          EDGE -
          position(minus(readAmount(point.price), readAmount(low.price)), range) * (HEIGHT - 2 * EDGE),
  }))
  const chosen = at === undefined ? undefined : placed[at]
  return (
    <ChartFrame
      title="Price over time"
      summary={
        <>
          {points.length.toLocaleString()} known prices of {ticker}, from{' '}
          <Money amount={low.price} currency={currency} /> to{' '}
          <Money amount={high.price} currency={currency} />.
        </>
      }
      words={`${points.length.toLocaleString()} known prices of ${ticker}, from ${formatMoney(low.price, { currency })} to ${formatMoney(high.price, { currency })}.`}
      data={{
        heads: ['Date (UTC)', `Price of ${ticker} in ${currency}`],
        rows: points.map(({ at, price }) => [at, price]),
      }}
      table={<PriceTable points={points} currency={currency} />}
    >
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- arrows move over the points */}
      <div role="group" aria-label={`Line of ${ticker}; arrows move over its prices`} tabIndex={0} {...keys}>
        <div className="relative" style={{ height: HEIGHT }}>
          <svg
            aria-hidden="true"
            viewBox={`0 0 100 ${HEIGHT.toString()}`}
            preserveAspectRatio="none"
            className="absolute inset-0 size-full"
          >
            {[EDGE, HEIGHT / 2, HEIGHT - EDGE].map((y) => (
              <path
                key={y}
                d={`M0 ${y.toString()}H100`}
                className="stroke-rule"
                vectorEffect="non-scaling-stroke"
              />
            ))}
            <path
              d={placed.map(({ x, y }, n) => `${n === 0 ? 'M' : 'L'}${place(x)} ${place(y)}`).join('')}
              className="fill-none stroke-accent"
              strokeWidth="2"
              vectorEffect="non-scaling-stroke"
            />
          </svg>
          {chosen !== undefined && (
            <span
              aria-hidden="true"
              className="absolute size-2.5 -translate-1/2 rounded-full border-2 border-surface bg-accent"
              style={{ left: `${place(chosen.x)}%`, top: chosen.y }}
            />
          )}
        </div>
        <p className="mt-2 flex flex-wrap justify-between gap-x-4 text-caption text-ink-3">
          <DateTime instant={first.at} />
          <DateTime instant={last.at} zone />
        </p>
        <p role="status" className="min-h-5 text-table text-ink-2">
          {chosen !== undefined && (
            <>
              <Money amount={chosen.price} currency={currency} />, <DateTime instant={chosen.at} zone />
            </>
          )}
        </p>
      </div>
    </ChartFrame>
  )
}

const isLess = (a: Point, b: Point) => compare(readAmount(a.price), readAmount(b.price)) < 0

function PriceTable({ points, currency }: { readonly points: readonly Point[]; readonly currency: string }) {
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls is reached by keyboard
    <div role="region" aria-label="Prices" tabIndex={0} className="max-h-72 overflow-auto">
      <table className="w-full text-table">
        <thead className="text-caption text-ink-3">
          <tr className="border-b border-line">
            <th scope="col" className="h-8 text-left font-medium">
              Date (UTC)
            </th>
            <th scope="col" className="h-8 text-right font-medium">
              Price
            </th>
          </tr>
        </thead>
        <tbody>
          {points.toReversed().map(({ at, price }) => (
            <tr key={at} className="border-b border-rule">
              <td className="h-8">
                <DateTime instant={at} />
              </td>
              <td className="h-8 text-right">
                <Money amount={price} currency={currency} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

/** A place in the picture to a hundredth. */
const place = (at: number) => (Math.round(at * 100) / 100).toString()
