import { Suspense, type ReactNode, useEffect } from 'react'
import { useLocation } from '@tanstack/react-router'
import { type OnboardingStep, onboardingStepOfPage, roadStepOf } from '@lotbook/contract'
import { RoadPlace } from '../../client/RoadPlace.tsx'
import { writeStored } from '../../client/stored.ts'
import { Page } from '../../ui/Page.tsx'
import { Loading, Skeleton } from '../../ui/Skeleton.tsx'

export interface StepPageProps {
  readonly step: OnboardingStep
  readonly title: string
  readonly summary: string
  readonly children: ReactNode
}

/** A step of the walk under the four steps of the road. */
export function StepPage({ step: ownStep, title, summary, children }: StepPageProps) {
  const pathname = useLocation({ select: (location) => location.pathname })
  const step = onboardingStepOfPage(pathname) ?? ownStep
  // The dashboard leads back to where one was.
  useEffect(() => writeStored('onboarding', step.toString()), [step])
  return (
    <Page title={title} summary={summary}>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
        <RoadPlace at={roadStepOf(step)} isWalk hasButton />
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
