import { type Database, withOps } from '../../platform/database.ts'
import { identifier, joined, sql } from '../../platform/sql.ts'
import { HAS_TEXTS } from './packed-calculation.ts'

/** How long every calculation keeps its rows. */
export const ROWS_DAYS = 30
/** Calculations of one transaction. */
const AT_ONCE = 20
const TABLES = ['disposals', 'incomes', 'removals', 'lots'] as const

/**
 * Take the rows of old calculations out. The newest of a customer keeps them, and so does each that a year was filed with, that was
 * compared, or that an export was made of. An older one keeps its header, its manifest and the texts of its input and result,
 * from which it is verified and compared; one that has not those keeps its rows.
 *
 * @returns how many calculations were emptied.
 */
export async function dropOldRows(db: Database, now: Date): Promise<number> {
  for (let emptied = 0; ;) {
    const count = await withOps(db, async (tx) => {
      const old = await tx.all<{ user_id: string; id: string }>(sql`
        select c.user_id, c.id from calculations c
        where c.state = 'done' and c.finished_at < ${now}::timestamptz - make_interval(days => ${ROWS_DAYS})
          and ${HAS_TEXTS}
          and exists (select 1 from calculations n where n.user_id = c.user_id and n.state = 'done'
            and (n.finished_at, n.id) > (c.finished_at, c.id))
          and not exists (select 1 from tax_years y where (y.user_id, y.calculation_id) = (c.user_id, c.id))
          and not exists (select 1 from exports e where (e.user_id, e.calculation_id) = (c.user_id, c.id))
          and not exists (select 1 from comparisons x where x.user_id = c.user_id and c.id in (x.before_id, x.after_id))
          and (${joined(
            TABLES.map(
              (table) => sql`exists (
                select 1 from ${identifier(table)} r where (r.user_id, r.calculation_id) = (c.user_id, c.id))`,
            ),
            ' or ',
          )})
        order by c.user_id, c.id limit ${AT_ONCE}
        for update of c skip locked`)
      for (const { user_id: userId, id } of old)
        for (const table of TABLES)
          await tx.run(
            sql`delete from ${identifier(table)} where user_id = ${userId} and calculation_id = ${id}`,
          )
      return old.length
    })
    emptied += count
    if (count < AT_ONCE) return emptied
  }
}
