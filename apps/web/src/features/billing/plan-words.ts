import type { LikelyCost, Plan, PlanOffer, PlanYear } from '@lotbook/contract'
import { shortDollars } from './money-of-cents.ts'

/** The test checkout's words about itself. */
export const TEST_CHECKOUT = 'Payments here are a test: nothing is charged, and no card is needed.'

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

/** Years that are named one by one; the rest are told as a number. */
const MOST_YEARS = 3

/** A sentence for each year that will cost something, the dearest first, and one for the rest; and the dearest of them. */
export function likelyWords({ likely, plans }: Pick<PlanOffer, 'likely' | 'plans'>): {
  readonly text: string
  readonly costliest: number | undefined
} {
  const paid = likely.filter(({ due_cents }) => due_cents > 0).toSorted((a, b) => b.due_cents - a.due_cents)
  const sentences = paid.slice(0, MOST_YEARS).map((year) => yearWords(year, plans))
  const left = paid.slice(MOST_YEARS)
  if (left.length > 0) {
    const sum = left.reduce((cents, { due_cents }) => cents + due_cents, 0)
    sentences.push(
      `${left.length === 1 ? 'One more year costs' : `${left.length} more years cost`} ${shortDollars(sum)} together.`,
    )
  }
  if (paid.length === 0) sentences.push('The forms of every year are free or paid for already.')
  else if (paid.length < likely.length) sentences.push('The other years cost nothing more.')
  sentences.push('Importing, reviewing and calculating are free.')
  return { text: sentences.join(' '), costliest: paid[0]?.tax_year }
}

function yearWords(
  { tax_year, counted, needed_plan_id, due_cents }: LikelyCost,
  plans: readonly Plan[],
): string {
  const name = plans.find(({ id }) => id === needed_plan_id)?.name ?? needed_plan_id
  return `${tax_year} has about ${counted.toLocaleString('en-US')} transactions that count; its forms will cost ${shortDollars(due_cents)} (${name}).`
}
