import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRouter, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { api, calls } from '../../client/api.ts'
import { toApiError } from '../../client/api-error.ts'
import { useStart } from '../../client/start.ts'
import { displayedName } from '../../client/user.ts'
import { Banner } from '../../ui/Banner.tsx'
import { Button, ButtonLink } from '../../ui/Button.tsx'
import { Card } from '../../ui/Card.tsx'
import { Field } from '../../ui/Field.tsx'
import { Textarea } from '../../ui/TextInput.tsx'
import { toastDone } from '../../ui/toast-store.ts'
import { chosenPlan, type ClientOffer, ClientPlanPage, PlanChoice } from './ClientPlan.tsx'
import { dollars } from './money-of-cents.ts'

/** A professional asks a client by mail to pay the plan of a year; the mail is shown before it goes (R2.79). */
export function AskToPayPage() {
  const {
    clientId = '',
    taxYear,
    planId,
    upgrade,
  } = useSearch({
    from: '/signed-in/shell/tax-pro/tax_pro/payments/invitation',
  })
  return (
    <ClientPlanPage
      clientId={clientId}
      taxYear={taxYear}
      title={({ client }) => `Invite ${client.name} to ${upgrade === 'true' ? 'upgrade' : 'pay'}`}
    >
      {(offer) => <AskForm offer={offer} clientId={clientId} planId={planId} />}
    </ClientPlanPage>
  )
}

interface AskFormProps {
  readonly offer: ClientOffer
  readonly clientId: string
  readonly planId: string | undefined
}

function AskForm({ offer, clientId, planId }: AskFormProps) {
  const { year, plans, client, payments } = offer
  const { get_user_role: me } = useStart()
  const cache = useQueryClient()
  const router = useRouter()
  const [chosen, setChosen] = useState(() => chosenPlan(offer, planId))
  const [message, setMessage] = useState('')
  const back = `/tax_pro/view_customer?id=${clientId}&year=${year.tax_year}`
  const { mutate, isPending, error } = useMutation({
    mutationFn: (plan: string) =>
      calls.professionals.askClientToPay({
        client_id: clientId,
        tax_year: year.tax_year,
        plan_id: plan,
        ...(message.trim() === '' ? {} : { message: message.trim() }),
      }),
    onSuccess: async () => {
      await cache.invalidateQueries({ queryKey: api.professionals.key() })
      toastDone(`${client.name} was asked to pay.`)
      router.history.push(back)
    },
  })
  const plan = plans.find(({ id }) => id === chosen)
  const price = payments === 'none' || plan === undefined ? 0 : (year.due[plan.id] ?? plan.price_cents)
  return (
    <div className="grid items-start gap-6 lg:grid-cols-2">
      <Card title="Who pays: the client">
        <div className="grid gap-4">
          {error !== null && <Banner tone="danger">{toApiError(error).message}</Banner>}
          <PlanChoice offer={offer} value={chosen} onChange={setChosen} />
          <Field label="Message" optional>
            <Textarea
              rows={4}
              maxLength={2000}
              value={message}
              onChange={({ target }) => setMessage(target.value)}
            />
          </Field>
          <div className="flex flex-wrap gap-2">
            {chosen !== undefined && (
              <Button look="primary" busy={isPending} onClick={() => mutate(chosen)}>
                Send
              </Button>
            )}
            <ButtonLink to={`/tax_pro/paymentForm?id=${clientId}&taxYear=${year.tax_year}&type=new`}>
              I pay
            </ButtonLink>
            <ButtonLink look="quiet" to={back}>
              Cancel
            </ButtonLink>
          </div>
        </div>
      </Card>
      <Card title={`What ${client.name} will read`}>
        <div className="grid gap-2">
          <p>
            {displayedName(me, false)} asks you to choose and pay for a plan for tax year {year.tax_year}.
          </p>
          {message.trim() !== '' && (
            <blockquote className="border-l-2 border-line pl-3 wrap-anywhere">{message.trim()}</blockquote>
          )}
          {plan !== undefined && (
            <p className="flex justify-between gap-4 border-t border-line pt-2">
              <span>
                {plan.name}, tax year {year.tax_year}
              </span>
              <span className="tabular-nums">{dollars(price)}</span>
            </p>
          )}
          <p className="text-table text-ink-2">
            The email goes to {client.email}. The invitation is open for seven days.
          </p>
        </div>
      </Card>
    </div>
  )
}
