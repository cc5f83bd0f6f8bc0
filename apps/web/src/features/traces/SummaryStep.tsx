import { useSearch } from '@tanstack/react-router'
import { paths } from '@lotbook/contract'
import { useSlots } from '../../client/slots.ts'
import { ButtonLink } from '../../ui/Button.tsx'
import { Card } from '../../ui/Card.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { StepPage } from './StepPage.tsx'
import { useStandOn } from './use-walk.ts'

/** The last step: the year in a few figures. */
export function SummaryStep() {
  const { YearSummary } = useSlots()
  // Of a year that the address names, else of the one that is due.
  const { year } = useSearch({ strict: false }) as { year?: string }
  useStandOn('TaxSummary')
  return (
    <StepPage step={5} title="Summary" summary="Your tax year in a few figures.">
      <YearSummary
        {...(year === undefined ? {} : { year: Number(year) })}
        missing={
          <Card>
            <EmptyState
              title="Not calculated yet"
              text="Choose a method and calculate; the figures appear here."
              actions={
                <ButtonLink look="primary" to={paths.onboarding(4)}>
                  Choose a method
                </ButtonLink>
              }
            />
          </Card>
        }
      />
    </StepPage>
  )
}
