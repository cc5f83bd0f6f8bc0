import { Card } from '../../ui/Card.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { GoOn } from './GoOn.tsx'
import { StepPage } from './StepPage.tsx'

/** The second step. Nothing is sold here yet, so there is nothing to choose. */
export function PlanStep() {
  return (
    <StepPage step={2} title="Plan" summary="What your tax year costs.">
      <Card>
        <EmptyState
          title="There is nothing to choose"
          text="Importing, reviewing, calculating and every figure on screen are free."
          actions={<GoOn />}
        />
      </Card>
    </StepPage>
  )
}
