import { useState } from 'react'
import { reviewOptions, TOGETHER_OPTIONS, type ReviewItem, type ToldChange } from '@lotbook/contract'
import { findingWords } from '../transactions/finding-words.ts'
import { undoLabel, UndoManyDialog } from '../journal-runs/UndoManyDialog.tsx'
import { Button } from '../../ui/Button.tsx'
import { StatusBadge } from '../../ui/StatusBadge.tsx'
import { DateTime } from '../../ui/Values.tsx'
import { AboutTransaction } from './AboutTransaction.tsx'
import type { ReviewActions } from './use-review.ts'

/** When an item was settled, and by which change; null where nobody decided. */
export type Settled = { readonly at: string; readonly change: ToldChange | null }

export interface SettledItemProps {
  readonly item: ReviewItem
  readonly settled: Settled
  readonly currency: string
  readonly actions: ReviewActions
  readonly onOpenTransaction: (id: string) => void
}

/** An item that is gone from the queue: what it was, what was decided, by whom and when, and the way back. */
export function SettledItem({ item, settled, currency, actions, onOpenTransaction }: SettledItemProps) {
  const { transaction } = item
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
      <div className="grid gap-2">
        <p className="flex flex-wrap items-center gap-x-4 gap-y-1">
          <StatusBadge look="done" label="Settled" />
          <span className="text-table text-ink-2">This is no longer open.</span>
        </p>
        <div className="grid gap-1">
          <p className="font-medium">{howOf(item, settled.change)}</p>
          <SettledBy item={item} settled={settled} />
        </div>
        {settled.change !== null && <Undo change={settled.change} actions={actions} />}
      </div>
      <div className="grid gap-2">
        <h3 className="font-medium">What it was</h3>
        <p className="text-table text-ink-2">{findingWords(item.code).sentence}</p>
        {transaction === null ? (
          <p className="text-table">It was about a transaction that is gone, or about the whole history.</p>
        ) : (
          <AboutTransaction transaction={transaction} currency={currency} onOpen={onOpenTransaction} />
        )}
      </div>
    </div>
  )
}

/** By whom and when an item was decided, with the note that was kept. */
export function SettledBy({ item, settled }: Pick<SettledItemProps, 'item' | 'settled'>) {
  const { at, change } = settled
  const note = item.decision?.note ?? ''
  return (
    <div className="grid gap-1">
      <p className="text-table text-ink-2">
        {change === null ? 'Settled' : `By ${change.by},`} <DateTime instant={at} zone />
      </p>
      {note !== '' && <p className="wrap-anywhere text-table text-ink-2">Note: {note}</p>}
    </div>
  )
}

/** The answer that was given in the words in which it was offered; else what the change is called. */
function howOf({ code, decision, transaction }: ReviewItem, change: ToldChange | null): string {
  if (change === null) return 'No decision was needed: your history answers it now.'
  if (decision?.choice === 'accept') return 'Accepted as is'
  const isOut = transaction !== null && transaction.from !== null
  const option = [...reviewOptions(code, isOut, { isOfOrder: true }), ...TOGETHER_OPTIONS].find(
    ({ id }) => id === decision?.choice,
  )
  return option?.title ?? change.summary
}

/** Undoes the change, of which this item may be one of many. */
function Undo({ change, actions }: { change: ToldChange; actions: ReviewActions }) {
  const [isAsking, setIsAsking] = useState(false)
  const { id, rows } = change
  return (
    <div>
      <Button
        size="small"
        busy={actions.isBusy}
        onClick={() => (rows > 1 ? setIsAsking(true) : actions.undo(id))}
      >
        {undoLabel(rows)}
      </Button>
      {isAsking && (
        <UndoManyDialog
          rows={rows}
          onClose={() => setIsAsking(false)}
          onUndo={() => {
            setIsAsking(false)
            actions.undo(id)
          }}
        />
      )}
    </div>
  )
}
