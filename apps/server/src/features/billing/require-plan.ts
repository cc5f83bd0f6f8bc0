import type { Tx } from '../../platform/database.ts'
import { refuse } from '../../platform/refusal.ts'
import type { Config } from '../../platform/config.ts'
import { planOfYear } from './plan-of-year.ts'

/** Whether the year's plan does not cover what counts. Where no payment is set up, nothing asks for one. */
export async function isPlanNeeded(
  tx: Tx,
  userId: string,
  year: number,
  { payments }: Pick<Config, 'payments'>,
): Promise<boolean> {
  if (payments === 'none') return false
  const { standing } = await planOfYear(tx, userId, year)
  return standing === 'none' || standing === 'upgrade_required'
}

/** Refuses with `plan_needed` a form, export or packet of a year whose plan does not cover it. */
export async function requirePlan(
  tx: Tx,
  userId: string,
  year: number,
  config: Pick<Config, 'payments'>,
): Promise<void> {
  if (!(await isPlanNeeded(tx, userId, year, config))) return
  const { counted, plan, needed } = await planOfYear(tx, userId, year)
  const total = counted.disposals + counted.incomes
  const has = plan === null ? '' : ` ${plan.name} covers ${plan.limit ?? 0}.`
  refuse(
    'plan_needed',
    `${year} has ${total} transactions that count.${has} Forms of it need ${needed.name}.`,
  )
}
