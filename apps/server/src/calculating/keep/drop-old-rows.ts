import { type Database, type Tx, withOps } from '../../platform/database.ts'
import { identifier, sql } from '../../platform/sql.ts'
import { HAS_TEXTS } from './packed-calculation.ts'
import { ROW_LISTS } from './row-ranges.ts'

/** How long every calculation keeps its rows. */
export const ROWS_DAYS = 30
/** Calculations of one transaction. */
const AT_ONCE = 20

/**
 * Take out the rows of old calculations. A customer's newest keeps them, and so does each that a year was
 * filed with, that was compared, or that an export was made of. An older one keeps its header, its manifest
 * and the texts of its input and result, from which it is verified and compared; one without those texts
 * keeps its rows. Rows that another calculation shares stay.
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
          and exists (select 1 from calculation_rows r where (r.user_id, r.calculation_id) = (c.user_id, c.id))
        order by c.user_id, c.id limit ${AT_ONCE}
        for update of c skip locked`)
      for (const { user_id: userId, id } of old) await dropRows(tx, userId, id)
      return old.length
    })
    emptied += count
    if (count < AT_ONCE) return emptied
  }
}

/** Take the rows of a calculation out, and what was stored for it, or before it, and no calculation has any more. */
async function dropRows(tx: Tx, userId: string, id: string): Promise<void> {
  // Before it is asked who else has them: whoever is about to say so at this moment is waited for (`writeRanges`).
  const had = await tx.all<{ list: string; first: number; until: number; rows_of: string }>(sql`
    delete from calculation_rows where user_id = ${userId} and calculation_id = ${id} returning list, first, until, rows_of`)
  for (const list of ROW_LISTS)
    await tx.run(sql`
      delete from ${identifier(`stored_${list}`)} s using (
        select h.rows_of, range_agg(int4range(h.first, h.until)) - coalesce((
          select range_agg(int4range(k.first, k.until)) from calculation_rows k
          where k.user_id = ${userId} and k.rows_of = h.rows_of and k.list = ${list}
        ), '{}') as left_over
        from jsonb_to_recordset(${JSON.stringify(had)}::jsonb) as h (list text, first integer, until integer, rows_of uuid)
        where h.list = ${list} group by h.rows_of
      ) d
      where s.user_id = ${userId} and s.calculation_id = d.rows_of and s.n <@ d.left_over
        and s.n >= lower(d.left_over) and s.n < upper(d.left_over)`)
}
