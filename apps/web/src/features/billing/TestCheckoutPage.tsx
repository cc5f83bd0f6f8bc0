import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useRouter, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { laterApi, laterCalls } from '../../client/later-api.ts'
import { toApiError } from '../../client/api-error.ts'
import { useRefreshStart } from '../../client/start.ts'
import { Banner } from '../../ui/Banner.tsx'
import { Button, ButtonLink } from '../../ui/Button.tsx'
import { Card } from '../../ui/Card.tsx'
import { FactRow, Facts } from '../../ui/Facts.tsx'
import { Page } from '../../ui/Page.tsx'
import { Loading, Skeleton } from '../../ui/Skeleton.tsx'
import { pathOfCallUrl } from './call-url.ts'
import { dollars } from './money-of-cents.ts'
import { TEST_CHECKOUT } from './plan-words.ts'

/** The marked test checkout: stands in for the page of a payment provider, and charges nobody. */
export function TestCheckoutPage() {
  const { id = '', client, callUrl } = useSearch({ from: '/signed-in/shell/account/payments/test' })
  const cache = useQueryClient()
  const router = useRouter()
  const refresh = useRefreshStart()
  const own = useQuery(
    laterApi.billing.purchase.queryOptions({ input: { id }, enabled: client === undefined }),
  )
  const clients = useQuery(
    laterApi.billing.clientPurchase.queryOptions({
      input: { id, client_id: client ?? '' },
      enabled: client !== undefined,
    }),
  )
  const asked = client === undefined ? own : clients
  const purchase = asked.data?.data
  const [refused, setRefused] = useState(false)
  const { mutate, isPending, variables, error } = useMutation({
    mutationFn: (outcome: 'paid' | 'refused') =>
      laterCalls.billing.finishTest({ id, outcome, ...(client === undefined ? {} : { client_id: client }) }),
    onSuccess: async ({ data: finished }) => {
      await cache.invalidateQueries({ queryKey: laterApi.billing.key() })
      await refresh()
      setRefused(finished.state === 'refused')
      if (finished.state !== 'paid') return
      if (client !== undefined)
        router.history.replace(`/tax_pro/view_customer?id=${client}&year=${finished.tax_year}`)
      else
        router.history.replace(
          `/payments/done?id=${id}${callUrl === undefined ? '' : `&callUrl=${encodeURIComponent(callUrl)}`}`,
        )
    },
  })
  return (
    <Page title="Test checkout" summary={TEST_CHECKOUT}>
      <Card className="max-w-[480px]">
        <div className="grid gap-4">
          {refused && (
            <Banner tone="danger">
              <strong>The card was declined.</strong> Nothing was charged, and the year stays on the plan it
              had. Everything on screen stays open.
            </Banner>
          )}
          {error !== null && <Banner tone="danger">{toApiError(error).message}</Banner>}
          {purchase !== undefined ? (
            <Facts>
              <FactRow name="Plan">{purchase.plan_name}</FactRow>
              <FactRow name="Tax year">{purchase.tax_year}</FactRow>
              <FactRow name="Amount" isStrong>
                {dollars(purchase.price_cents)}
              </FactRow>
            </Facts>
          ) : asked.error === null ? (
            <Loading label="the payment">
              <Skeleton className="h-20 w-full" />
            </Loading>
          ) : (
            <Banner tone="danger">There is no such payment. {toApiError(asked.error).message}</Banner>
          )}
          <div className="flex flex-wrap gap-2">
            <Button look="primary" busy={isPending && variables === 'paid'} onClick={() => mutate('paid')}>
              {refused ? 'Try again' : 'Pretend to pay'}
            </Button>
            <Button busy={isPending && variables === 'refused'} onClick={() => mutate('refused')}>
              Simulate a declined card
            </Button>
            <ButtonLink
              look="quiet"
              to={
                client === undefined
                  ? (pathOfCallUrl(callUrl) ?? '/pricing')
                  : `/tax_pro/view_customer?id=${client}`
              }
            >
              Cancel
            </ButtonLink>
          </div>
        </div>
      </Card>
    </Page>
  )
}
