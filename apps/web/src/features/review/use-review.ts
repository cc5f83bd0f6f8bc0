import {
  keepPreviousData,
  useInfiniteQuery,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query'
import { useCallback, useRef, useState } from 'react'
import type { REVIEW_ACTIONS, ReviewAnswer, ReviewKind, ReviewWizard } from '@lotbook/contract'
import { api, calls } from '../../client/api.ts'
import { laterApi, laterCalls } from '../../client/later-api.ts'
import { toApiError } from '../../client/api-error.ts'
import { undoneWords } from '../journal-runs/journal-run-words.ts'
import { usePages } from '../../client/use-pages.ts'
import { toastDone, toastFailed } from '../../ui/toast-store.ts'

const PAGE = 100

export type ReviewAction = (typeof REVIEW_ACTIONS)[number]

/** Filter of the queue. */
export interface ReviewFilter {
  readonly kind?: ReviewKind
  readonly state: 'open' | 'accepted'
  readonly account_id?: string
  readonly asset?: string
  readonly year?: string
  readonly wizard?: ReviewWizard
}

/**
 * The queue, page after page as `reach` asks for them.
 *
 * @param isByAsset - missing prices of one asset are one item.
 */
export function useReview(filter: ReviewFilter, isByAsset = false) {
  const query = useInfiniteQuery(
    laterApi.review.list.infiniteOptions({
      input: (cursor: string | undefined) => ({
        ...filter,
        ...(isByAsset ? { by_asset: 'true' } : {}),
        limit: PAGE,
        ...(cursor === undefined ? {} : { cursor }),
      }),
      initialPageParam: undefined as string | undefined,
      getNextPageParam: (page) => page.next ?? undefined,
      placeholderData: keepPreviousData,
    }),
  )
  return { ...query, ...usePages(query, PAGE) }
}

/** How many wait of each kind. */
export function useReviewCounts() {
  return useQuery(laterApi.review.counts.queryOptions())
}

/** Items that an action concerns: those named, or all that a filter finds. */
export type Which =
  /** With `isByAsset` a missing price stands for all of its asset. */
  { readonly items: readonly string[]; readonly isByAsset?: boolean } | { readonly filter: ReviewFilter }

export interface ReviewActions {
  readonly act: (action: ReviewAction, which: Which, note?: string, onDone?: () => void) => void
  /** Settle an item by an answer. Rejects with what was refused. */
  readonly decide: (id: string, answer: ReviewAnswer) => Promise<void>
  /** Whether an item is being settled, or was on this screen and not taken back: it is not there to be asked for. */
  readonly isSettled: (id: string) => boolean
  /** Take back a change, wherever it was made. */
  readonly undo: (changeId: string) => void
  /** Take back the last change made on this screen; false when there is none. */
  readonly undoLast: () => boolean
  readonly isBusy: boolean
}

interface Made {
  readonly changeId: string
  readonly settled: readonly string[]
}

/**
 * Actions on items of the queue. Each is one change, with the way back in its toast and under z.
 *
 * @param listed what the queue shows: an action on all that a filter finds settles these too, and one that is listed
 * again was taken back elsewhere.
 */
export function useReviewActions(listed: readonly string[]): ReviewActions {
  const client = useQueryClient()
  const made = useRef<Made[]>([])
  const [settled, setSettled] = useState<ReadonlySet<string>>(new Set())
  const failed = (thrown: unknown) => toastFailed(toApiError(thrown).message)
  // Before the change is sent: news of it may come before its answer, and makes what shows it ask again.
  const settle = (ids: readonly string[]) => setSettled((before) => new Set([...before, ...ids]))
  const takeBack = (ids: readonly string[]) =>
    setSettled((before) => new Set([...before].filter((id) => !ids.includes(id))))
  const refresh = useCallback(
    () =>
      Promise.all(
        [laterApi.review, api.traces, api.transactions, api.tax, api.start].map((concerned) =>
          client.invalidateQueries({ queryKey: concerned.key() }),
        ),
      ),
    [client],
  )
  const undoing = useMutation({
    mutationFn: (id: string) => calls.transactions.undo({ id }),
    onSuccess: async ({ run_id }, id) => {
      takeBack(made.current.find((one) => one.changeId === id)?.settled ?? [])
      made.current = made.current.filter((one) => one.changeId !== id)
      toastDone(undoneWords(run_id))
      await refresh()
    },
    onError: failed,
  })
  const changed = async (changeId: string, ids: readonly string[], text: string) => {
    made.current.push({ changeId, settled: ids })
    toastDone(text, () => undoing.mutate(changeId))
    await refresh()
  }
  const acting = useMutation({
    mutationFn: ({ action, which, note }: Act) =>
      laterCalls.review.act({
        action,
        ...('items' in which
          ? { items: [...which.items], by_asset: which.isByAsset === true }
          : { filter: which.filter }),
        ...(note === undefined || note === '' ? {} : { note }),
      }),
    onMutate: ({ leaves }) => settle(leaves),
    onSuccess: ({ change_id, count }, { action, leaves }) =>
      changed(change_id, leaves, `${count.toLocaleString()} ${DONE[action]}`),
    onError: (thrown, { leaves }) => {
      takeBack(leaves)
      failed(thrown)
    },
  })
  const deciding = useMutation({
    mutationFn: ({ id, answer }: { id: string; answer: ReviewAnswer }) =>
      laterCalls.review.decide({ id, answer }),
    onMutate: ({ id }) => settle([id]),
    onSuccess: ({ change_id }, { id }) => changed(change_id, [id], 'Settled'),
    onError: (_thrown, { id }) => takeBack([id]),
  })
  const isBusy = acting.isPending || undoing.isPending || deciding.isPending
  return {
    act: (action, which, note, onDone) =>
      acting.mutate(
        { action, which, note, leaves: STAYS.has(action) ? [] : 'items' in which ? which.items : listed },
        onDone === undefined ? {} : { onSuccess: onDone },
      ),
    decide: async (id, answer) => {
      await deciding.mutateAsync({ id, answer })
    },
    undo: (changeId) => undoing.mutate(changeId),
    isSettled: (id) => settled.has(id) && (isBusy || !listed.includes(id)),
    undoLast: () => {
      const last = made.current.at(-1)
      if (last === undefined || undoing.isPending) return false
      undoing.mutate(last.changeId)
      return true
    },
    isBusy,
  }
}

interface Act {
  readonly action: ReviewAction
  readonly which: Which
  readonly note: string | undefined
  /** The items that are no more once it is done. */
  readonly leaves: readonly string[]
}

/** Actions whose item keeps its state, and can be reopened. */
const STAYS: ReadonlySet<ReviewAction> = new Set(['accept', 'reopen'])

const DONE: Readonly<Record<ReviewAction, string>> = {
  accept: 'accepted as is',
  reopen: 'reopened',
  ignore: 'ignored',
  match: 'matched',
  refuse: 'kept apart',
}
