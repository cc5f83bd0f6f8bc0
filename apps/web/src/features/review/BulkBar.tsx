import { Button } from '../../ui/Button.tsx'
import { ChosenBar } from '../../ui/ChosenBar.tsx'
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

/** Actions on the chosen items at once. */
export function BulkBar(props: BulkBarProps) {
  const { count, total, isAccepted, areMatches, isBusy, onAll, onClear, onAct } = props
  const button = (action: ReviewAction, label: string) => (
    <Button size="small" busy={isBusy} onClick={() => onAct(action)}>
      {label}
    </Button>
  )
  return (
    <ChosenBar label="Chosen items" count={count} total={total} onAll={onAll} onClear={onClear}>
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
    </ChosenBar>
  )
}
