import { useMutation, useQuery } from '@tanstack/react-query'
import type { BulkDeed, BulkPreview } from '@lotbook/contract'
import { api } from '../../client/api.ts'
import { toApiError } from '../../client/api-error.ts'
import { leftOutTexts, transactionsText } from '../journal-runs/journal-run-words.ts'
import { typeOfValue } from './type-value.ts'
import { TypeSelect } from './TypeSelect.tsx'
import { useDraft } from '../../client/use-draft.ts'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { Field } from '../../ui/Field.tsx'
import { formatCount } from '../../ui/format/shorten.ts'
import { toastFailed } from '../../ui/toast-store.ts'
import type { BulkKind, Which } from './use-bulk.ts'

export interface BulkDialogProps {
  readonly kind: BulkKind
  /** The choice in words: `12 transactions`. */
  readonly about: string
  readonly which: Which
  readonly onStarted: (runId: string) => void
  readonly onClose: () => void
}

/** Says how many of the chosen transactions would change, before they do. */
export function BulkDialog({ kind, about, which, onStarted, onClose: leave }: BulkDialogProps) {
  const [{ type }, setDraft, forget] = useDraft('type of many', { type: '' })
  const onClose = () => {
    forget()
    leave()
  }
  const deed = deedOf(kind, type)
  const input = { ...which, deed: deed ?? NO_DEED }
  const { data, error } = useQuery({
    ...api.transactions.bulkPreview.queryOptions({ input }),
    enabled: deed !== undefined,
    // Counted anew whenever it is asked.
    gcTime: 0,
    retry: false,
  })
  const start = useMutation(
    api.transactions.bulk.mutationOptions({
      onSuccess: ({ run_id }) => {
        forget()
        onStarted(run_id)
      },
      onError: (thrown) => toastFailed(toApiError(thrown).message),
    }),
  )
  const preview = deed === undefined ? undefined : data?.data
  const { title, confirm } = WORDS[kind]
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={title}
      footer={
        <>
          <Button {...(kind !== 'type' && { 'data-autofocus': true })} onClick={onClose}>
            Cancel
          </Button>
          <Button
            look={kind === 'removed' ? 'danger' : 'primary'}
            busy={start.isPending}
            disabledReason={
              deed === undefined
                ? 'Choose the type first.'
                : preview === undefined
                  ? 'It is being counted.'
                  : preview.changes === 0
                    ? 'Nothing would change.'
                    : undefined
            }
            onClick={() => deed !== undefined && start.mutate({ ...which, deed })}
          >
            {confirm}
          </Button>
        </>
      }
    >
      <div className="grid gap-3">
        {kind === 'type' && (
          <Field label="Type">
            <TypeSelect
              data-autofocus
              value={type}
              onChange={({ target }) => setDraft({ type: target.value })}
            />
          </Field>
        )}
        <p aria-live="polite">
          {error !== null
            ? toApiError(error).message
            : preview === undefined
              ? `${about} chosen.`
              : sentenceOf(preview)}
        </p>
        {preview !== undefined && notesOn(kind, preview).length > 0 && (
          <ul className="grid gap-1 text-table text-ink-2">
            {notesOn(kind, preview).map((note) => (
              <li key={note}>{note}</li>
            ))}
          </ul>
        )}
        <p className="text-table text-ink-2">One change, with one undo.</p>
      </div>
    </Dialog>
  )
}

const NO_DEED: BulkDeed = { set: 'ignored' }

function deedOf(kind: BulkKind, type: string): BulkDeed | undefined {
  if (kind !== 'type') return { set: kind }
  const choice = typeOfValue(type)
  return choice && { set: 'type', ...choice }
}

function sentenceOf({ matching, changes }: BulkPreview): string {
  return changes === matching
    ? `${transactionsText(changes)} will change.`
    : `${formatCount(changes)} of ${transactionsText(matching)} will change.`
}

function notesOn(kind: BulkKind, { already, transfers, filed, left_out }: BulkPreview): string[] {
  const so = kind === 'type' ? 'of that type already' : kind === 'ignored' ? 'ignored already' : 'so already'
  return [
    ...(already > 0 ? [`${formatCount(already)} ${already === 1 ? 'is' : 'are'} ${so}.`] : []),
    ...(transfers > 0 ? [`${formatCount(transfers)} of them part of a transfer now, which may end.`] : []),
    ...(filed > 0
      ? [`${formatCount(filed)} of them in a filed year: what that changes becomes a proposed amendment.`]
      : []),
    ...leftOutTexts(left_out),
  ]
}

const WORDS: Readonly<Record<BulkKind, { readonly title: string; readonly confirm: string }>> = {
  type: { title: 'Set the type', confirm: 'Set the type' },
  ignored: { title: 'Ignore transactions', confirm: 'Ignore' },
  counted: { title: 'Count transactions again', confirm: 'Count again' },
  removed: { title: 'Delete transactions', confirm: 'Delete' },
  restored: { title: 'Bring back transactions', confirm: 'Bring back' },
}
