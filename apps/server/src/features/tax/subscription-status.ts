import type { subscriptionStatus } from '@lotbook/contract'
import type { z } from 'zod'
import { rowsWhere } from '../../calculating/keep/result-row.ts'
import type { RowList } from '../../calculating/keep/row-ranges.ts'
import type { Tx } from '../../platform/database.ts'
import { sql } from '../../platform/sql.ts'
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
  const rows = (list: RowList) =>
    rowsWhere({
      list,
      userId,
      calculationId: sql`${details.tax_calculation_id}`,
      where: [sql`d.tax_year = ${details.tax_year}`],
    })
  const { taxable } = await tx.one<{ taxable: string }>(sql`
    select (select count(*) from ${rows('disposals')} d) + (select count(*) from ${rows('incomes')} d) as taxable`)
  const paid = await paidYears(tx, userId)
  return {
    status: 'success',
    active_tax_year: details.tax_year,
    subscription_stat: paid.includes(details.tax_year) ? 'active' : 'none',
    tax_calculation_id: details.tax_calculation_id,
    taxable_count: Number(taxable),
  }
}
