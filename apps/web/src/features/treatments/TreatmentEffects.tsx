import type { TreatmentBoard } from '@lotbook/contract'
import { Banner } from '../../ui/Banner.tsx'
import { Button } from '../../ui/Button.tsx'
import { Card } from '../../ui/Card.tsx'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { ProgressBar } from '../../ui/ProgressBar.tsx'
import { DateTime } from '../../ui/Values.tsx'
import { EstimateFields } from '../what-if/EstimateFields.tsx'
import type { EstimateSearch } from '../what-if/estimate-search.ts'
import { WhyFailed } from '../what-if/RefusedTransaction.tsx'
import { isAtWork } from '../../client/is-at-work.ts'
import type { Treatments } from './use-treatments.ts'

interface Props {
  readonly board: TreatmentBoard
  readonly treatments: Treatments
  readonly search: EstimateSearch
  readonly onSearch: (changed: EstimateSearch) => void
}

/** The introduction of the screen, the inputs of the estimate, and the button that works out the effects. */
export function TreatmentEffects({ board, treatments, search, onSearch }: Props) {
  return (
    <Card title="What the law leaves open">
      <div className="grid gap-4">
        <p className="text-ink-2">
          No rule settles these questions, and tax products answer them differently. Each has a default here.
          If you choose otherwise, be ready to explain why on the return. A choice counts for the whole
          history from the next calculation on; a year you have filed keeps its figures.
        </p>
        <div className="grid items-start gap-4 sm:grid-cols-2">
          <EstimateFields search={search} onChange={onSearch} />
        </div>
        <State board={board} treatments={treatments} />
      </div>
    </Card>
  )
}

function State({ board: { effects }, treatments }: Pick<Props, 'board' | 'treatments'>) {
  const ask = (label: string) => (
    <Button look="primary" busy={treatments.isAsking} onClick={treatments.workOut}>
      {label}
    </Button>
  )
  if (effects === null) {
    return (
      <div className="grid gap-2">
        <p className="text-ink-2">
          What each choice would change for you has not been worked out yet. The whole history is calculated
          once for every other choice; your settings do not change.
        </p>
        <div>{ask('Work out the effects')}</div>
      </div>
    )
  }
  if (isAtWork(effects.state)) {
    return (
      <ProgressBar
        label="Working out the effects"
        progress={{ ...effects.progress, id: effects.id, seq: effects.progress.done, state: 'running' }}
        percent={effects.percent}
      />
    )
  }
  if (effects.state !== 'done') {
    return (
      <ErrorState
        title="The effects could not be worked out"
        text={<WhyFailed of={effects} />}
        busy={treatments.isAsking}
        onRetry={treatments.workOut}
      />
    )
  }
  return (
    <div className="grid gap-3">
      {!effects.is_current && (
        <Banner tone="warn" action={ask('Work out again')}>
          Your history or settings have changed since the effects were worked out.
        </Banner>
      )}
      {effects.finished_at !== null && (
        <p className="text-table text-ink-2">
          Worked out <DateTime instant={effects.finished_at} zone />. Each effect is that of one choice alone.
          The tax is an estimate of the federal income tax with the income above in every year, without state
          tax, deductions for donations, credits and carryovers of earlier years.
        </p>
      )}
    </div>
  )
}
