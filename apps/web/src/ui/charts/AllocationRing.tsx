import type { ReactNode } from 'react'
import { cx } from '../cx.ts'
import { readAmount } from '../format/amount.ts'
import { position } from './chart-scale.ts'

/** Parts of a whole, the largest first; what is `isOther` has the colour of the rest. */
export interface RingPart {
  readonly id: string
  /** Exact decimal text, above zero. */
  readonly value: string
  readonly isOther: boolean
}

const SIZE = 168
const WIDTH = 22
const RADIUS = (SIZE - WIDTH) / 2
const ROUND = 2 * Math.PI * RADIUS
/** Between two parts, in pixels; a part keeps at least as much. */
const GAP = 2

/** The parts as arcs of a ring, clockwise from the top; a list beside it names them, so it says nothing by itself. */
export function AllocationRing({
  parts,
  total,
  children,
}: {
  readonly parts: readonly RingPart[]
  /** The sum of the parts, exact decimal text. */
  readonly total: string
  /** In the middle. */
  readonly children: ReactNode
}) {
  const whole = readAmount(total)
  const shares = parts.map(({ value }) => position(readAmount(value), whole) * ROUND)
  const gap = parts.length === 1 ? 0 : GAP
  return (
    <div className="relative flex justify-center">
      <svg viewBox={`0 0 ${SIZE.toString()} ${SIZE.toString()}`} aria-hidden="true" className="size-44">
        {parts.map(({ id, isOther }, n) => {
          const begins = shares.slice(0, n).reduce((sum, share) => sum + share, 0)
          const length = Math.max(GAP, (shares[n] ?? 0) - gap)
          return (
            <circle
              key={id}
              cx={SIZE / 2}
              cy={SIZE / 2}
              r={RADIUS}
              fill="none"
              strokeWidth={WIDTH}
              strokeDasharray={`${length.toString()} ${(ROUND - length).toString()}`}
              strokeDashoffset={-begins}
              transform={`rotate(-90 ${(SIZE / 2).toString()} ${(SIZE / 2).toString()})`}
              className={cx(isOther ? 'stroke-share-other' : (STROKES[n] ?? 'stroke-share-other'))}
            />
          )
        })}
      </svg>
      <div className="absolute inset-0 grid place-content-center text-center">{children}</div>
    </div>
  )
}

const STROKES = ['stroke-share-1', 'stroke-share-2', 'stroke-share-3', 'stroke-share-4', 'stroke-share-5']
