import { Button } from '../../ui/Button.tsx'
import { formatCount } from '../../ui/format/shorten.ts'
import type { ReviewAction } from './use-review.ts'

export interface BulkBarProps {
  readonly count: number
  readonly total: number
  readonly isAccepted: boolean
  /** Every chosen item is a suggested transfer. */
  readonly areMatches: boolean
  readonly isBusy: boolean
  /** Choose everything that the filter finds; undefined when that is chosen already. */
  readonly onAll: (() => void) | undefined
  readonly onClear: () => void
  readonly onAct: (action: ReviewAction) => void
}

/** What can be done with the chosen items at once. */
export function BulkBar(props: BulkBarProps) {
  const { count, total, isAccepted, areMatches, isBusy, onAll, onClear, onAct } = props
  const button = (action: ReviewAction, label: string) => (
    <Button size="small" busy={isBusy} onClick={() => onAct(action)}>
      {label}
    </Button>
  )
  return (
    <div
      role="region"
      aria-label="Chosen items"
      className="sticky bottom-2 z-20 flex flex-wrap items-center gap-2 rounded-card border border-line-strong bg-raised px-4 py-2 shadow-dialog"
    >
      <p aria-live="polite" className="mr-2 font-medium">
        {formatCount(count)} chosen
      </p>
      {onAll !== undefined && count < total && (
        <Button size="small" look="quiet" onClick={onAll}>
          Choose all {formatCount(total)}
        </Button>
      )}
      {isAccepted ? (
        button('reopen', 'Reopen')
      ) : (
        <>
          {areMatches && button('match', 'Match')}
          {areMatches && button('refuse', 'Not a transfer')}
          {button('accept', 'Accept as is')}
          {button('ignore', 'Ignore transactions')}
        </>
      )}
      <Button size="small" look="quiet" onClick={onClear}>
        Clear
      </Button>
    </div>
  )
}
