import { paths } from '@lotbook/contract'
import { useSlots } from '../../client/slots.ts'
import { ButtonLink } from '../../ui/Button.tsx'
import { Card } from '../../ui/Card.tsx'
import { LoneLink } from '../../ui/Link.tsx'
import { GoOn } from './GoOn.tsx'
import { StepPage } from './StepPage.tsx'
import { useStandOn, useWalk } from './use-walk.ts'

/** The first step: every account and wallet there ever was. */
export function ImportStep() {
  const { AddSourceButton, UploadFiles } = useSlots()
  const { data: walk } = useWalk()
  const hasHistory = walk?.has_history === true
  useStandOn('UploadCsvWizard')
  return (
    <StepPage
      step={1}
      title="Import"
      summary="Add every exchange and wallet you have used. You are asked later about anything missing."
    >
      <p className="flex flex-wrap gap-x-5 md:hidden">
        <LoneLink to={paths.switchNotification}>Continue on your computer</LoneLink>
        <LoneLink to={paths.onboardingVideo}>How Lotbook works</LoneLink>
      </p>
      <Card>
        <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
          <UploadFiles />
          <div className="flex flex-wrap gap-2 border-t border-line pt-4">
            {/* One way on stands out: before there is a history it is the import, then it is the next step. */}
            <GoOn
              look={hasHistory ? 'primary' : 'secondary'}
              disabledReason={walk?.has_history === false ? 'import something first' : undefined}
            />
            <AddSourceButton look={hasHistory ? 'secondary' : 'primary'} />
            <ButtonLink look="quiet" className="max-md:hidden" to={paths.onboardingVideo}>
              How Lotbook works
            </ButtonLink>
            {hasHistory && <ButtonLink to={paths.imports}>Imported History</ButtonLink>}
          </div>
        </div>
      </Card>
    </StepPage>
  )
}
