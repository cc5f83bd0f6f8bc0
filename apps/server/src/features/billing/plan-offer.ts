import type { PlanOffer, PlanYear } from '@lotbook/contract'
import { defaultTaxYear } from '@lotbook/journal'
import { rowsWhere } from '../../calculating/keep/result-row.ts'
import type { RowList } from '../../calculating/keep/row-ranges.ts'
import type { Tx } from '../../platform/database.ts'
import { sql } from '../../platform/sql.ts'
import { likelyCosts } from './likely-cost.ts'
import { allPlans, newestCalculationId, type Plan, planOfYear } from './plan-of-year.ts'

/** Years that the page of plans offers at most. */
const MOST_YEARS = 12

/** A question about plans; `likely` also asks what each year will cost by the transactions imported so far. */
export interface PlansAsked {
  readonly year: number | undefined
  readonly payments: PlanOffer['payments']
  readonly likely?: boolean | undefined
  readonly now: Date
}

/** The plans for a tax year of a customer: what counts, what each costs now, and where the other years stand. */
export async function planOffer(
  tx: Tx,
  userId: string,
  { year, payments, likely = false, now }: PlansAsked,
): Promise<PlanOffer> {
  const plans = await allPlans(tx)
  const calculationId = await newestCalculationId(tx, userId)
  const years = await countedYears(tx, userId, calculationId)
  const taxYear = year ?? defaultTaxYear(now.getTime())
  const { busy } = await tx.one<{ busy: number }>(sql`
    select count(distinct connection_id)::integer as busy from imports
    where user_id = ${userId} and state in ('queued', 'running', 'waiting')`)
  return {
    payments,
    plans,
    year: await planYear(tx, userId, taxYear, plans),
    years,
    is_counted: calculationId !== null,
    imports_in_progress: busy,
    likely: likely ? await likelyCosts(tx, userId, { plans, most: MOST_YEARS }) : [],
  }
}

async function planYear(tx: Tx, userId: string, year: number, plans: readonly Plan[]): Promise<PlanYear> {
  const { standing, counted, plan, needed, creditCents } = await planOfYear(tx, userId, year)
  const at = (one: Plan) => plans.findIndex(({ id }) => id === one.id)
  const due = (one: Plan): number | null => {
    if (at(one) < at(needed) || (plan !== null && at(one) <= at(plan))) return null
    return Math.max(0, one.price_cents - creditCents)
  }
  return {
    tax_year: year,
    ...counted,
    standing,
    plan_id: plan?.id ?? null,
    needed_plan_id: needed.id,
    due: Object.fromEntries(plans.map((one) => [one.id, due(one)])),
  }
}

/** Years in which anything counts, with how much, the newest first. */
async function countedYears(
  tx: Tx,
  userId: string,
  calculationId: string | null,
): Promise<PlanOffer['years']> {
  if (calculationId === null) return []
  const rows = (list: RowList) => rowsWhere({ list, userId, calculationId: sql`${calculationId}` })
  return tx.all(sql`
    select tax_year::integer, count(*)::integer as counted from (
      select tax_year from (select distinct tax_year, transaction_id, kind, asset_id from ${rows('disposals')} d) sold
      union all select tax_year from ${rows('incomes')} d
    ) counted group by tax_year order by tax_year desc limit ${MOST_YEARS}`)
}
