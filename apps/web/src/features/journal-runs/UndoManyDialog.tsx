import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'
import { formatCount } from '../../ui/format/shorten.ts'
import { transactionsText } from './journal-run-words.ts'

export interface UndoManyDialogProps {
  /** How many transactions go back; more than one. */
  readonly rows: number
  readonly onClose: () => void
  readonly onUndo: () => void
}

/** Asks before a change of many transactions is undone from one of them: how many change back with it. */
export function UndoManyDialog({ rows, onClose, onUndo }: UndoManyDialogProps) {
  return (
    <ConfirmDialog
      isOpen
      title={`Undo for ${transactionsText(rows)}`}
      text={`This was one change: all ${formatCount(rows)} return to what they were before it.`}
      consequence="An undo cannot itself be undone."
      confirm={undoLabel(rows)}
      onClose={onClose}
      onConfirm={onUndo}
    />
  )
}

/** `Undo`, or of many `Undo all 1,204`. */
export function undoLabel(rows: number): string {
  return rows > 1 ? `Undo all ${formatCount(rows)}` : 'Undo'
}
