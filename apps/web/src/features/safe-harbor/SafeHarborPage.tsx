import { useRouter, useSearch } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { paths } from '@lotbook/contract'
import { toApiError } from '../../client/api-error.ts'
import { Banner } from '../../ui/Banner.tsx'
import { Button } from '../../ui/Button.tsx'
import { Card } from '../../ui/Card.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { TextLink } from '../../ui/Link.tsx'
import { Page } from '../../ui/Page.tsx'
import { ProgressBar } from '../../ui/ProgressBar.tsx'
import { Loading, Skeleton } from '../../ui/Skeleton.tsx'
import { Tabs } from '../../ui/Tabs.tsx'
import { WhyFailed } from '../what-if/RefusedTransaction.tsx'
import { isAtWork } from '../../client/is-at-work.ts'
import { TaxCurrencyNote } from '../../client/CurrencyNotes.tsx'
import { ownAgain } from './allocation-words.ts'
import { AllocationRecords } from './AllocationRecords.tsx'
import { CheckStep } from './CheckStep.tsx'
import { CompareStep } from './CompareStep.tsx'
import { OwnStep } from './OwnStep.tsx'
import { RecordStep } from './RecordStep.tsx'
import { safeHarborPath, safeHarborSearch, type SearchChange, type Step } from './safe-harbor-search.ts'
import type { StepProps } from './step-props.ts'
import { useSafeHarbor } from './use-safe-harbor.ts'

/** Attaching unused basis to accounts on January 1, 2025: what there is, what each way comes to, and the record. */
export function SafeHarborPage() {
  const search = safeHarborSearch({ ...useSearch({ from: '/signed-in/shell/customer/tax/safe_harbor' }) })
  const router = useRouter()
  const harbor = useSafeHarbor(search)
  const { data, error, refetch, isFetching } = harbor
  const show = (changed: SearchChange) => router.history.replace(safeHarborPath({ ...search, ...changed }))
  return (
    <Page
      title="Safe Harbor 2025"
      summary="Which lots each of your accounts held on January 1, 2025 (Rev. Proc. 2024-28)."
    >
      {data === undefined ? (
        error === null ? (
          <Loading label="your allocation">
            <Skeleton className="h-80 w-full" />
          </Loading>
        ) : (
          <ErrorState
            title="Your allocation could not be loaded"
            text={toApiError(error).message}
            busy={isFetching}
            onRetry={() => void refetch()}
          />
        )
      ) : data.pool === 'account' ? (
        <NothingToAllocate />
      ) : (
        <div className="grid gap-6">
          <TaxCurrencyNote />
          <AllocationRecords records={data.records} drift={data.comparison?.drift ?? []} />
          <Wizard state={data} search={search} show={show} harbor={harbor} />
        </div>
      )}
    </Page>
  )
}

function NothingToAllocate() {
  return (
    <Card>
      <EmptyState
        title="Nothing to allocate"
        text={
          <>
            Your settings track lots account by account before 2025, so every lot is already in an account. If
            you used one pool for all accounts in the years you filed, change “Lots before 2025” in the{' '}
            <TextLink to={paths.settingsTax}>tax settings</TextLink>.
          </>
        }
      />
    </Card>
  )
}

const STEP_NAMES: Readonly<Record<Step, string>> = {
  check: '1 Check',
  compare: '2 Compare',
  own: '3 Your own',
  record: '4 Record',
}

function Wizard({ state, search, show, harbor }: Omit<StepProps, 'comparison'>) {
  const { comparison } = state
  const { compare, isAsking } = harbor
  const again = (label: string) => (
    <Button
      look="primary"
      busy={isAsking}
      onClick={() => compare(ownAgain(comparison?.own ?? null, comparison?.assets ?? [], state.records))}
    >
      {label}
    </Button>
  )
  if (comparison === null) {
    return (
      <Card>
        <EmptyState
          title="Nothing has been compared yet"
          text="Your lots as of December 31, 2024 are allocated to your accounts in each way that a rule allows, and the years since are calculated for each. This records nothing."
          actions={again('Compare allocations')}
        />
      </Card>
    )
  }
  if (isAtWork(comparison.state)) {
    return (
      <Card>
        <ProgressBar
          label="Comparing allocations"
          progress={{
            ...comparison.progress,
            id: comparison.id,
            seq: comparison.progress.done,
            state: 'running',
          }}
          percent={comparison.percent}
        />
      </Card>
    )
  }
  if (comparison.state !== 'done') {
    return (
      <ErrorState
        title="The allocations could not be compared"
        text={<WhyFailed of={comparison} />}
        busy={isAsking}
        onRetry={() => compare(null)}
      />
    )
  }
  const step = search.step ?? 'check'
  const props = { state, comparison, search, show, harbor }
  const panels: Readonly<Record<Step, () => ReactNode>> = {
    check: () => <CheckStep {...props} />,
    compare: () => <CompareStep {...props} />,
    own: () => <OwnStep {...props} />,
    record: () => <RecordStep {...props} />,
  }
  return (
    <div className="grid gap-4">
      {!comparison.is_current && (
        <Banner tone={comparison.is_before_record_only ? 'info' : 'warn'} action={again('Compare again')}>
          {comparison.is_before_record_only
            ? 'What you see was compared before your allocation was recorded.'
            : 'Your history or settings have changed since this was compared.'}
        </Banner>
      )}
      <Tabs
        label="Steps"
        tabs={(Object.keys(STEP_NAMES) as Step[]).map((id) => ({ id, label: STEP_NAMES[id] }))}
        selected={step}
        onSelect={(next) => show({ step: next })}
      >
        {panels[step]()}
      </Tabs>
    </div>
  )
}
