import type { ReactNode } from 'react'
import { Button } from './Button.tsx'
import { formatCount } from './format/shorten.ts'

export interface ChosenBarProps {
  /** Of what: "Chosen transactions". */
  readonly label: string
  readonly count: number
  readonly total: number
  /** Choose everything that the filter finds; undefined when that is chosen already. */
  readonly onAll: (() => void) | undefined
  readonly onClear: () => void
  /** How far earlier work is, above the rest; it stays while nothing is chosen. */
  readonly work?: ReactNode
  /** What can be done with what is chosen. */
  readonly children: ReactNode
}

/** The bar under a list that says how much of it is chosen and what can be done with that; above the bar of a phone. */
export function ChosenBar({ label, count, total, onAll, onClear, work, children }: ChosenBarProps) {
  return (
    <div
      role="region"
      aria-label={label}
      className="sticky bottom-2 z-20 flex flex-wrap items-center gap-2 rounded-card border border-line-strong bg-raised px-4 py-2 shadow-dialog max-md:bottom-16"
    >
      {work !== undefined && <div className="w-full">{work}</div>}
      {count > 0 && (
        <>
          <p aria-live="polite" className="mr-2 font-medium">
            {formatCount(count)} chosen
          </p>
          {onAll !== undefined && count < total && (
            <Button size="small" look="quiet" onClick={onAll}>
              Choose all {formatCount(total)}
            </Button>
          )}
          {children}
          <Button size="small" look="quiet" onClick={onClear}>
            Clear
          </Button>
        </>
      )}
    </div>
  )
}
