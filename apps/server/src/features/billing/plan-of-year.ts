import type { PlanStanding } from '@lotbook/contract'
import { rowsWhere } from '../../calculating/keep/result-row.ts'
import type { RowList } from '../../calculating/keep/row-ranges.ts'
import type { Tx } from '../../platform/database.ts'
import { sql } from '../../platform/sql.ts'
import { countedCents, countedPlan } from './fit-plan-to-money.ts'

/** A plan as it stands in the table of plans. */
export interface Plan {
  readonly id: string
  readonly name: string
  /** Disposals and incomes of one tax year at most; null: any number. */
  readonly limit: number | null
  readonly price_cents: number
}

/** Plans, the smallest first. */
export async function allPlans(tx: Tx): Promise<Plan[]> {
  return tx.all<Plan>(sql`
    select id, name, transactions_limit as limit, price_cents from plans order by position`)
}

/**
 * Disposals and incomes of a year, which count towards its plan, in the newest finished calculation. A sale out of several lots is
 * several lines of a form, and counts once.
 */
export interface Counted {
  readonly disposals: number
  readonly incomes: number
}

export async function countedOfYear(
  tx: Tx,
  userId: string,
  year: number,
  calculationId: string | null,
): Promise<Counted> {
  if (calculationId === null) return { disposals: 0, incomes: 0 }
  const rows = (list: RowList) =>
    rowsWhere({
      list,
      userId,
      calculationId: sql`${calculationId}`,
      where: [sql`d.tax_year = ${year}`],
    })
  return tx.one<Counted>(sql`
    select (select count(distinct (transaction_id, kind, asset_id))::integer from ${rows('disposals')} d) as disposals,
      (select count(*)::integer from ${rows('incomes')} d) as incomes`)
}

/** The newest finished calculation; null before the first. */
export async function newestCalculationId(tx: Tx, userId: string): Promise<string | null> {
  const row = await tx.maybe<{ id: string }>(sql`
    select id from calculations where user_id = ${userId} and state = 'done' order by finished_at desc, id desc limit 1`)
  return row?.id ?? null
}

/** A year with its plan. */
export interface PlanOfYear {
  readonly standing: PlanStanding
  readonly counted: Counted
  /** The plan that was chosen or paid; null where none was. */
  readonly plan: Plan | null
  /** The smallest plan that covers the year. */
  readonly needed: Plan
  /** Money for the year that counts towards a larger plan. */
  readonly creditCents: number
}

/** The plan of a tax year, and whether it covers what counts. */
export async function planOfYear(tx: Tx, userId: string, year: number): Promise<PlanOfYear> {
  const plans = await allPlans(tx)
  const counted = await countedOfYear(tx, userId, year, await newestCalculationId(tx, userId))
  const paid = await tx.one<{ plan_id: string | null; is_reduced: boolean; credit: number }>(sql`
    select (array_agg(l.id order by l.position desc))[1] as plan_id,
      coalesce(bool_or(p.kept_plan_id is not null), false) as is_reduced, coalesce(max(${countedCents}), 0) as credit
    from purchases p join plans l on l.id = ${countedPlan}
    where p.user_id = ${userId} and p.tax_year = ${year} and p.state = 'paid'`)
  const total = counted.disposals + counted.incomes
  const covers = (plan: Plan) => plan.limit === null || total <= plan.limit
  const needed = plans.find(covers)
  const free = plans[0]
  if (needed === undefined || free === undefined) throw new Error('no plan covers this year')
  // Money that pays for no plan is credit, and no plan.
  const isNone = paid.is_reduced && paid.plan_id === free.id
  const plan = isNone ? null : (plans.find(({ id }) => id === paid.plan_id) ?? null)
  return { standing: standingOf(plan, free, covers), counted, plan, needed, creditCents: paid.credit }
}

function standingOf(plan: Plan | null, free: Plan, covers: (plan: Plan) => boolean): PlanStanding {
  if (plan !== null) return covers(plan) ? 'active' : 'upgrade_required'
  return covers(free) ? 'free' : 'none'
}

/** The years that a customer has a plan for, newest first. */
export async function paidYears(tx: Tx, userId: string): Promise<readonly number[]> {
  const paid = await tx.all<{ tax_year: number }>(sql`
    select distinct tax_year::integer from purchases where user_id = ${userId} and state = 'paid' order by tax_year desc`)
  return paid.map(({ tax_year }) => tax_year)
}
