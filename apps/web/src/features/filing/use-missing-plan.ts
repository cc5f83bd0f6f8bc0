import { useQuery } from '@tanstack/react-query'
import type { PlanOffer } from '@lotbook/contract'
import { laterApi } from '../../client/later-api.ts'

/** The plan that a year needs before its forms can be downloaded, and the way to it; undefined where none is missing. */
export function useMissingPlan(
  taxYear: number,
): { readonly name: string; readonly path: string } | undefined {
  const { data } = useQuery(
    laterApi.billing.plans.queryOptions({ input: { tax_year: taxYear }, select: (answer) => answer.data }),
  )
  if (data === undefined || !isMissing(data)) return undefined
  const needed = data.year.needed_plan_id
  const back = encodeURIComponent(`tax_filing?year=${taxYear.toString()}`)
  return {
    name: data.plans.find(({ id }) => id === needed)?.name ?? needed,
    path: `/pricing?taxYear=${taxYear.toString()}&callUrl=${back}`,
  }
}

const isMissing = ({ payments, year }: PlanOffer) =>
  payments !== 'none' && ['none', 'upgrade_required'].includes(year.standing)
