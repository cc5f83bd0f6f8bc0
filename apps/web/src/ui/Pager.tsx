import { ChevronLeft, ChevronRight } from 'lucide-react'
import { IconButton } from './Button.tsx'

export interface PagerProps {
  /** What is paged, for who hears it: "imports". */
  readonly label: string
  /** The first and last row shown, counted from 1, and how many there are. */
  readonly from: number
  readonly to: number
  readonly total: number
  readonly onPrevious: (() => void) | undefined
  readonly onNext: (() => void) | undefined
}

/** "1–50 of 104", with the ways to the page before and the page after. */
export function Pager({ label, from, to, total, onPrevious, onNext }: PagerProps) {
  const isWhole = onPrevious === undefined && onNext === undefined
  return (
    <nav aria-label={`Pages of ${label}`} className="flex items-center gap-2 text-table text-ink-2">
      <span role="status">
        {from.toLocaleString()}–{to.toLocaleString()} of {total.toLocaleString()}
      </span>
      {!isWhole && (
        <>
          <IconButton
            label="Previous page"
            disabledReason={onPrevious === undefined ? 'this is the first' : undefined}
            onClick={onPrevious}
          >
            <ChevronLeft aria-hidden="true" className="size-4" />
          </IconButton>
          <IconButton
            label="Next page"
            disabledReason={onNext === undefined ? 'this is the last' : undefined}
            onClick={onNext}
          >
            <ChevronRight aria-hidden="true" className="size-4" />
          </IconButton>
        </>
      )}
    </nav>
  )
}
