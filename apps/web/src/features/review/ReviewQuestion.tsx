import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { fill, type ReviewWizard } from '@lotbook/contract'
import { api, calls } from '../../client/api.ts'
import { laterApi } from '../../client/later-api.ts'
import { toApiError } from '../../client/api-error.ts'
import { findingWords } from '../transactions/finding-words.ts'
import type { ReviewQuestionProps } from '../../client/slots.ts'
import { useStart } from '../../client/start.ts'
import { Button } from '../../ui/Button.tsx'
import { Card } from '../../ui/Card.tsx'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { formatCount } from '../../ui/format/shorten.ts'
import { Loading, Skeleton } from '../../ui/Skeleton.tsx'
import { toastFailed } from '../../ui/toast-store.ts'
import type { AnswerValues } from './Answers.tsx'
import { ReviewItemView } from './ReviewItemView.tsx'
import { useReview, useReviewActions } from './use-review.ts'

/** Initial values of an answer, for steps that suggest one. */
const PRESETS: Partial<Record<ReviewWizard, AnswerValues>> = { MarkForkTransactions: { sub_type: 'fork' } }

/** One question of a step of the walk, what changes most first. Whoever does not know goes on; it stays in the queue. */
export function ReviewQuestion(props: ReviewQuestionProps) {
  const { wizard, question, answered, asks, done, onOpenTransaction } = props
  const { tax_currency: currency } = useStart().setting
  const list = useReview({ state: 'open', wizard })
  const actions = useReviewActions(list.rows.map((row) => row.id))
  const leaving = useLeaveOpen()
  const item = list.rows[0]
  const heading = useFocusOnNext(item?.id)
  if (list.data === undefined) {
    return list.error === null ? (
      <Loading label="the question">
        <Skeleton className="h-64 w-full" />
      </Loading>
    ) : (
      <ErrorState
        title="The question could not be loaded"
        text={`${toApiError(list.error).message} Nothing is lost.`}
        busy={list.isFetching}
        onRetry={() => void list.refetch()}
      />
    )
  }
  if (item === undefined) return done
  return (
    <Card>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
        <div>
          <p className="text-table text-ink-2" aria-live="polite">
            {formatCount(answered + 1)} of {formatCount(answered + asks)} questions
          </p>
          <h2 ref={heading} tabIndex={-1} className="text-h2 font-semibold">
            {fill(question, { mark: findingWords(item.code).mark })}
          </h2>
        </div>
        <ReviewItemView
          key={item.id}
          item={item}
          currency={currency}
          actions={actions}
          presets={PRESETS[wizard] ?? {}}
          onOpenTransaction={onOpenTransaction}
        />
        <div className="flex flex-wrap gap-2 border-t border-line pt-4">
          <Button busy={leaving.isPending} onClick={() => leaving.mutate({ items: [item.id] })}>
            I don’t know
          </Button>
          <Button look="quiet" busy={leaving.isPending} onClick={() => leaving.mutate({ wizard })}>
            Skip this step
          </Button>
        </div>
      </div>
    </Card>
  )
}

function useLeaveOpen() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (left: { items?: string[]; wizard?: ReviewWizard }) => calls.traces.leaveOpen(left),
    onSuccess: () =>
      Promise.all([
        client.invalidateQueries({ queryKey: laterApi.review.key() }),
        client.invalidateQueries({ queryKey: api.traces.key() }),
      ]),
    onError: (thrown) => toastFailed(toApiError(thrown).message),
  })
}

// With the next question the focus comes to it; on arrival the screen's own heading has it.
function useFocusOnNext(id: string | undefined) {
  const heading = useRef<HTMLHeadingElement>(null)
  const last = useRef(id)
  useEffect(() => {
    if (last.current !== undefined && last.current !== id) heading.current?.focus()
    last.current = id
  }, [id])
  return heading
}
