import type { subscriptionStatus } from '@lotbook/contract'
import type { z } from 'zod'
import type { Tx } from '../../platform/database.ts'
import { sql } from '../../platform/sql.ts'
import { planOfYear } from '../billing/plan-of-year.ts'
import type { taxDetails } from './tax-details.ts'

/** The years that a customer has a plan for, newest first. */
export async function paidYears(tx: Tx, userId: string): Promise<readonly number[]> {
  const paid = await tx.all<{ tax_year: number }>(sql`
    select tax_year from purchases where user_id = ${userId} and state = 'paid' order by tax_year desc`)
  return paid.map(({ tax_year }) => tax_year)
}

/** The tax year at hand, whether it has a plan, and how many of its rows count (R7.21). */
export async function readSubscriptionStatus(
  tx: Tx,
  userId: string,
  details: Awaited<ReturnType<typeof taxDetails>>,
): Promise<z.output<typeof subscriptionStatus>> {
  const { standing, counted } = await planOfYear(tx, userId, details.tax_year)
  return {
    status: 'success',
    active_tax_year: details.tax_year,
    subscription_stat: standing === 'active' || standing === 'upgrade_required' ? standing : 'none',
    tax_calculation_id: details.tax_calculation_id,
    taxable_count: counted.disposals + counted.incomes,
  }
}
