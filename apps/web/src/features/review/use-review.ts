import {
  keepPreviousData,
  useInfiniteQuery,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query'
import { useCallback, useRef } from 'react'
import type { REVIEW_ACTIONS, ReviewKind, ReviewWizard } from '@lotbook/contract'
import { api, calls } from '../../app/api.ts'
import { toApiError } from '../../app/api-error.ts'
import { usePages } from '../../app/use-pages.ts'
import { toastDone, toastFailed } from '../../ui/toast-store.ts'

const PAGE = 100

export type ReviewAction = (typeof REVIEW_ACTIONS)[number]

/** What of the queue is asked for. */
export interface ReviewFilter {
  readonly kind?: ReviewKind
  readonly state: 'open' | 'accepted'
  readonly account_id?: string
  readonly asset?: string
  readonly year?: string
  readonly wizard?: ReviewWizard
}

/** The queue, page after page as `reach` asks for them. */
export function useReview(filter: ReviewFilter) {
  const query = useInfiniteQuery(
    api.review.list.infiniteOptions({
      input: (cursor: string | undefined) => ({
        ...filter,
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
  return useQuery(api.review.counts.queryOptions())
}

/** Which items an action concerns: those named, or all that a filter finds. */
export type Which = { readonly items: readonly string[] } | { readonly filter: ReviewFilter }

export interface ReviewActions {
  readonly act: (action: ReviewAction, which: Which, note?: string, onDone?: () => void) => void
  /** A change was made elsewhere on this screen, with a sentence about it. */
  readonly changed: (changeId: string, text: string) => Promise<void>
  /** Take back the last change made on this screen; false when there is none. */
  readonly undoLast: () => boolean
  readonly isBusy: boolean
}

/** What a person can do to items of the queue. Each act is one change, with the way back in its toast and under z. */
export function useReviewActions(): ReviewActions {
  const client = useQueryClient()
  const made = useRef<string[]>([])
  const failed = (thrown: unknown) => toastFailed(toApiError(thrown).message)
  const refresh = useCallback(
    () =>
      Promise.all(
        [api.review, api.traces, api.transactions, api.tax, api.start].map((concerned) =>
          client.invalidateQueries({ queryKey: concerned.key() }),
        ),
      ),
    [client],
  )
  const undoing = useMutation({
    mutationFn: (id: string) => calls.transactions.undo({ id }),
    onSuccess: async ({ run_id }, id) => {
      made.current = made.current.filter((one) => one !== id)
      toastDone(run_id === null ? 'Undone' : 'Being undone')
      await refresh()
    },
    onError: failed,
  })
  const changed = async (changeId: string, text: string) => {
    made.current.push(changeId)
    toastDone(text, () => undoing.mutate(changeId))
    await refresh()
  }
  const acting = useMutation({
    mutationFn: ({ action, which, note }: { action: ReviewAction; which: Which; note: string | undefined }) =>
      calls.review.act({
        action,
        ...('items' in which ? { items: [...which.items] } : { filter: which.filter }),
        ...(note === undefined || note === '' ? {} : { note }),
      }),
    onSuccess: ({ change_id, count }, { action }) =>
      changed(change_id, `${count.toLocaleString()} ${DONE[action]}`),
    onError: failed,
  })
  return {
    act: (action, which, note, onDone) =>
      acting.mutate({ action, which, note }, onDone === undefined ? {} : { onSuccess: onDone }),
    changed,
    undoLast: () => {
      const last = made.current.at(-1)
      if (last === undefined || undoing.isPending) return false
      undoing.mutate(last)
      return true
    },
    isBusy: acting.isPending || undoing.isPending,
  }
}

const DONE: Readonly<Record<ReviewAction, string>> = {
  accept: 'accepted as is',
  reopen: 'reopened',
  ignore: 'ignored',
  match: 'matched',
  refuse: 'kept apart',
}
