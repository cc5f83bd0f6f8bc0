import { useRouter, useSearch } from '@tanstack/react-router'
import { paths } from '@lotbook/contract'
import { toApiError } from '../../client/api-error.ts'
import { stringifySearch } from '../../client/search.ts'
import { TaxCurrencyNote } from '../../client/CurrencyNotes.tsx'
import { SettingsPage } from '../../shell/SettingsPage.tsx'
import { Card } from '../../ui/Card.tsx'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { TextLink } from '../../ui/Link.tsx'
import { Loading, Skeleton } from '../../ui/Skeleton.tsx'
import { DeclaredTokens } from './DeclaredTokens.tsx'
import { estimateSearch, type EstimateSearch } from '../what-if/estimate-search.ts'
import { TreatmentChanges } from './TreatmentChanges.tsx'
import { TreatmentEffects } from './TreatmentEffects.tsx'
import { TreatmentQuestion } from './TreatmentQuestion.tsx'
import { treatmentGroups } from './treatment-words.ts'
import { useTreatments } from './use-treatments.ts'

/** The questions that the law leaves open, with their choices and the effect of each for this customer (N17). */
export function TreatmentsPage() {
  const search = estimateSearch({ ...useSearch({ from: '/signed-in/shell/customer/settings/treatments' }) })
  const router = useRouter()
  const treatments = useTreatments(search)
  const { data, error, refetch, isFetching } = treatments
  const show = (changed: EstimateSearch) =>
    router.history.replace(`${paths.settingsTreatments}${stringifySearch({ ...search, ...changed })}`)
  return (
    <SettingsPage title="Treatments">
      {data === undefined ? (
        error === null ? (
          <Loading label="treatments">
            <Skeleton className="h-96 w-full" />
          </Loading>
        ) : (
          <Card>
            <ErrorState
              title="Your treatments could not be loaded"
              text={toApiError(error).message}
              busy={isFetching}
              onRetry={() => void refetch()}
            />
          </Card>
        )
      ) : (
        <>
          <TaxCurrencyNote />
          <TreatmentEffects board={data} treatments={treatments} search={search} onSearch={show} />
          <DeclaredTokens board={data} treatments={treatments} />
          {treatmentGroups.map(({ title, of }) => (
            <Card key={title} title={title} flush>
              <ul className="divide-y divide-line">
                {of.map((treatment) => (
                  <TreatmentQuestion
                    key={treatment}
                    treatment={treatment}
                    board={data}
                    treatments={treatments}
                  />
                ))}
              </ul>
            </Card>
          ))}
          <Card title="Bankruptcy payments">
            <p className="text-table text-ink-2">
              Whether coins that a bankrupt company pays you dispose of your claim or replace it is open too.
              You decide that for each payment{' '}
              <TextLink to={`${paths.transactions}?review=true`}>in the review</TextLink>, where its effect is
              shown first.
            </p>
          </Card>
          <TreatmentChanges board={data} treatments={treatments} />
        </>
      )}
    </SettingsPage>
  )
}
