import type { PricePoint } from './price-path.ts'
import { pricePath } from './price-path.ts'

const SPARK = { width: 72, height: 26, edge: 3 } as const

/** A price over the period as a small line beside its row; nothing where fewer than two prices are known. */
export function Spark({ points }: { readonly points: readonly PricePoint[] }) {
  const path = pricePath(points, SPARK)
  return (
    <svg viewBox="0 0 72 26" aria-hidden="true" className="h-[26px] w-18 overflow-visible max-sm:w-14">
      {path !== undefined && (
        <path
          d={path.line}
          className="fill-none stroke-accent"
          strokeWidth="1.5"
          strokeLinejoin="round"
          strokeLinecap="round"
        />
      )}
    </svg>
  )
}

/** The same as wide as its place, with the area under it; the caller says in words what it shows. */
export function PriceArea({
  points,
  height,
  className,
}: {
  readonly points: readonly PricePoint[]
  readonly height: number
  readonly className?: string
}) {
  const path = pricePath(points, { width: 1000, height, edge: 4 })
  if (path === undefined) return null
  return (
    <svg
      viewBox={`0 0 1000 ${height.toString()}`}
      preserveAspectRatio="none"
      aria-hidden="true"
      className={className}
      style={{ height, width: '100%' }}
    >
      <path d={path.area} className="fill-accent opacity-10" />
      <path
        d={path.line}
        className="fill-none stroke-accent"
        strokeWidth="1.75"
        vectorEffect="non-scaling-stroke"
        strokeLinejoin="round"
      />
    </svg>
  )
}
