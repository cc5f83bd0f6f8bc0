import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import type { DecisionEffect, JournalRun, RuleDraft } from '@lotbook/contract'
import { api, calls } from '../../client/api.ts'
import { toApiError } from '../../client/api-error.ts'
import { laterApi } from '../../client/later-api.ts'
import { useJournalRun, useOverOnce } from '../journal-runs/use-journal-run.ts'
import { useDebounced } from '../../client/use-debounced.ts'
import { toastDone, toastFailed } from '../../ui/toast-store.ts'
import { runWords, undoneWords } from '../journal-runs/journal-run-words.ts'

export type Draft = RuleDraft & { readonly id?: string }

/** The rules in their order, the newest work on them, and what they can name. */
export function useRules() {
  return useQuery(laterApi.rules.list.queryOptions())
}

/** A change that a rule made, to be undone. */
export interface RuleChange {
  readonly id: string
  readonly rows: number
}

/** Actions on rules. The effect on the past is reported once it is done, with the way back. */
export function useRuleActions() {
  const client = useQueryClient()
  const [runId, setRunId] = useState<string | null>(null)
  const [undone, setUndone] = useState<RuleChange>()
  const isShown = useIsShown()
  const refresh = () => client.invalidateQueries({ queryKey: laterApi.rules.list.key() })
  const onError = (thrown: unknown) => toastFailed(toApiError(thrown).message)
  const done = async ({ run_id }: { run_id: string | null }) => {
    setRunId(run_id)
    await refresh()
  }
  const undo = useMutation({
    mutationFn: (input: { id: string; switch_rule_off: boolean }) => calls.transactions.undo(input),
    onSuccess: async ({ run_id }, { switch_rule_off: isOff }) => {
      toastDone(undoneWords(run_id, isOff))
      await Promise.all([refresh(), client.invalidateQueries({ queryKey: api.transactions.key() })])
    },
    onError,
  })
  const save = useMutation(laterApi.rules.save.mutationOptions({ onSuccess: done }))
  const refusal = save.error === null ? undefined : toApiError(save.error)
  const turn = useMutation(laterApi.rules.switch.mutationOptions({ onSuccess: done, onError }))
  const remove = useMutation(laterApi.rules.remove.mutationOptions({ onSuccess: done, onError }))
  const order = useMutation(laterApi.rules.order.mutationOptions({ onSuccess: done, onError }))
  useOverOnce(runId, (run) => {
    const [change, ...more] = run.outcome?.change_ids ?? []
    const canUndo = change !== undefined && more.length === 0 && run.outcome?.taken_back === 0
    // The rule is switched off even if the person has left this page: else it would change the next import unseen.
    const takeBack = () =>
      isShown.current
        ? setUndone({ id: change ?? '', rows: run.outcome?.changed ?? 0 })
        : undo.mutate({ id: change ?? '', switch_rule_off: true })
    if (run.state === 'done') toastDone(runWords(run), canUndo ? takeBack : undefined)
    else if (run.state === 'failed')
      toastFailed(run.reason ?? 'Your existing transactions could not be changed.')
    void client.invalidateQueries({ queryKey: api.transactions.key() })
    void refresh()
  })
  return {
    save: (draft: Draft, onSaved: () => void) => save.mutate(draft, { onSuccess: onSaved }),
    /** Why the rule was not saved, until it is another one. */
    refused: refusal && (Object.values(refusal.fields)[0] ?? refusal.message),
    forgetRefusal: save.reset,
    turn: (id: string, isActive: boolean, takeBack: boolean) =>
      turn.mutate({ id, is_active: isActive, take_back: takeBack }),
    remove: (id: string, takeBack: boolean) => remove.mutate({ id, take_back: takeBack }),
    order: (ids: readonly string[]) => order.mutate({ ids: [...ids] }),
    /** The change that is about to be undone, once the person has said whether the rule stays on. */
    undone,
    keep: () => setUndone(undefined),
    undo: (change: RuleChange, switchRuleOff: boolean) => {
      setUndone(undefined)
      undo.mutate({ id: change.id, switch_rule_off: switchRuleOff })
    },
    isBusy: [save, turn, remove, order, undo].some((one) => one.isPending),
  }
}

/** Whether the screen is still there when a toast of it is answered. */
function useIsShown() {
  const isShown = useRef(true)
  useEffect(() => {
    isShown.current = true
    return () => {
      isShown.current = false
    }
  }, [])
  return isShown
}

/** Effect of saving a draft, while it is written. */
export function usePreview(draft: Draft | undefined) {
  const asked = useDebounced(draft === undefined ? '' : JSON.stringify(draft), RESTED_MS)
  const { data, error, isPlaceholderData, isFetching } = useQuery({
    ...laterApi.rules.preview.queryOptions({ input: readDraft(asked) }),
    enabled: asked !== '',
    placeholderData: keepPreviousData,
    retry: false,
  })
  const isSettled = draft !== undefined && asked === JSON.stringify(draft)
  return {
    preview: draft === undefined ? undefined : data?.data,
    error: draft === undefined ? null : error,
    /** True if the preview is of the draft as it is now. */
    isCurrent: isSettled && !isPlaceholderData && !isFetching,
  }
}

/** Effect of saving a draft on the figures; undefined while it is worked out, null if it could not be. */
export function useRuleEffect(
  draft: Draft | undefined,
  isWanted: boolean,
): { effect: DecisionEffect | null | undefined; run: JournalRun | undefined } {
  const asked = useDebounced(draft === undefined ? '' : JSON.stringify(draft), RESTED_MS)
  const isAsked = isWanted && asked !== '' && draft !== undefined && asked === JSON.stringify(draft)
  const { data, isError } = useQuery({
    ...laterApi.rules.effect.queryOptions({ input: readDraft(asked) }),
    enabled: isAsked,
    retry: false,
    // The query starts a job: a person who comes back asks anew, and gets the stored answer.
    gcTime: 0,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  })
  const run = useJournalRun(isAsked ? (data?.run_id ?? null) : null)
  if (isError || run?.state === 'failed' || run?.state === 'cancelled') return { effect: null, run }
  return { effect: data?.data ?? run?.outcome?.effect ?? undefined, run }
}

/** While someone types, nothing is asked. */
const RESTED_MS = 400

const NOBODY: Draft = { condition: {}, result: { set: 'ignored' } }
const readDraft = (asked: string) => (asked === '' ? NOBODY : (JSON.parse(asked) as Draft))
