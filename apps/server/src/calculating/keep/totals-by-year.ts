import type { Tx } from '../../platform/database.ts'
import { sql } from '../../platform/sql.ts'
import { newestDone, type DoneCalculation } from './done-calculation.ts'
import { plain } from '../../journal/transactions/transaction-rows.ts'

/** Gain by term and income of a year, exact decimal text. */
export interface TotalsOfYear {
  readonly year: number
  readonly short: string
  readonly long: string
  readonly income: string
}

/** Stored totals of the years in their order, which cost no look at their rows; a filed year has those of its own calculation. */
export async function totalsByYear(tx: Tx, userId: string, shown: DoneCalculation): Promise<TotalsOfYear[]> {
  const newest = shown.is_filed ? await newestDone(tx, userId) : shown
  const rows = await tx.all<{
    year: string
    short: string | null
    long: string | null
    income: string | null
  }>(sql`
    with filed as materialized (
      select tax_year, calculation_id from tax_years where user_id = ${userId} and state = 'filed'),
    of_calculation as materialized (
      select id, totals from calculations
      where user_id = ${userId} and (id = ${newest.id} or id in (select calculation_id from filed)))
    select y.year, y.totals #>> '{short,gain}' as short, y.totals #>> '{long,gain}' as long,
      y.totals ->> 'income' as income
    from of_calculation c cross join lateral jsonb_each(coalesce(c.totals -> 'years', '{}')) as y (year, totals)
    where (exists (select from filed f where f.tax_year::text = y.year and f.calculation_id = c.id))
      or (c.id = ${newest.id} and not exists (select from filed f where f.tax_year::text = y.year))
    order by y.year`)
  return rows.map(({ year, short, long, income }) => ({
    year: Number(year),
    short: plain(short ?? '0'),
    long: plain(long ?? '0'),
    income: plain(income ?? '0'),
  }))
}
