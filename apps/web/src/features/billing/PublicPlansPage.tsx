import { useQuery } from '@tanstack/react-query'
import { messages, paths } from '@lotbook/contract'
import { toApiError } from '../../client/api-error.ts'
import { laterApi } from '../../client/later-api.ts'
import { signInPath } from '../../client/redirect.ts'
import { ButtonLink } from '../../ui/Button.tsx'
import { Card } from '../../ui/Card.tsx'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { Page } from '../../ui/Page.tsx'
import { Loading, Skeleton } from '../../ui/Skeleton.tsx'
import { OnOwnMachine } from './OnOwnMachine.tsx'
import { ComparedPlans } from './PlanTable.tsx'
import { PlanScale } from './PlanScale.tsx'

/** The plans and their prices for anybody; nobody needs an account to read them. */
export function PublicPlansPage() {
  const { data, error, refetch, isFetching } = useQuery(laterApi.billing.offered.queryOptions())
  return (
    <Page
      title="Plans and prices"
      summary="A plan is for one tax year and is paid once. Importing, reviewing and calculating are free on every plan."
      actions={
        <ButtonLink look="primary" size="large" to={paths.newSignUp}>
          Start free
        </ButtonLink>
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
          <Card flush className="overflow-clip">
            <div className="grid lg:grid-cols-[21rem_minmax(0,1fr)]">
              <section className="px-card py-6">
                <h2 className="font-semibold">What counts</h2>
                <p className="mt-1 text-ink-2">
                  Sales, trades, coins spent and receipts of income. Buys, deposits, withdrawals and transfers
                  between your own accounts never count.
                </p>
                <p className="mt-3 text-ink-2">
                  {data.payments === 'none'
                    ? 'Payments are not set up here, so nothing is charged.'
                    : 'You see what your year counts, and what it costs, before you pay anything.'}
                </p>
              </section>
              <div className="border-line max-lg:border-t lg:border-l">
                <PlanScale offer={{ plans: data.plans, years: [], is_counted: false }} />
              </div>
            </div>
          </Card>
          <ComparedPlans
            plans={data.plans}
            payments={data.payments}
            way={({ name }) => (
              <span className="mt-3 block">
                <ButtonLink
                  size="small"
                  to={signInPath(PRICING)}
                  aria-label={`${messages.nav.choosePlan}: ${name}`}
                >
                  {messages.nav.choosePlan}
                </ButtonLink>
              </span>
            )}
          />
          {data.payments !== 'none' && <OnOwnMachine />}
        </div>
      )}
    </Page>
  )
}

const PRICING = '/pricing'
