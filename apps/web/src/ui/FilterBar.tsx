import { X } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button } from './Button.tsx'
import { cx } from './cx.ts'

export interface PillProps {
  readonly children: ReactNode
  /** Its words without markup, for the name of the button that removes it. */
  readonly label: string
  readonly onRemove?: () => void
}

/** A small rounded word: a filter that is on ("Source is Coinbase"), a tag. */
export function Pill({ children, label, onRemove }: PillProps) {
  return (
    <span className="inline-flex min-h-7 max-w-full items-center gap-1 rounded-full border border-line bg-sunken pl-3 text-table text-ink">
      <span className={cx('truncate', onRemove === undefined && 'pr-3')} title={label}>
        {children}
      </span>
      {onRemove !== undefined && (
        <button
          type="button"
          aria-label={`Remove filter: ${label}`}
          onClick={onRemove}
          className="inline-flex size-6 shrink-0 items-center justify-center rounded-full text-ink-3 hover:bg-line hover:text-ink pointer-coarse:size-11"
        >
          <X aria-hidden="true" className="size-3.5" />
        </button>
      )}
    </span>
  )
}

export interface Filter {
  readonly id: string
  readonly label: string
}

export interface FilterBarProps {
  readonly filters: readonly Filter[]
  readonly onRemove: (id: string) => void
  readonly onClear: () => void
  /** Controls that add filters: selects, a search box. */
  readonly children?: ReactNode
}

/** The filters that are on, each removable, beside the controls that add more. */
export function FilterBar({ filters, onRemove, onClear, children }: FilterBarProps) {
  return (
    <div role="group" aria-label="Filters" className="flex flex-wrap items-center gap-2">
      {children}
      {filters.map(({ id, label }) => (
        <Pill key={id} label={label} onRemove={() => onRemove(id)}>
          {label}
        </Pill>
      ))}
      {filters.length > 1 && (
        <Button look="quiet" size="small" onClick={onClear}>
          Clear all
        </Button>
      )}
    </div>
  )
}
