import type { Tx } from '../../platform/database.ts'
import { refuse } from '../../platform/refusal.ts'
import type { Config } from '../../platform/config.ts'
import { type PlanOfYear, planOfYear } from './plan-of-year.ts'

/** The year's plan where it does not cover what counts. Undefined where it does, and where no payment is set up. */
async function uncovered(
  tx: Tx,
  userId: string,
  year: number,
  { payments }: Pick<Config, 'payments'>,
): Promise<PlanOfYear | undefined> {
  if (payments === 'none') return undefined
  const plan = await planOfYear(tx, userId, year)
  return plan.standing === 'none' || plan.standing === 'upgrade_required' ? plan : undefined
}

/** Tells whether a year asks for a plan, or for a larger one. */
export async function isPlanNeeded(
  tx: Tx,
  userId: string,
  year: number,
  config: Pick<Config, 'payments'>,
): Promise<boolean> {
  return (await uncovered(tx, userId, year, config)) !== undefined
}

/** Refuses with `plan_needed` a form, export or packet of a year whose plan does not cover it. */
export async function requirePlan(
  tx: Tx,
  userId: string,
  year: number,
  config: Pick<Config, 'payments'>,
): Promise<void> {
  const found = await uncovered(tx, userId, year, config)
  if (found === undefined) return
  const { counted, plan, needed } = found
  const total = counted.disposals + counted.incomes
  const has = plan === null ? '' : ` ${plan.name} covers ${plan.limit ?? 0}.`
  refuse(
    'plan_needed',
    `${year} has ${total} transactions that count.${has} Forms of it need ${needed.name}.`,
  )
}
