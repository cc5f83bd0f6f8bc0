import type { OpenLot } from '@lotbook/contract'
import { useId } from 'react'
import { Swatch } from '../../ui/charts/ChartFrame.tsx'
import { cx } from '../../ui/cx.ts'
import { directionOf } from '../../ui/Values.tsx'
import { daysWords, termSentence } from './holding-words.ts'
import { LOT_HEIGHT, type LotAxis, lotShape } from './lot-time.ts'

const GRID =
  'grid grid-cols-[1fr_72px] items-center gap-2 min-[1200px]:grid-cols-[1fr_76px] min-[1200px]:gap-3'
/** Names of years that would stand in the way of "Today" are left out, in a narrow table more of them. */
const ROOM_OF_TODAY = { wide: 14, narrow: 30 }

/** The years above the pictures of lots. */
export function LotAxisLine({ axis }: { readonly axis: LotAxis }) {
  return (
    <div className={GRID}>
      <div aria-hidden="true" className="relative h-4 min-w-20 lg:min-w-28">
        {axis.years
          .filter(({ x }) => Math.abs(x - axis.today) > (axis.isEarlier ? 2 : 1) * ROOM_OF_TODAY.wide)
          .map(({ year, x }) => (
            <span
              key={year}
              className={cx(
                'absolute -translate-x-1/2 first:translate-x-0 max-[1199px]:nth-[even]:hidden',
                Math.abs(x - axis.today) < (axis.isEarlier ? 2 : 1) * ROOM_OF_TODAY.narrow &&
                  'max-[1199px]:hidden',
              )}
              style={{ left: `${x.toString()}%` }}
            >
              {year}
            </span>
          ))}
        <span
          className={cx(
            'absolute font-medium whitespace-nowrap text-ink',
            axis.isEarlier && axis.today > 50 ? '-translate-x-full' : '-translate-x-1/2',
          )}
          style={{ left: `${Math.min(axis.today, axis.isEarlier ? 100 : 94).toString()}%` }}
        >
          {axis.name}
        </span>
      </div>
      <span>Term</span>
    </div>
  )
}

interface LotMarksProps {
  readonly lot: OpenLot
  readonly axis: LotAxis
  readonly largest: string
}

/** A lot over time: its height is its quantity, hatched is its first year, the cap its result; dotted is the wait for long-term. */
export function LotTime({ lot, axis, largest }: LotMarksProps) {
  return (
    <div className={GRID}>
      <svg
        aria-hidden="true"
        className="block h-[30px] w-full overflow-visible"
        style={{ height: LOT_HEIGHT }}
      >
        <LotMarks lot={lot} axis={axis} largest={largest} />
      </svg>
      <span className="whitespace-nowrap">
        <Swatch
          label={lot.term === 'long' ? 'Long' : lot.days === null ? 'Short' : daysWords(lot.days)}
          className="text-ink-3"
          hatched={lot.term === 'short'}
        />
        <span className="sr-only">, {termSentence(lot)}</span>
      </span>
    </div>
  )
}

/** The shapes of a lot, in a picture of its height. */
export function LotMarks({ lot, axis, largest }: LotMarksProps) {
  const hatch = useId()
  const shape = lotShape(lot, axis, largest)
  const x = (at: number) => `${at.toString()}%`
  const middle = LOT_HEIGHT / 2
  const way = lot.gain === null ? 'zero' : directionOf(lot.gain)
  return (
    <>
      <defs>
        <pattern id={hatch} width="5" height="5" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
          <rect width="5" height="5" className="fill-accent-soft" />
          <rect width="2" height="5" className="fill-accent" />
        </pattern>
      </defs>
      {axis.years.map(({ year, x: at }) => (
        <line key={year} x1={x(at)} x2={x(at)} y1="-4" y2="34" className="stroke-rule" />
      ))}
      <line x1={x(axis.today)} x2={x(axis.today)} y1="-4" y2="34" className="stroke-ink-2" />
      {shape !== undefined && (
        <>
          <rect
            x={x(shape.short.from)}
            y={middle - shape.height / 2}
            width={x(Math.max(0.6, shape.short.to - shape.short.from))}
            height={shape.height}
            rx="1.5"
            fill={`url(#${hatch})`}
            className="stroke-accent"
          />
          {shape.long !== undefined && (
            <rect
              x={x(shape.long.from)}
              y={middle - shape.height / 2}
              width={x(shape.long.to - shape.long.from)}
              height={shape.height}
              rx="1.5"
              className="fill-accent"
            />
          )}
          {shape.goal !== undefined && (
            <>
              <line
                x1={x(axis.today + 0.8)}
                x2={x(shape.goal)}
                y1={middle}
                y2={middle}
                strokeWidth="1.5"
                strokeDasharray="2 3"
                className="stroke-accent"
              />
              <circle
                cx={x(shape.goal)}
                cy={middle}
                r="3.5"
                strokeWidth="1.5"
                className="fill-surface stroke-accent"
              />
            </>
          )}
          {way !== 'zero' && (
            <rect
              x={x(axis.today)}
              transform="translate(-4 0)"
              y={middle - shape.height / 2 - 1.5}
              width="4"
              height={shape.height + 3}
              rx="1"
              className={cx(way === 'gain' ? 'fill-gain-fill' : 'fill-loss-fill')}
            />
          )}
        </>
      )}
    </>
  )
}
