import type { Tx } from '../../platform/database.ts'
import { sql } from '../../platform/sql.ts'

/** When a year was filed with a calculation; null where it was not. */
export async function filedAt(
  tx: Tx,
  userId: string,
  year: number,
  calculationId: string,
): Promise<Date | null> {
  const filed = await tx.maybe<{ filed_at: Date }>(sql`
    select filed_at from tax_years where user_id = ${userId} and tax_year = ${year} and state = 'filed'
      and calculation_id = ${calculationId}`)
  return filed?.filed_at ?? null
}
