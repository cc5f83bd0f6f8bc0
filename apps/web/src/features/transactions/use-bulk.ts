import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { BulkDeed, JournalRun } from '@lotbook/contract'
import { api } from '../../client/api.ts'
import { runWords } from '../journal-runs/journal-run-words.ts'
import { useOverOnce } from '../journal-runs/use-journal-run.ts'
import { toastDone, toastFailed } from '../../ui/toast-store.ts'
import type { filterInput } from './transaction-search.ts'
import type { Corrections } from './use-corrections.ts'

export type BulkKind = BulkDeed['set']

/** The chosen transactions: by id, or all that a filter finds. */
export type Which = { readonly ids: string[] } | { readonly filter: ReturnType<typeof filterInput> }

export interface Bulk {
  /** The work, while it goes on. */
  readonly run: JournalRun | undefined
  readonly onStarted: (runId: string, kind: BulkKind) => void
}

/** A bulk action, followed to its end wherever the list goes meanwhile; its undo is in the toast. */
export function useBulk(corrections: Corrections): Bulk {
  const client = useQueryClient()
  const [started, setStarted] = useState<{ runId: string; kind: BulkKind }>()
  const run = useOverOnce(started?.runId ?? null, (over) => {
    void client.invalidateQueries({ queryKey: api.transactions.key() })
    const [change] = over.outcome?.change_ids ?? []
    if (over.state !== 'done') toastFailed(over.reason ?? 'The transactions could not be changed.')
    else if (change === undefined) toastDone(runWords(over))
    else corrections.changed(change, runWords(over), started?.kind === 'type')
  })
  return { run, onStarted: (runId, kind) => setStarted({ runId, kind }) }
}
