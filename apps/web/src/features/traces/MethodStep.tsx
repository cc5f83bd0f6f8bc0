import { useState } from 'react'
import { paths } from '@lotbook/contract'
import { useSlots } from '../../client/slots.ts'
import { Banner } from '../../ui/Banner.tsx'
import { Card } from '../../ui/Card.tsx'
import { TextLink } from '../../ui/Link.tsx'
import { StepPage } from './StepPage.tsx'
import { asksOfReview } from './walk-progress.ts'
import { useStandOn, useWalk } from './use-walk.ts'

/** The fourth step: by which method lots are used up, and the calculation itself. */
export function MethodStep() {
  const { CalculateTaxes, TaxSettings } = useSlots()
  const { data: walk } = useWalk()
  const [isChanged, setChanged] = useState(false)
  useStandOn('SelectLifoFifo')
  const waiting = walk === undefined ? 0 : asksOfReview(walk)
  const ofMethod = walk?.steps.find(({ wizard_name }) => wizard_name === 'SelectLifoFifo')?.asks ?? 0
  return (
    <StepPage
      step={4}
      title="Calculate"
      summary="Which lots are sold first. You can change it and calculate again at any time."
    >
      {waiting > 0 && (
        <Banner tone="warn">
          {waiting.toLocaleString()} {waiting === 1 ? 'question waits' : 'questions wait'} in the review, of
          all years. You can still calculate; the results mark the figures that depend on them.{' '}
          <TextLink to={paths.onboarding(3)}>Back to the review</TextLink>
        </Banner>
      )}
      {ofMethod > 0 && (
        <Banner tone="warn">
          The last calculation left something open about lots and Safe Harbor.{' '}
          <TextLink to={`${paths.transactions}?review=true`}>Open the review queue</TextLink>
        </Banner>
      )}
      <div className="grid items-start gap-6 lg:grid-cols-[minmax(0,1fr)_320px]">
        <Card title="Method and settings">
          <TaxSettings onChange={setChanged} />
        </Card>
        <Card title="Calculate">
          <div className="grid justify-items-start gap-4">
            {isChanged && (
              <p className="text-ink-2">Save your changes first: the calculation uses the saved settings.</p>
            )}
            <CalculateTaxes size="large" />
          </div>
        </Card>
      </div>
    </StepPage>
  )
}
