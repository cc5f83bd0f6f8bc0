import { useQueryClient } from '@tanstack/react-query'
import { CircleCheck } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { screenMessages } from '@lotbook/contract'
import { api } from '../../client/api.ts'
import { laterApi } from '../../client/later-api.ts'
import { useStart } from '../../client/start.ts'
import { useDraft } from '../../client/use-draft.ts'
import { Button, ButtonLink } from '../../ui/Button.tsx'
import { toastDone } from '../../ui/toast-store.ts'
import { EntryForm, type SavedEntry } from './EntryForm.tsx'
import { type EntryValues, firstValues } from './entry-values.ts'

export interface ManualEntryProps {
  /** Closes the dialog that it is in; on its own screen there is none. */
  readonly onClose?: () => void
}

/** The form of a manual transaction, and once it is saved the way to the next one. */
export function ManualEntry({ onClose }: ManualEntryProps) {
  const { currency } = useStart().setting
  const client = useQueryClient()
  const [values, setValues, forget] = useDraft<EntryValues>('manual entry', firstValues(currency))
  const [saved, setSaved] = useState<SavedEntry>()
  const [round, setRound] = useState(0)

  async function onSaved(entry: SavedEntry) {
    forget()
    toastDone(screenMessages.transactionSaved)
    setSaved(entry)
    await Promise.all(
      [api.start, api.imports, api.tax, api.transactions, laterApi.review, laterApi.manualEntry].map(
        (feature) => client.invalidateQueries({ queryKey: feature.key() }),
      ),
    )
  }

  function next(begin: EntryValues) {
    setValues(begin)
    setSaved(undefined)
    setRound((before) => before + 1)
  }

  if (saved === undefined)
    return (
      <EntryForm key={round} values={values} onChange={setValues} onSaved={(entry) => void onSaved(entry)} />
    )
  return (
    <Saved
      saved={saved}
      onAlike={() => next(values)}
      onAnother={() => next(firstValues(currency))}
      onClose={onClose}
    />
  )
}

interface SavedProps {
  readonly saved: SavedEntry
  readonly onAlike: () => void
  readonly onAnother: () => void
  readonly onClose: (() => void) | undefined
}

function Saved({ saved: { sentence, transactionId }, onAlike, onAnother, onClose }: SavedProps) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  return (
    <div className="grid justify-items-start gap-4">
      <div className="flex items-start gap-3">
        <CircleCheck aria-hidden="true" className="mt-0.5 size-5 shrink-0 text-gain" />
        <div className="min-w-0">
          <h2 ref={heading} tabIndex={-1} className="text-lead font-semibold outline-none">
            Recorded
          </h2>
          <p className="mt-1 break-words text-ink-2">You {sentence}</p>
        </div>
      </div>
      <div className="flex flex-wrap gap-2">
        <Button look="primary" onClick={onAlike}>
          Add another like this
        </Button>
        <Button onClick={onAnother}>Add a different one</Button>
        <ButtonLink look="quiet" to={`/transactions?id=${transactionId}`} onClick={onClose}>
          View transaction
        </ButtonLink>
        {onClose !== undefined && (
          <Button look="quiet" onClick={onClose}>
            Done
          </Button>
        )}
      </div>
    </div>
  )
}
