import { Suspense, type ReactNode, useEffect } from 'react'
import { useQuery } from '@tanstack/react-query'
import { useLocation } from '@tanstack/react-router'
import { ONBOARDING_STEPS, type OnboardingStep, onboardingStepOfPage, paths } from '@lotbook/contract'
import { Circle, CircleCheck } from 'lucide-react'
import { api } from '../../client/api.ts'
import { writeStored } from '../../client/stored.ts'
import { cx } from '../../ui/cx.ts'
import { Link } from '../../ui/Link.tsx'
import { Page } from '../../ui/Page.tsx'
import { Loading, Skeleton } from '../../ui/Skeleton.tsx'
import { useCurrentInSight } from '../../ui/use-current-in-sight.ts'
import { isPlanSettled, isStepDone } from './walk-progress.ts'
import { useWalk, type Walk } from './use-walk.ts'

export interface StepPageProps {
  readonly step: OnboardingStep
  readonly title: string
  readonly summary: string
  readonly children: ReactNode
}

/** A step of the walk under the rail of all five. */
export function StepPage({ step: ownStep, title, summary, children }: StepPageProps) {
  const pathname = useLocation({ select: (location) => location.pathname })
  const step = onboardingStepOfPage(pathname) ?? ownStep
  const { data: walk } = useWalk()
  const { data: hasPlan = false } = useQuery(
    api.billing.plans.queryOptions({ input: {}, select: ({ data }) => isPlanSettled(data) }),
  )
  // The dashboard leads back to where one was.
  useEffect(() => writeStored('onboarding', step.toString()), [step])
  return (
    <Page title={title} summary={summary}>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
        <Rail step={step} walk={walk} hasPlan={hasPlan} />
        <Suspense
          fallback={
            <Loading label="the step">
              <Skeleton className="h-64 w-full" />
            </Loading>
          }
        >
          {children}
        </Suspense>
      </div>
    </Page>
  )
}

interface RailProps {
  readonly step: OnboardingStep
  readonly walk: Walk | undefined
  readonly hasPlan: boolean
}

function Rail({ step, walk, hasPlan }: RailProps) {
  const rail = useCurrentInSight<HTMLOListElement>(step)
  return (
    <nav aria-label="Steps">
      <ol
        ref={rail}
        className="relative flex gap-1 overflow-x-auto rounded-card border border-line bg-surface p-1"
      >
        {ONBOARDING_STEPS.map((name, at) => {
          const number = (at + 1) as OnboardingStep
          const isDone = walk !== undefined && isStepDone(number, walk, hasPlan)
          const Icon = isDone ? CircleCheck : Circle
          return (
            <li key={name} className="grow">
              <Link
                to={paths.onboarding(number)}
                aria-current={number === step ? 'step' : undefined}
                className={cx(
                  'flex h-9 items-center justify-center gap-2 rounded-control px-3 whitespace-nowrap pointer-coarse:h-11',
                  number === step ? 'bg-accent-soft font-medium text-ink' : 'text-ink-2 hover:bg-sunken',
                )}
              >
                <Icon aria-hidden="true" className={cx('size-4 shrink-0', isDone && 'text-gain')} />
                <span>
                  {number} {name}
                  {isDone && <span className="sr-only">, done</span>}
                </span>
              </Link>
            </li>
          )
        })}
      </ol>
    </nav>
  )
}
