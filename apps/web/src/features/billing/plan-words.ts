import type { Plan, PlanOffer, PlanYear } from '@lotbook/contract'

export const countedOf = ({ disposals, incomes }: PlanYear): number => disposals + incomes

/** How many transactions a plan covers. */
export function limitWords({ limit }: Pick<Plan, 'limit'>): string {
  return limit === null ? 'no limit' : `up to ${limit.toLocaleString()} transactions`
}

/** The plan that is worth choosing now: the smallest that covers the year; undefined where it is covered. */
export function planToChoose({ plans, year }: PlanOffer): Plan | undefined {
  if (year.standing === 'active' || year.standing === 'free') return undefined
  return plans.find(({ id }) => id === year.needed_plan_id)
}

/** Whether a year moves from a plan that it has to a larger one. */
export const isUpgrade = ({ plan_id }: PlanYear): boolean => plan_id !== null
