import { useMutation, useQuery } from '@tanstack/react-query'
import { useRouter, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { COMPLETION_POLL_MS, type Purchase } from '@lotbook/contract'
import { apiHost } from '../../client/api.ts'
import { laterApi, laterCalls } from '../../client/later-api.ts'
import { toApiError } from '../../client/api-error.ts'
import { Banner } from '../../ui/Banner.tsx'
import { Button, ButtonLink } from '../../ui/Button.tsx'
import { Card } from '../../ui/Card.tsx'
import { Loading, Skeleton } from '../../ui/Skeleton.tsx'
import { toastDone } from '../../ui/toast-store.ts'
import { chosenPlan, type ClientOffer, ClientPlanPage, PlanChoice } from './ClientPlan.tsx'
import { dollars } from './money-of-cents.ts'

/** A professional pays the plan of a client's year (R2.78). */
export function PayForClientPage() {
  const {
    id = '',
    taxYear,
    type,
    purchase = '',
  } = useSearch({ from: '/signed-in/shell/tax-pro/tax_pro/paymentForm' })
  return (
    <ClientPlanPage
      clientId={id}
      taxYear={taxYear}
      title={({ client }) => `${type === 'upgrade' ? 'Upgrade' : 'Pay'} for ${client.name}`}
    >
      {(offer) =>
        type === 'done' ? (
          <Done offer={offer} clientId={id} purchaseId={purchase} />
        ) : (
          <PayForm offer={offer} clientId={id} />
        )
      }
    </ClientPlanPage>
  )
}

/** Waits until the provider has told of the payment, then says what it bought. */
function Done({
  offer,
  clientId,
  purchaseId,
}: {
  readonly offer: ClientOffer
  readonly clientId: string
  readonly purchaseId: string
}) {
  const { year } = offer
  const { data, error } = useQuery(
    laterApi.billing.clientPurchase.queryOptions({
      input: { id: purchaseId, client_id: clientId },
      select: (answer) => answer.data,
      refetchInterval: (query) => (query.state.data?.data.state === 'open' ? COMPLETION_POLL_MS : false),
    }),
  )
  if (data === undefined && error === null)
    return (
      <Loading label="the payment">
        <Skeleton className="h-32 w-full" />
      </Loading>
    )
  return (
    <Card>
      <p>{error === null ? outcomeWords(data) : toApiError(error).message}</p>
      <p className="mt-4 flex flex-wrap gap-4">
        <ButtonLink to={`/tax_pro/view_customer?id=${clientId}&year=${year.tax_year}`}>
          Back to the client
        </ButtonLink>
        {data !== undefined && data.invoice !== null && (
          <a
            className="self-center underline"
            href={`${apiHost()}/tax_pro/receipts/${clientId}/${purchaseId}`}
          >
            Receipt {data.invoice}
          </a>
        )}
      </p>
    </Card>
  )
}

function outcomeWords({ state, plan_name, tax_year, problem }: Purchase): string {
  if (state === 'paid') return `${tax_year} is on ${plan_name}. The receipt was sent to you.`
  if (state === 'refunded') return 'The payment was refunded.'
  if (state === 'disputed') return 'The payment is disputed. The plan does not count until the bank decides.'
  if (problem !== null)
    return 'This payment does not fit what was due, so the plan was not changed. Ask the operator of this site for a refund.'
  if (state === 'open')
    return 'The payment has not arrived yet. If you closed the payment page, nothing was charged.'
  return 'The payment was not made. Nothing was charged.'
}

function PayForm({ offer, clientId }: { readonly offer: ClientOffer; readonly clientId: string }) {
  const { year, payments, client } = offer
  const router = useRouter()
  const [chosen, setChosen] = useState(() => chosenPlan(offer, undefined))
  const back = `/tax_pro/view_customer?id=${clientId}&year=${year.tax_year}`
  const { mutate, isPending, error } = useMutation({
    mutationFn: (planId: string) =>
      laterCalls.billing.buyForClient({ client_id: clientId, tax_year: year.tax_year, plan_id: planId }),
    onSuccess: ({ url }) => {
      if (url === null) {
        toastDone(`The plan of ${client.name} is chosen. Nothing was charged.`)
        return router.history.push(back)
      }
      if (url.startsWith('/')) return router.history.push(url)
      return window.location.assign(url)
    },
  })
  const due = payments === 'none' || chosen === undefined ? 0 : (year.due[chosen] ?? 0)
  return (
    <Card title="Who pays: you">
      <div className="grid gap-4">
        {error !== null && (
          <Banner tone="danger">
            {toApiError(error).code === 'not_found'
              ? 'You may look at these books, but not work in them. Ask the client for more access, or ask them to pay.'
              : toApiError(error).message}
          </Banner>
        )}
        <PlanChoice offer={offer} value={chosen} onChange={setChosen} />
        <div className="flex flex-wrap gap-2">
          {chosen !== undefined && (
            <Button look="primary" busy={isPending} onClick={() => mutate(chosen)}>
              {due === 0 ? 'Choose the plan' : `Pay ${dollars(due)}`}
            </Button>
          )}
          <ButtonLink
            to={`/tax_pro/payments/invitation?clientId=${clientId}&taxYear=${year.tax_year}${chosen === undefined ? '' : `&planId=${chosen}`}`}
          >
            Ask the client to pay
          </ButtonLink>
          <ButtonLink look="quiet" to={back}>
            Cancel
          </ButtonLink>
        </div>
        <p className="text-table text-ink-2">
          {payments === 'none'
            ? 'Payments are not set up on this site. The choice is recorded, and nothing is charged.'
            : 'The receipt is yours. The client sees who paid. Nothing renews by itself.'}
        </p>
      </div>
    </Card>
  )
}
