import type { ReactNode } from 'react'
import { cx } from '../cx.ts'

export interface ChartTipProps {
  /** Where the point stands that it tells, in px from the left of the picture. */
  readonly left: number
  /** Width of the picture in px: from its middle on the tip stands at the left of the point. */
  readonly width: number
  readonly children: ReactNode
}

/** The value of a point of a picture, in a layer over it. Who hears the page is told by the picture itself. */
export function ChartTip({ left, width, children }: ChartTipProps) {
  const isRight = left > width / 2
  return (
    <div
      aria-hidden="true"
      className="pointer-events-none absolute top-0 z-10 min-w-48 rounded-[8px] border border-edge bg-raised px-3 py-2.5 text-table shadow-menu"
      style={isRight ? { right: width - left + 24 } : { left: left + 24 }}
    >
      {children}
    </div>
  )
}

/** A name and a value of a tip; the last adds the others up. */
export function TipLine({
  name,
  value,
  isSum = false,
}: {
  name: ReactNode
  value: ReactNode
  isSum?: boolean
}) {
  return (
    <span
      className={cx('flex justify-between gap-6', isSum && 'mt-1 border-t border-rule pt-1 font-semibold')}
    >
      <span className={cx(!isSum && 'text-ink-2')}>{name}</span>
      <span>{value}</span>
    </span>
  )
}
