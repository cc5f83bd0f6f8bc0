import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useCallback, useRef, useState } from 'react'
import type { TransactionDetail, TransactionEdit, TransactionRow } from '@lotbook/contract'
import { api, calls } from '../../client/api.ts'
import { toApiError } from '../../client/api-error.ts'
import { undoneWords } from '../journal-runs/journal-run-words.ts'
import { toastDone, toastFailed } from '../../ui/toast-store.ts'
import { detailQuery } from './detail-query.ts'

export type Undoable = Pick<TransactionDetail['changes'][number], 'id' | 'rows' | 'rule_is_on'>

export interface Corrections {
  /** Send a correction of what was seen; throws what the server refuses. */
  readonly save: (id: string, edit: TransactionEdit, version: string) => Promise<void>
  /** A transaction as it is now, whatever is kept of it here. */
  readonly newest: (id: string) => Promise<TransactionDetail>
  /** Ignore a transaction, or count it again. Failures are said, not thrown. */
  readonly toggleIgnored: (row: Pick<TransactionRow, 'id' | 'is_ignored'>) => void
  /** Take a change back; one of many transactions, or of a rule that is on, waits as `asked` for a word first. */
  readonly undo: (change: Undoable) => void
  readonly asked: Undoable | undefined
  /** Take back what is asked, and switch its rule off or not; null leaves everything as it is. */
  readonly answer: (switchRuleOff: boolean | null) => void
  /** Take back the last change made on this screen; false when there is none. */
  readonly undoLast: () => boolean
  /** Match what was sent with where it arrived, chosen by hand. */
  readonly match: (departure: string, arrivals: readonly string[]) => void
  /** A person's word on a match, with the way back. */
  readonly decide: (matchId: string, decision: 'match' | 'refuse') => void
  /** A change was made elsewhere on this screen, with a sentence about it. */
  readonly changed: (changeId: string, text: string, ofType: boolean) => void
  /** How many types were changed on this screen: what is done twice may be a rule. */
  readonly typesChanged: number
  readonly isBusy: boolean
}

/** Actions on transactions. Everything can be undone: by the toast, by z, and in the history. */
export function useCorrections(): Corrections {
  const client = useQueryClient()
  // The changes made on this screen that have not been taken back, oldest first.
  const made = useRef<string[]>([])
  const [typesChanged, setTypesChanged] = useState(0)
  const refresh = useCallback(() => client.invalidateQueries({ queryKey: api.transactions.key() }), [client])
  const failed = (thrown: unknown) => toastFailed(toApiError(thrown).message)

  const [asked, setAsked] = useState<Undoable>()
  const undoing = useMutation({
    mutationFn: (input: { id: string; switch_rule_off?: boolean }) => calls.transactions.undo(input),
    onSuccess: async ({ run_id }, { id, switch_rule_off }) => {
      made.current = made.current.filter((one) => one !== id)
      toastDone(undoneWords(run_id, switch_rule_off))
      await refresh()
    },
    onError: failed,
  })
  const undo = (id: string) => undoing.mutate({ id })

  const saving = useMutation({
    mutationFn: (input: { id: string; edit: TransactionEdit; version?: string }) =>
      calls.transactions.edit(input),
    onSuccess: ({ change_id, data }, { id, edit }) => {
      made.current.push(change_id)
      if (edit.type !== undefined || edit.sub_type !== undefined) setTypesChanged((before) => before + 1)
      client.setQueryData(detailQuery(id).queryKey, { data })
      toastDone('Saved', () => undo(change_id))
      // The saved transaction is here already: its form closes now, not when the lists are, while the time for Undo
      // runs.
      void refresh()
    },
  })

  const changed = async (changeId: string, text: string) => {
    made.current.push(changeId)
    toastDone(text, () => undo(changeId))
    await refresh()
  }
  const deciding = useMutation({
    mutationFn: (input: { id: string; decision: 'match' | 'refuse' }) =>
      calls.transactions.decideMatch(input),
    onSuccess: ({ change_id }, { decision }) =>
      changed(change_id, decision === 'match' ? 'Matched as a transfer' : 'Not a transfer'),
    onError: failed,
  })
  const matching = useMutation({
    mutationFn: (input: { departure: string; arrivals: string[] }) => calls.transactions.match(input),
    onSuccess: ({ change_id }) => changed(change_id, 'Matched as a transfer'),
    onError: failed,
  })

  return {
    save: async (id, edit, version) => {
      await saving.mutateAsync({ id, edit, version })
    },
    newest: async (id) => (await client.fetchQuery({ ...detailQuery(id), staleTime: 0 })).data,
    toggleIgnored: ({ id, is_ignored }) =>
      saving.mutate({ id, edit: { is_ignored: !is_ignored } }, { onError: failed }),
    undo: (change) => (change.rows > 1 || change.rule_is_on ? setAsked(change) : undo(change.id)),
    asked,
    answer: (switchRuleOff) => {
      setAsked(undefined)
      if (asked !== undefined && switchRuleOff !== null)
        undoing.mutate({ id: asked.id, switch_rule_off: switchRuleOff })
    },
    undoLast: () => {
      const last = made.current.at(-1)
      if (last === undefined || undoing.isPending) return false
      undo(last)
      return true
    },
    match: (departure, arrivals) => matching.mutate({ departure, arrivals: [...arrivals] }),
    decide: (id, decision) => deciding.mutate({ id, decision }),
    changed: (changeId, text, ofType) => {
      if (ofType) setTypesChanged((before) => before + 1)
      void changed(changeId, text)
    },
    typesChanged,
    isBusy: saving.isPending || undoing.isPending || deciding.isPending || matching.isPending,
  }
}
