import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRouter, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { api, calls } from '../../client/api.ts'
import { toApiError } from '../../client/api-error.ts'
import { useRefreshStart } from '../../client/start.ts'
import { Banner } from '../../ui/Banner.tsx'
import { Button, ButtonLink } from '../../ui/Button.tsx'
import { Card } from '../../ui/Card.tsx'
import { Page } from '../../ui/Page.tsx'
import { pathOfCallUrl } from './call-url.ts'
import { dollars } from './money-of-cents.ts'

/** The marked test checkout: stands in for the page of a payment provider, and charges nobody. */
export function TestCheckoutPage() {
  const { id = '', client, callUrl } = useSearch({ from: '/signed-in/shell/account/payments/test' })
  const cache = useQueryClient()
  const router = useRouter()
  const refresh = useRefreshStart()
  const [refused, setRefused] = useState(false)
  const { mutate, isPending, variables, error, data } = useMutation({
    mutationFn: (outcome: 'paid' | 'refused') =>
      calls.billing.finishTest({ id, outcome, ...(client === undefined ? {} : { client_id: client }) }),
    onSuccess: async ({ data: purchase }) => {
      await cache.invalidateQueries({ queryKey: api.billing.key() })
      await refresh()
      setRefused(purchase.state === 'refused')
      if (purchase.state !== 'paid') return
      if (client !== undefined)
        router.history.replace(`/tax_pro/view_customer?id=${client}&year=${purchase.tax_year}`)
      else
        router.history.replace(
          `/payments/done?id=${id}${callUrl === undefined ? '' : `&callUrl=${encodeURIComponent(callUrl)}`}`,
        )
    },
  })
  return (
    <Page title="Test checkout" summary="This installation pretends to be paid. No card is asked for.">
      <Card>
        <div className="grid gap-4">
          {refused && (
            <Banner tone="danger">
              <strong>The card was refused.</strong> Nothing was charged, and the year stays on the plan it
              had. Everything on screen stays open.
            </Banner>
          )}
          {error !== null && <Banner tone="danger">{toApiError(error).message}</Banner>}
          {data !== undefined && (
            <p>
              {data.data.plan_name}, tax year {data.data.tax_year}: {dollars(data.data.price_cents)}
            </p>
          )}
          <div className="flex flex-wrap gap-2">
            <Button look="primary" busy={isPending && variables === 'paid'} onClick={() => mutate('paid')}>
              {refused ? 'Try again' : 'Pretend to pay'}
            </Button>
            <Button busy={isPending && variables === 'refused'} onClick={() => mutate('refused')}>
              Pretend that the card is refused
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
