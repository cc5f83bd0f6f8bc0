import { useState } from 'react'
import { transactionsText } from '../journal-runs/journal-run-words.ts'
import { Button } from '../../ui/Button.tsx'
import { ChosenBar } from '../../ui/ChosenBar.tsx'
import { ProgressBar } from '../../ui/ProgressBar.tsx'
import { BulkDialog } from './BulkDialog.tsx'
import type { Bulk, BulkKind, Which } from './use-bulk.ts'

export interface BulkBarProps {
  readonly count: number
  readonly total: number
  readonly which: Which
  /** The list shows what was deleted. */
  readonly isRemoved: boolean
  readonly bulk: Bulk
  /** Choose everything that the filter finds; undefined when that is chosen already. */
  readonly onAll: (() => void) | undefined
  readonly onClear: () => void
}

/** Actions on the chosen transactions at once, and their progress. */
export function BulkBar(props: BulkBarProps) {
  const { count, total, which, isRemoved, bulk, onAll, onClear } = props
  const [kind, setKind] = useState<BulkKind>()
  const { run } = bulk
  const button = (of: BulkKind, label: string) => (
    <Button size="small" onClick={() => setKind(of)}>
      {label}
    </Button>
  )
  if (count === 0 && run === undefined) return null
  return (
    <>
      <ChosenBar
        label="Chosen transactions"
        count={count}
        total={total}
        onAll={onAll}
        onClear={onClear}
        work={
          run && (
            <ProgressBar
              label="Changing your transactions"
              progress={{ ...run.progress, id: run.id, seq: run.progress.done, state: 'running' }}
            />
          )
        }
      >
        {isRemoved ? (
          button('restored', 'Bring back')
        ) : (
          <>
            {button('type', 'Set type')}
            {button('ignored', 'Ignore')}
            {button('counted', 'Count again')}
            {button('removed', 'Delete')}
          </>
        )}
      </ChosenBar>
      {kind !== undefined && (
        <BulkDialog
          kind={kind}
          about={transactionsText(count)}
          which={which}
          onStarted={(runId) => {
            bulk.onStarted(runId, kind)
            setKind(undefined)
            onClear()
          }}
          onClose={() => setKind(undefined)}
        />
      )}
    </>
  )
}
