import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { fill, type ReviewItem, type ReviewWizard } from '@lotbook/contract'
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
import { SettledItem } from './SettledItem.tsx'
import { useReview, useReviewActions } from './use-review.ts'

/** Initial values of an answer, for steps that suggest one. */
const PRESETS: Partial<Record<ReviewWizard, AnswerValues>> = { MarkForkTransactions: { sub_type: 'fork' } }

/**
 * One question of a step of the walk, what changes most first. Whoever does not know goes on; it stays in the queue. Each question
 * is a place in the browser's history, so that Previous and Back lead to one that was answered.
 */
export function ReviewQuestion(props: ReviewQuestionProps) {
  const { wizard, item: named, goTo, onPrevious, done } = props
  const list = useReview({ state: 'open', wizard }, true)
  const actions = useReviewActions(list.rows.map((row) => row.id))
  const first = list.rows[0]
  const item = named === undefined ? first : list.rows.find((row) => row.id === named)
  const isFresh = list.data !== undefined && !list.isPlaceholderData && !list.isFetching
  useAskInTurn({ named, first: first?.id, asked: item?.id, isFresh, goTo })
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
  if (item === undefined && named === undefined) return done
  return (
    <Card>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
        {item === undefined ? (
          <Answered {...props} id={named ?? ''} actions={actions} onNext={() => goTo(first?.id)} />
        ) : (
          <Asked {...props} item={item} heading={heading} actions={actions} />
        )}
        <div className="flex flex-wrap gap-2 border-t border-line pt-4">
          <Button
            disabledReason={onPrevious === undefined ? 'This is the first question you opened.' : undefined}
            onClick={onPrevious}
          >
            Previous
          </Button>
          {item === undefined ? (
            <Button onClick={() => goTo(first?.id)}>Next</Button>
          ) : (
            <LeaveOpen wizard={wizard} item={item} />
          )}
        </div>
      </div>
    </Card>
  )
}

interface InTurn {
  readonly named: string | undefined
  readonly first: string | undefined
  /** The question at hand, while it is open. */
  readonly asked: string | undefined
  /** The list is as the server has it now. */
  readonly isFresh: boolean
  readonly goTo: ReviewQuestionProps['goTo']
}

// The address names the question at hand; once that is answered, the next one.
function useAskInTurn({ named, first, asked, isFresh, goTo }: InTurn): void {
  const open = useRef<string>(undefined)
  useEffect(() => {
    if (!isFresh) return
    if (named === undefined) {
      if (first !== undefined) goTo(first, { replace: true })
    } else if (asked === undefined && open.current === named) {
      open.current = undefined
      goTo(first)
    } else {
      open.current = asked
    }
  }, [asked, first, goTo, isFresh, named])
}

type Actions = ReturnType<typeof useReviewActions>

interface AskedProps extends ReviewQuestionProps {
  readonly actions: Actions
}

function Asked(
  props: Omit<AskedProps, 'item'> & { item: ReviewItem; heading: React.RefObject<HTMLHeadingElement | null> },
) {
  const { wizard, question, answered, asks, item, heading, actions, onOpenTransaction } = props
  const { tax_currency: currency } = useStart().setting
  return (
    <>
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
        isTogether={item.together !== null}
        currency={currency}
        actions={actions}
        presets={PRESETS[wizard] ?? {}}
        onOpenTransaction={onOpenTransaction}
      />
    </>
  )
}

/** A question that is not asked any more: its answer, which can be taken back, or the question as it was left open. */
function Answered({
  id,
  question,
  actions,
  onNext,
  onOpenTransaction,
}: AskedProps & { id: string; onNext: () => void }) {
  const { tax_currency: currency } = useStart().setting
  const { data, error, isFetching, refetch } = useQuery(laterApi.review.item.queryOptions({ input: { id } }))
  if (data === undefined) {
    return error === null ? (
      <Loading label="the question">
        <Skeleton className="h-64 w-full" />
      </Loading>
    ) : (
      <ErrorState
        title="The question could not be loaded"
        text={`${toApiError(error).message} Nothing is lost.`}
        busy={isFetching}
        onRetry={() => void refetch()}
      />
    )
  }
  const { data: item, settled } = data
  return (
    <>
      <div>
        <p className="text-table text-ink-2">{item.state === 'open' ? 'Left open' : 'Answered before'}</p>
        <h2 className="text-h2 font-semibold">{fill(question, { mark: findingWords(item.code).mark })}</h2>
      </div>
      {item.state === 'resolved' && settled !== null ? (
        <SettledItem
          item={item}
          settled={settled}
          currency={currency}
          actions={actions}
          onOpenTransaction={onOpenTransaction}
        />
      ) : (
        <ReviewItemView
          item={item}
          isTogether={item.together !== null}
          settled={settled}
          currency={currency}
          actions={actions}
          onOpenTransaction={onOpenTransaction}
          onAccepted={onNext}
        />
      )}
    </>
  )
}

function LeaveOpen({ wizard, item }: { wizard: ReviewWizard; item: ReviewItem }) {
  const leaving = useLeaveOpen()
  return (
    <>
      <Button
        busy={leaving.isPending}
        onClick={() => leaving.mutate({ items: [item.id], by_asset: item.together !== null })}
      >
        I don’t know
      </Button>
      <Button look="quiet" busy={leaving.isPending} onClick={() => leaving.mutate({ wizard })}>
        Skip this step
      </Button>
    </>
  )
}

function useLeaveOpen() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (left: { items?: string[]; by_asset?: boolean; wizard?: ReviewWizard }) =>
      calls.traces.leaveOpen(left),
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
