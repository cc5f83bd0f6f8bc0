import { formatDecimal, minus } from '@lotbook/money'
import { cx } from '../cx.ts'
import { readAmount } from '../format/amount.ts'
import { formatDay } from '../format/format-date-time.ts'
import { formatPercentOf } from '../format/format-percent.ts'
import { directionOf } from '../Values.tsx'
import { type DayPrice, SPARK, sparklinePath } from './sparkline-path.ts'

/**
 * How a price moved over a few weeks: a small line, its end in the colour of the way it went, and by how much. Nothing is drawn where
 * fewer than two prices are known.
 *
 * @param points - the prices that are known, a day each, in the order of their days.
 */
export function Sparkline({
  points,
  className,
}: {
  readonly points: readonly DayPrice[]
  readonly className?: string
}) {
  const spark = sparklinePath(points)
  const [first, last] = [points[0], points.at(-1)]
  if (spark === undefined || first === undefined || last === undefined) return null
  const change = formatDecimal(minus(readAmount(last.price), readAmount(first.price)))
  const way = directionOf(change)
  const percent = formatPercentOf(change, first.price)
  const days = `${formatDay(first.day)} to ${formatDay(last.day)}`
  return (
    <span className={cx('inline-flex items-center gap-2.5', className)} title={days}>
      <svg
        viewBox={`0 0 ${SPARK.width.toString()} ${SPARK.height.toString()}`}
        aria-hidden="true"
        className="h-[26px] w-[88px] shrink-0 overflow-visible max-[1199px]:w-16"
      >
        <path
          d={spark.path}
          className="fill-transparent stroke-ink-3"
          strokeWidth="1.5"
          strokeLinejoin="round"
          strokeLinecap="round"
        />
        <circle
          cx={spark.end[0]}
          cy={spark.end[1]}
          r="3"
          strokeWidth="1.5"
          className={cx('stroke-surface', DOTS[way])}
        />
      </svg>
      {percent !== undefined && (
        <span className="text-right whitespace-nowrap text-ink-2">
          {way === 'gain' && '+'}
          {percent}
          <span className="sr-only"> from {days}</span>
        </span>
      )}
    </span>
  )
}

const DOTS = { gain: 'fill-gain-fill', loss: 'fill-loss-fill', zero: 'fill-ink-3' } as const
