import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useCallback, useRef } from 'react'
import type { TransactionEdit, TransactionRow } from '@lotbook/contract'
import { api, calls } from '../../app/api.ts'
import { toApiError } from '../../app/api-error.ts'
import { announce } from '../../ui/announce.ts'
import { toastDone, toastFailed } from '../../ui/toast-store.ts'
import { detailQuery } from './detail-query.ts'

export interface Corrections {
  /** Send a correction; throws what the server refuses. */
  readonly save: (id: string, edit: TransactionEdit) => Promise<void>
  /** Ignore a transaction, or count it again. Failures are said, not thrown. */
  readonly toggleIgnored: (row: Pick<TransactionRow, 'id' | 'is_ignored'>) => void
  /** Take a change back. */
  readonly undo: (changeId: string) => void
  /** Take back the last change made on this screen; false when there is none. */
  readonly undoLast: () => boolean
  /** A person's word on a match, with the way back. */
  readonly decide: (matchId: string, decision: 'match' | 'refuse') => void
  readonly isBusy: boolean
}

/** What a person can do to transactions. Everything can be taken back: by the toast, by z, and in the history. */
export function useCorrections(): Corrections {
  const client = useQueryClient()
  // The changes made on this screen that have not been taken back, oldest first.
  const made = useRef<string[]>([])
  const refresh = useCallback(() => client.invalidateQueries({ queryKey: api.transactions.key() }), [client])
  const failed = (thrown: unknown) => toastFailed(toApiError(thrown).message)

  const undoing = useMutation({
    mutationFn: (changeId: string) => calls.transactions.undo({ id: changeId }),
    onSuccess: async (_done, changeId) => {
      made.current = made.current.filter((one) => one !== changeId)
      toastDone('Undone')
      await refresh()
    },
    onError: failed,
  })
  const undo = undoing.mutate

  const saving = useMutation({
    mutationFn: ({ id, edit }: { id: string; edit: TransactionEdit }) =>
      calls.transactions.edit({ id, edit }),
    onSuccess: async ({ change_id, data }, { id }) => {
      made.current.push(change_id)
      client.setQueryData(detailQuery(id).queryKey, { data })
      toastDone('Saved', () => undo(change_id))
      await refresh()
    },
  })

  const deciding = useMutation({
    mutationFn: (input: { id: string; decision: 'match' | 'refuse' }) =>
      calls.transactions.decideMatch(input),
    onSuccess: async (_done, { decision }) => {
      announce(decision === 'match' ? 'Matched as a transfer' : 'No longer a transfer')
      await refresh()
    },
    onError: failed,
  })

  return {
    save: async (id, edit) => {
      await saving.mutateAsync({ id, edit })
    },
    toggleIgnored: ({ id, is_ignored }) =>
      saving.mutate({ id, edit: { is_ignored: !is_ignored } }, { onError: failed }),
    undo,
    undoLast: () => {
      const last = made.current.at(-1)
      if (last === undefined || undoing.isPending) return false
      undo(last)
      return true
    },
    decide: (id, decision) =>
      deciding.mutate(
        { id, decision },
        {
          onSuccess: () =>
            toastDone(decision === 'match' ? 'Matched as a transfer' : 'Not a transfer', () =>
              deciding.mutate({ id, decision: decision === 'match' ? 'refuse' : 'match' }),
            ),
        },
      ),
    isBusy: saving.isPending || undoing.isPending || deciding.isPending,
  }
}
