import { useQuery } from '@tanstack/react-query'
import { useRouter, useSearch } from '@tanstack/react-router'
import { paths, type PlanOffer } from '@lotbook/contract'
import { laterApi } from '../../client/later-api.ts'
import { toApiError } from '../../client/api-error.ts'
import { stringifySearch } from '../../client/search.ts'
import { RoadPlace } from '../../client/RoadPlace.tsx'
import { useStart } from '../../client/start.ts'
import { Banner } from '../../ui/Banner.tsx'
import { ButtonLink } from '../../ui/Button.tsx'
import { Card } from '../../ui/Card.tsx'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { FactRow, Facts } from '../../ui/Facts.tsx'
import { Page } from '../../ui/Page.tsx'
import { Loading, Skeleton } from '../../ui/Skeleton.tsx'
import { Total } from '../../ui/Total.tsx'
import { pathOfCallUrl } from './call-url.ts'
import { OnOwnMachine } from './OnOwnMachine.tsx'
import { countedOf, TEST_CHECKOUT } from './plan-words.ts'
import { PlanBill } from './PlanBill.tsx'
import { PlanScale } from './PlanScale.tsx'
import { PlanTable } from './PlanTable.tsx'
import { PlanYears } from './PlanYears.tsx'
import type { PlansSearch } from './plans-search.ts'

/** The plans for a tax year: what counts in it, what each plan costs now, and what is free. */
export function PlansPage() {
  const search = useSearch({ strict: false }) as PlansSearch
  const router = useRouter()
  // An address with something else than a year is as good as one without.
  const asked = /^20\d\d$/.test(search.taxYear ?? '') ? Number(search.taxYear) : undefined
  const { data, error, refetch, isFetching } = useQuery(
    laterApi.billing.plans.queryOptions({
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
      actions={data !== undefined && <PlanYears offer={data} onChoose={(year) => show(String(year))} />}
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
          <RoadPlace at="file" year={data.year.tax_year} hasButton />
          {viewing !== null && (
            <Banner>
              You can see where {viewing.username} stands. To pay for them or to ask them to pay, go back to
              your clients.
            </Banner>
          )}
          {data.payments === 'test' && (
            <Banner tone="warn">
              <strong>Test checkout.</strong> {TEST_CHECKOUT}
            </Banner>
          )}
          <Card flush className="overflow-clip">
            <div className="grid lg:grid-cols-[minmax(0,1fr)_20rem] xl:grid-cols-[21rem_minmax(0,1fr)_20rem]">
              <Counted offer={data} />
              <div className="border-line max-xl:order-1 max-xl:col-span-full max-xl:border-t xl:border-l">
                <PlanScale offer={data} />
              </div>
              <PlanBill offer={data} callUrl={search.callUrl} back={back} isReadOnly={viewing !== null} />
            </div>
          </Card>
          <PlanTable offer={data} callUrl={search.callUrl} isReadOnly={viewing !== null} />
          {data.payments !== 'none' && <OnOwnMachine />}
        </div>
      )}
    </Page>
  )
}

function Counted({ offer: { year, is_counted, imports_in_progress } }: { readonly offer: PlanOffer }) {
  return (
    <section className="px-card py-6">
      <h2 className="font-normal text-ink-2">
        Your {year.tax_year}
        {is_counted && ' has'}
      </h2>
      {is_counted ? (
        <>
          <p className="text-[3.5rem] leading-[3.75rem] font-semibold tracking-tighter">
            {countedOf(year).toLocaleString()}
          </p>
          <p className="mt-1 mb-3.5 font-medium">
            {countedOf(year) === 1 ? 'transaction that counts' : 'transactions that count'}
          </p>
          <Facts ruled>
            <FactRow name="Disposals: sales, trades, coins spent">{year.disposals.toLocaleString()}</FactRow>
            <FactRow name="Income: staking, interest, airdrops">{year.incomes.toLocaleString()}</FactRow>
            <FactRow name="Counted" isStrong>
              <Total>{countedOf(year).toLocaleString()}</Total>
            </FactRow>
          </Facts>
        </>
      ) : (
        <>
          <p className="mt-2">What counts is known after a calculation, which is free.</p>
          <p className="mt-3">
            <ButtonLink to={paths.tax}>Calculate taxes first</ButtonLink>
          </p>
        </>
      )}
      <p className="mt-3 text-table text-ink-2">
        Buys, deposits, withdrawals and transfers between your own accounts never count.
        {imports_in_progress > 0 && ' An import is still running: the count can grow.'}
      </p>
    </section>
  )
}
