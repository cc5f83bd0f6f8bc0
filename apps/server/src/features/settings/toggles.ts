import { withoutSubject, type Database } from '../../platform/database.ts'
import type { RequestContext } from '../../platform/request-context.ts'
import { sql } from '../../platform/sql.ts'

/** Toggles for the start of a screen. When they cannot be read none is on (R6.21), and the rest of the answer still comes. */
export async function togglesOrNone({ db, log }: RequestContext): Promise<Record<string, boolean>> {
  try {
    return await readToggles(db)
  } catch (error) {
    log.error({ error: String(error) }, 'feature toggles could not be read')
    return {}
  }
}

/** Every toggle of the installation, by name. */
export async function readToggles(db: Database): Promise<Record<string, boolean>> {
  const rows = await withoutSubject(db, (tx) =>
    tx.all<{ name: string; is_on: boolean }>(sql`select name, is_on from toggles order by name`),
  )
  return Object.fromEntries(rows.map((row) => [row.name, row.is_on]))
}
