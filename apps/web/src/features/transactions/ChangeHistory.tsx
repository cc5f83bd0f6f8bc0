import type { TransactionDetail } from '@lotbook/contract'
import { undoLabel } from '../journal-runs/UndoManyDialog.tsx'
import { Button } from '../../ui/Button.tsx'
import { DateTime } from '../../ui/Values.tsx'
import { Part } from './Part.tsx'
import { fieldLabel, fieldValue } from './transaction-words.ts'
import type { Corrections } from './use-corrections.ts'

type Change = TransactionDetail['changes'][number]

export interface ChangeHistoryProps {
  readonly detail: Pick<TransactionDetail, 'changes' | 'imported_at'>
  readonly corrections: Corrections
}

/** History of the transaction here: its import, and every correction with before, after and the way back. */
export function ChangeHistory({ detail, corrections }: ChangeHistoryProps) {
  return (
    <Part title="History">
      <ol className="grid gap-3 border-l-2 border-line pl-4">
        {detail.changes.map((change) => (
          <ChangeItem key={change.id} change={change} corrections={corrections} />
        ))}
        <li className="text-table">
          Imported <DateTime instant={detail.imported_at} zone />
        </li>
      </ol>
    </Part>
  )
}

function ChangeItem({ change, corrections }: { change: Change; corrections: Corrections }) {
  // The currency of a value says nothing that the value does not.
  const fields = change.fields.filter(({ field }) => field !== 'value_currency')
  return (
    <li className="text-table">
      <div className="flex items-start justify-between gap-4">
        <p className={change.is_undone ? 'text-ink-2' : undefined}>
          {change.kind === 'rule' ? `By rule “${change.summary}”` : `${change.summary} by ${change.by}`}
          {change.is_undone && ' (undone)'}
          <span className="block text-caption text-ink-2">
            <DateTime instant={change.at} zone />
          </span>
        </p>
        {change.can_undo && (
          <Button size="small" busy={corrections.isBusy} onClick={() => corrections.undo(change)}>
            {undoLabel(change.rows)}
          </Button>
        )}
      </div>
      <ul className="mt-1 grid gap-0.5 text-ink-2">
        {fields.map(({ field, before, after }) => (
          <li key={field}>
            {fieldLabel(field)}: <del>{fieldValue(field, before)}</del> <span aria-hidden="true">→</span>{' '}
            <ins className="no-underline">{fieldValue(field, after)}</ins>
          </li>
        ))}
      </ul>
    </li>
  )
}
