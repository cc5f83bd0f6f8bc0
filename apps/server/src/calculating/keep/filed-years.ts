import type { FiledYear } from '@lotbook/contract'
import type { Tx } from '../../platform/database.ts'
import { sql } from '../../platform/sql.ts'

/** The years that were filed, the oldest first. */
export async function filedYears(tx: Tx, userId: string): Promise<FiledYear[]> {
  const rows = await tx.all<Omit<FiledYear, 'filed_at'> & { filed_at: Date }>(sql`
    select tax_year as year, calculation_id, filed_on, filed_at, coalesce(confirmation, '') as confirmation,
      case when lots_kept_at is not null then 'kept' when lots_asked_at is not null then 'keeping' else 'today' end as lots
    from tax_years
    where user_id = ${userId} and state = 'filed' order by tax_year`)
  return rows.map((row) => ({ ...row, filed_at: row.filed_at.toISOString() }))
}
