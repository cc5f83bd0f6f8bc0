import type { Database, Tx } from './database.ts'
import { sql } from './sql.ts'

/** Tables that a single import can fill by the million. */
const TABLES =
  'transactions, transaction_counts, valuations, matches, match_sides, records, findings, changes, edits'

/** So many new rows are more than the planner should guess about until the database looks for itself. */
export const MANY_ROWS = 10_000

/**
 * Let the planner know of rows that have just come in by the thousand: until then it takes a long history for a short
 * one, and a page of it is sorted out of all rows. A PostgreSQL older than 17 grants nobody but the owner this; there
 * it is left to the database itself.
 */
export async function refreshStatistics(db: Database): Promise<void> {
  await db.app.query(`analyze (skip_locked) ${TABLES}`)
}

/**
 * The same of the rows of a calculation, where they are more than the planner has ever heard of: of as many again it thinks right
 * until the database looks for itself.
 */
export async function refreshStatisticsOfResults(db: Database, disposals: number): Promise<void> {
  if (disposals < MANY_ROWS) return
  // So few that the database never looks for itself, and what it thinks of the rows hangs on how many calculations there are.
  await db.app.query('analyze (skip_locked) calculation_rows')
  const { rows } = await db.app.query<{ known: number }>(
    `select reltuples as known from pg_class where oid = 'disposal_rows'::regclass`,
  )
  if (disposals > (rows[0]?.known ?? 0))
    await db.app.query(`analyze (skip_locked) disposal_rows, income_rows, lot_rows, findings`)
}

/** Of so few rows, comparing each with each takes no time worth speaking of. */
const FEW_ROWS = 50

/**
 * Run a query that joins rows the planner knows nothing of yet, because this very transaction brought them in: it would take
 * thousands for a few, and compare each with each. What is asked of a few rows is left to it: by hash a whole journal would be
 * read for one of them.
 *
 * @param rows - how many are looked up, where that is known.
 */
export async function joinedByHash<T>(tx: Tx, query: () => Promise<T>, rows = Infinity): Promise<T> {
  if (rows <= FEW_ROWS) return query()
  await tx.all(sql`select set_config('enable_nestloop', 'off', true)`)
  const answer = await query()
  await tx.all(sql`select set_config('enable_nestloop', 'on', true)`)
  return answer
}
