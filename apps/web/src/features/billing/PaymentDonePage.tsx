import { useQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { COMPLETION_POLL_MS, paths, type Purchase } from '@lotbook/contract'
import { apiHost } from '../../client/api.ts'
import { laterApi } from '../../client/later-api.ts'
import { toApiError } from '../../client/api-error.ts'
import { ButtonLink } from '../../ui/Button.tsx'
import { Card } from '../../ui/Card.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { Page } from '../../ui/Page.tsx'
import { Loading, Skeleton } from '../../ui/Skeleton.tsx'
import { pathOfCallUrl } from './call-url.ts'
import { dollars } from './money-of-cents.ts'

/** The page that a payment leads back to: waits until the provider has told of it, then says what it bought. */
export function PaymentDonePage() {
  const { id = '', callUrl } = useSearch({ from: '/signed-in/shell/customer/payments/done' })
  const { data, error, refetch, isFetching } = useQuery(
    laterApi.billing.purchase.queryOptions({
      input: { id },
      select: (answer) => answer.data,
      refetchInterval: (query) => (query.state.data?.data.state === 'open' ? COMPLETION_POLL_MS : false),
    }),
  )
  const back = pathOfCallUrl(callUrl)
  return (
    <Page title="Payment">
      <Card>
        {data !== undefined ? (
          <Outcome purchase={data} back={back} />
        ) : error === null ? (
          <Loading label="the payment">
            <Skeleton className="h-40 w-full" />
          </Loading>
        ) : (
          <ErrorState
            title="There is no such payment"
            text={toApiError(error).message}
            busy={isFetching}
            onRetry={() => void refetch()}
          />
        )}
      </Card>
    </Page>
  )
}

function Outcome({ purchase, back }: { readonly purchase: Purchase; readonly back: string | undefined }) {
  const { id, state, plan_name, tax_year, price_cents, invoice, problem } = purchase
  const plans = `/pricing?taxYear=${tax_year}`
  if (state === 'refunded')
    return (
      <EmptyState
        title="The payment was refunded"
        text={`${dollars(price_cents)} was sent back to you.`}
        actions={<ButtonLink to={plans}>See the plans</ButtonLink>}
      />
    )
  if (state === 'disputed')
    return (
      <EmptyState
        title="The payment is disputed"
        text={`Your bank is looking into the ${dollars(price_cents)}. Until it decides, the plan does not count.`}
        actions={<ButtonLink to={plans}>See the plans</ButtonLink>}
      />
    )
  if (problem !== null && state !== 'paid')
    return (
      <EmptyState
        title="This payment does not fit"
        text={
          problem === 'other_amount'
            ? `We received an amount other than ${dollars(price_cents)}, so the plan was not changed. Ask the operator of this site for a refund.`
            : `${tax_year} was already on this plan or a larger one. Ask the operator of this site for a refund.`
        }
        actions={<ButtonLink to={plans}>See the plans</ButtonLink>}
      />
    )
  if (state === 'paid')
    return (
      <EmptyState
        title={`${tax_year} is on ${plan_name}`}
        text={
          price_cents === 0
            ? 'Nothing was charged. The choice is recorded under Billing.'
            : `Receipt ${invoice}, ${dollars(price_cents)}, is under Billing, and was sent to you.${problem === null ? '' : ' You paid more than the difference, because the plan had changed meanwhile: ask the operator of this site to refund the rest.'}`
        }
        actions={
          <>
            <ButtonLink look="primary" to={back ?? paths.oneYear(tax_year)}>
              Continue
            </ButtonLink>
            {invoice !== null && (
              <a className="self-center underline" href={`${apiHost()}/billings/receipts/${id}`}>
                Download the receipt
              </a>
            )}
          </>
        }
      />
    )
  if (state === 'open')
    return (
      <EmptyState
        title="Waiting for the payment"
        text="This takes a few seconds. If you closed the payment page, nothing was charged."
        actions={<ButtonLink to={plans}>See the plans</ButtonLink>}
      />
    )
  return (
    <EmptyState
      title="The payment did not go through"
      text={`Nothing was charged, and ${tax_year} stays on the plan it had. Everything on screen stays open.`}
      actions={
        <ButtonLink look="primary" to={plans}>
          Try again
        </ButtonLink>
      }
    />
  )
}
