import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { laterApi, laterCalls } from '../../client/later-api.ts'
import { toApiError } from '../../client/api-error.ts'
import { Card } from '../../ui/Card.tsx'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { Page } from '../../ui/Page.tsx'
import { RadioTiles } from '../../ui/RadioTiles.tsx'
import { Loading, Skeleton } from '../../ui/Skeleton.tsx'
import { countedOf, isUpgrade, limitWords } from './plan-words.ts'
import { dollars } from './money-of-cents.ts'

export type ClientOffer = Awaited<ReturnType<typeof laterCalls.billing.clientPlans>>['data']

export interface ClientPlanPageProps {
  readonly title: (offer: ClientOffer) => string
  readonly clientId: string
  readonly taxYear: string | undefined
  readonly children: (offer: ClientOffer) => ReactNode
}

/** A page of a professional about the plan of a client's year. */
export function ClientPlanPage({ title, clientId, taxYear, children }: ClientPlanPageProps) {
  const { data, error, refetch, isFetching } = useQuery(
    laterApi.billing.clientPlans.queryOptions({
      input: {
        client_id: clientId,
        ...(/^20\d\d$/.test(taxYear ?? '') ? { tax_year: Number(taxYear) } : {}),
      },
      select: (answer) => answer.data,
    }),
  )
  if (data !== undefined)
    return (
      <Page
        title={title(data)}
        heading={<span className="wrap-anywhere">{title(data)}</span>}
        summary={`Tax year ${data.year.tax_year} · ${data.client.email}`}
      >
        {children(data)}
      </Page>
    )
  return (
    <Page title="A client’s plan">
      {error === null ? (
        <Loading label="the plans">
          <Skeleton className="h-60 w-full" />
        </Loading>
      ) : (
        <Card>
          <ErrorState
            title="Client not found"
            text={toApiError(error).message}
            busy={isFetching}
            onRetry={() => void refetch()}
          />
        </Card>
      )}
    </Page>
  )
}

export interface PlanChoiceProps {
  readonly offer: ClientOffer
  readonly value: string | undefined
  readonly onChange: (planId: string) => void
}

/** The plans that can be chosen for the client's year, with what each costs now. */
export function PlanChoice({ offer, value, onChange }: PlanChoiceProps) {
  const { plans, year, client, is_counted } = offer
  const open = plans.filter(({ id, price_cents }) => price_cents > 0 && (year.due[id] ?? null) !== null)
  if (open.length === 0) return <p>{year.tax_year} is on the largest plan. There is nothing to pay.</p>
  const needed = plans.find(({ id }) => id === year.needed_plan_id)
  return (
    <div className="grid gap-2">
      <RadioTiles
        legend={`Plan for ${year.tax_year}`}
        columns={3}
        value={value}
        onChange={onChange}
        tiles={open.map((plan) => ({
          value: plan.id,
          title: `${plan.name} ${dollars(year.due[plan.id] ?? plan.price_cents)}`,
          text: `${limitWords(plan)}${isUpgrade(year) ? ', the difference' : ''}`,
        }))}
      />
      <p className="text-table text-ink-2">
        {is_counted
          ? `${client.name} has ${countedOf(year).toLocaleString()} transactions that count: ${needed?.name}.`
          : 'What counts is not known before a calculation.'}
        {isCovered(offer) && ` ${year.tax_year} is covered; nothing has to be paid.`}
      </p>
    </div>
  )
}

/**
 * The plan that an address names where it can be chosen, else the smallest that covers the year and costs something; none where
 * the year needs no other plan than it has.
 */
export function chosenPlan(offer: ClientOffer, wanted: string | undefined): string | undefined {
  const { plans, year } = offer
  const open = plans.filter(({ id, price_cents }) => price_cents > 0 && (year.due[id] ?? null) !== null)
  const named = open.find(({ id }) => id === wanted)
  if (named !== undefined || isCovered(offer)) return named?.id
  return (open.find(({ id }) => id === year.needed_plan_id) ?? open[0])?.id
}

const isCovered = ({ is_counted, year: { standing } }: ClientOffer) =>
  is_counted && (standing === 'free' || standing === 'active')
