import type { subscriptionStatus } from '@lotbook/contract'
import type { z } from 'zod'
import type { Tx } from '../../platform/database.ts'
import { planOfYear } from '../billing/plan-of-year.ts'
import type { taxDetails } from './tax-details.ts'

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
