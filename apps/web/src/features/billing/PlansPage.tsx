import { useQuery } from '@tanstack/react-query'
import { useRouter, useSearch } from '@tanstack/react-router'
import { paths, type PlanOffer } from '@lotbook/contract'
import { api } from '../../client/api.ts'
import { toApiError } from '../../client/api-error.ts'
import { stringifySearch } from '../../client/search.ts'
import { useStart } from '../../client/start.ts'
import { Banner } from '../../ui/Banner.tsx'
import { ButtonLink } from '../../ui/Button.tsx'
import { Card } from '../../ui/Card.tsx'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { FactRow, Facts } from '../../ui/Facts.tsx'
import { Page } from '../../ui/Page.tsx'
import { Select } from '../../ui/Select.tsx'
import { Loading, Skeleton } from '../../ui/Skeleton.tsx'
import { pathOfCallUrl } from './call-url.ts'
import { countedOf } from './plan-words.ts'
import { PlanBill } from './PlanBill.tsx'
import { PlanScale } from './PlanScale.tsx'
import { PlanTable } from './PlanTable.tsx'
import type { PlansSearch } from './plans-search.ts'

/** The plans for a tax year: what counts in it, what each plan costs now, and what is free. */
export function PlansPage() {
  const search = useSearch({ strict: false }) as PlansSearch
  const router = useRouter()
  // An address with something else than a year is as good as one without.
  const asked = /^20\d\d$/.test(search.taxYear ?? '') ? Number(search.taxYear) : undefined
  const { data, error, refetch, isFetching } = useQuery(
    api.billing.plans.queryOptions({
      input: asked === undefined ? {} : { tax_year: asked },
      select: (answer) => answer.data,
    }),
  )
  const { viewing } = useStart().get_user_role
  const back = pathOfCallUrl(search.callUrl)
  const show = (taxYear: string) =>
    router.history.replace(router.state.location.pathname + stringifySearch({ ...search, taxYear }))
  return (
    <Page
      title="Choose a plan"
      summary="A plan is for one tax year and is paid once. Importing, reviewing and calculating are free on every plan."
      actions={
        data !== undefined && (
          <Select
            small
            aria-label="Tax year"
            value={String(data.year.tax_year)}
            onChange={({ target }) => show(target.value)}
          >
            {yearsOf(data).map((year) => (
              <option key={year}>{year}</option>
            ))}
          </Select>
        )
      }
    >
      {data === undefined ? (
        error === null ? (
          <Loading label="the plans">
            <Skeleton className="h-96 w-full" />
          </Loading>
        ) : (
          <Card>
            <ErrorState
              title="The plans could not be loaded"
              text={toApiError(error).message}
              busy={isFetching}
              onRetry={() => void refetch()}
            />
          </Card>
        )
      ) : (
        <div className="grid gap-6">
          {viewing !== null && (
            <Banner>
              You can see where {viewing.username} stands. To pay for them or to ask them to pay, go back to
              your clients.
            </Banner>
          )}
          {data.payments === 'test' && (
            <Banner tone="warn">
              <strong>Test checkout.</strong> This installation pretends to be paid. No card is asked for.
            </Banner>
          )}
          <div className="grid items-start gap-6 lg:grid-cols-2">
            <Counted offer={data} />
            <PlanBill offer={data} callUrl={search.callUrl} back={back} isReadOnly={viewing !== null} />
          </div>
          {data.years.length > 0 && <PlanScale offer={data} onChoose={(year) => show(String(year))} />}
          <PlanTable offer={data} callUrl={search.callUrl} isReadOnly={viewing !== null} />
        </div>
      )}
    </Page>
  )
}

function Counted({ offer: { year, is_counted, imports_in_progress } }: { readonly offer: PlanOffer }) {
  return (
    <Card title={`Your ${year.tax_year}`}>
      {is_counted ? (
        <>
          <p className="text-h1">
            {countedOf(year).toLocaleString()}{' '}
            <span className="text-body text-ink-2">transactions that count</span>
          </p>
          <Facts ruled>
            <FactRow name="Disposals: sales, trades, coins spent">{year.disposals.toLocaleString()}</FactRow>
            <FactRow name="Income: staking, interest, airdrops">{year.incomes.toLocaleString()}</FactRow>
            <FactRow name="Counted" isStrong>
              {countedOf(year).toLocaleString()}
            </FactRow>
          </Facts>
        </>
      ) : (
        <>
          <p>Nobody knows yet what counts: that takes a calculation, which is free.</p>
          <p className="mt-3">
            <ButtonLink to={paths.tax}>Calculate taxes first</ButtonLink>
          </p>
        </>
      )}
      <p className="mt-3 text-table text-ink-2">
        Buys, deposits, withdrawals and transfers between your own accounts never count.
        {imports_in_progress > 0 && ' An import is still running: the count can grow.'}
      </p>
    </Card>
  )
}

/** Years with anything that counts, the one shown among them, the newest first. */
function yearsOf({ years, year }: PlanOffer): number[] {
  const all = new Set([...years.map(({ tax_year }) => tax_year), year.tax_year])
  return [...all].toSorted((a, b) => b - a)
}
