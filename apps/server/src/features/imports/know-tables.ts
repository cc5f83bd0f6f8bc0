import { type Database, withoutSubject } from '../../platform/database.ts'
import { sql } from '../../platform/sql.ts'

/**
 * Have a connection know the tables that an import writes, of which a new one knows nothing: a tenth of a second, that is over before the
 * file is read. No customer's row is seen.
 */
export function knowTables(db: Database): Promise<unknown> {
  return withoutSubject(db, (tx) =>
    tx.all(sql`
      select from transactions t left join records r on (r.user_id, r.transaction_id) = (t.user_id, t.id)
      left join valuations v on (v.user_id, v.transaction_id) = (t.user_id, t.id) where false`),
  )
}
