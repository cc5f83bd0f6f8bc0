import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRouter, useSearch } from '@tanstack/react-router'
import { CircleCheck } from 'lucide-react'
import { useEffect } from 'react'
import { isReviewWizard, paths, REVIEW_WIZARDS, type ReviewWizard } from '@lotbook/contract'
import { api, calls } from '../../client/api.ts'
import { laterApi } from '../../client/later-api.ts'
import { toApiError } from '../../client/api-error.ts'
import { useSlots } from '../../client/slots.ts'
import { Button } from '../../ui/Button.tsx'
import { Card } from '../../ui/Card.tsx'
import { cx } from '../../ui/cx.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { formatCount } from '../../ui/format/shorten.ts'
import { Link } from '../../ui/Link.tsx'
import { Loading, Skeleton } from '../../ui/Skeleton.tsx'
import { toastFailed } from '../../ui/toast-store.ts'
import { useCurrentInSight } from '../../ui/use-current-in-sight.ts'
import { GoOn } from './GoOn.tsx'
import { StepPage } from './StepPage.tsx'
import { asksOfReview } from './walk-progress.ts'
import { useStandOn, useWalk, type Walk } from './use-walk.ts'
import { FROM_WALK, useWalkHistory } from './walk-history.ts'
import { wizardWords } from './wizard-words.ts'

/** The third step: what the review queue asks, one question per screen, step by step. */
export function ReviewStep() {
  const { ReviewQuestion } = useSlots()
  const router = useRouter()
  const { wizard, item } = useSearch({ from: '/signed-in/shell/customer/onboarding/step-3' })
  const { data: walk, error, refetch, isFetching } = useWalk()
  const entry = walk === undefined || wizard !== undefined ? undefined : entryOf(walk)
  useEffect(() => {
    if (entry !== undefined) router.history.replace(paths.wizard(entry))
  }, [entry, router])
  useStandOn(wizard)
  const { goTo, onPrevious } = useWalkHistory(wizard)
  return (
    <StepPage
      step={3}
      title="Review"
      summary="One question at a time. What you cannot answer stays in the review queue."
    >
      {walk === undefined ? (
        error === null ? (
          <Loading label="the questions">
            <Skeleton className="h-64 w-full" />
          </Loading>
        ) : (
          <ErrorState
            title="The questions could not be loaded"
            text={`${toApiError(error).message} Nothing is lost.`}
            busy={isFetching}
            onRetry={() => void refetch()}
          />
        )
      ) : (
        <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-6 lg:grid-cols-[220px_minmax(0,1fr)]">
          <WizardList walk={walk} current={wizard} />
          {wizard === undefined ? (
            <NothingToAsk walk={walk} wizard={undefined} onPrevious={onPrevious} />
          ) : (
            <ReviewQuestion
              key={wizard}
              wizard={wizard}
              item={item}
              goTo={goTo}
              onPrevious={onPrevious}
              question={wizardWords[wizard].question}
              answered={walk.answered}
              asks={asksOfReview(walk)}
              done={<NothingToAsk walk={walk} wizard={wizard} onPrevious={onPrevious} />}
              onOpenTransaction={(id) => router.history.push(`${paths.transactions}?id=${id}`)}
            />
          )}
        </div>
      )}
    </StepPage>
  )
}

/** Step where the review resumes: the walk's current step if it still has a question, else the first that has one. */
function entryOf({ trace, steps }: Walk): ReviewWizard | undefined {
  const asking = steps.filter(({ asks }) => asks > 0).map(({ wizard_name }) => wizard_name)
  const here = asking.find((one) => one === trace.wizard_name)
  return [here, ...asking].filter((one) => one !== undefined).find(isReviewWizard)
}

function WizardList({ walk, current }: { walk: Walk; current: ReviewWizard | undefined }) {
  const list = useCurrentInSight<HTMLOListElement>(current)
  return (
    <nav aria-label="Steps of the review">
      <ol ref={list} className="relative flex gap-1 overflow-x-auto p-0.5 lg:grid">
        {REVIEW_WIZARDS.map((wizard) => {
          const step = walk.steps.find(({ wizard_name }) => wizard_name === wizard)
          const asks = step?.asks ?? 0
          return (
            <li key={wizard}>
              <Link
                to={paths.wizard(wizard)}
                state={FROM_WALK}
                aria-current={wizard === current ? 'step' : undefined}
                className={cx(
                  'flex h-9 items-center justify-between gap-3 rounded-control px-3 whitespace-nowrap pointer-coarse:h-11',
                  wizard === current ? 'bg-accent-soft font-medium text-ink' : 'text-ink-2 hover:bg-sunken',
                )}
              >
                {wizardWords[wizard].name}
                {asks > 0 ? (
                  <span className="text-table text-ink-2">
                    {formatCount(asks)} <span className="sr-only">to answer</span>
                  </span>
                ) : (
                  <span>
                    <CircleCheck aria-hidden="true" className="size-4 text-gain" />
                    <span className="sr-only">, no questions</span>
                  </span>
                )}
              </Link>
            </li>
          )
        })}
      </ol>
    </nav>
  )
}

// The step is through: on to the next, or once more what was left open.
function NothingToAsk(props: {
  walk: Walk
  wizard: ReviewWizard | undefined
  onPrevious: (() => void) | undefined
}) {
  const { walk, wizard, onPrevious } = props
  const left = walk.steps.find(({ wizard_name }) => wizard_name === wizard)?.left ?? 0
  const client = useQueryClient()
  const again = useMutation({
    mutationFn: (of: ReviewWizard) => calls.traces.askAgain({ wizard: of }),
    onSuccess: () =>
      Promise.all([
        client.invalidateQueries({ queryKey: laterApi.review.key() }),
        client.invalidateQueries({ queryKey: api.traces.key() }),
      ]),
    onError: (thrown) => toastFailed(toApiError(thrown).message),
  })
  return (
    <Card>
      <EmptyState
        title={wizard === undefined ? 'No more questions' : `${wizardWords[wizard].name}: no more questions`}
        text={
          left === 0
            ? 'New questions from an import or an answer are asked here.'
            : `${formatCount(left)} left open. ${left === 1 ? 'It waits' : 'They wait'} in the review queue.`
        }
        actions={
          <>
            <GoOn />
            {wizard !== undefined && left > 0 && (
              <Button busy={again.isPending} onClick={() => again.mutate(wizard)}>
                Ask again
              </Button>
            )}
            {onPrevious !== undefined && (
              <Button look="quiet" onClick={onPrevious}>
                Previous
              </Button>
            )}
          </>
        }
      />
    </Card>
  )
}
