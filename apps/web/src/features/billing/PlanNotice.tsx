import { useQuery } from '@tanstack/react-query'
import { laterApi } from '../../client/later-api.ts'
import { Banner } from '../../ui/Banner.tsx'
import { ButtonLink } from '../../ui/Button.tsx'
import { countedOf, isUpgrade } from './plan-words.ts'
import { dollars } from './money-of-cents.ts'

/** Says before a form is asked for that its year needs a plan, and what that costs. Nothing where payments are not set up. */
export function PlanNotice({ year }: { readonly year: number }) {
  const { data } = useQuery(
    laterApi.billing.plans.queryOptions({ input: { tax_year: year }, select: (answer) => answer.data }),
  )
  if (data === undefined || data.payments === 'none') return null
  const { standing, due, needed_plan_id } = data.year
  if (standing === 'active' || standing === 'free') return null
  const needed = data.plans.find(({ id }) => id === needed_plan_id)
  const has = data.plans.find(({ id }) => id === data.year.plan_id)
  return (
    <Banner
      tone="warn"
      action={
        <ButtonLink
          size="small"
          to={`/pricing?taxYear=${year}&callUrl=${encodeURIComponent(`one_year?year=${year}`)}`}
        >
          {isUpgrade(data.year) ? 'Upgrade' : 'Choose a plan'} for {dollars(due[needed_plan_id] ?? 0)}
        </ButtonLink>
      }
    >
      <strong>
        {has === undefined ? `${year} has no plan yet` : `${has.name} covers ${has.limit?.toLocaleString()}`}.
      </strong>{' '}
      {year} has {countedOf(data.year).toLocaleString()} transactions that count. Forms of it need{' '}
      {needed?.name}.
    </Banner>
  )
}
