import type { Tx } from '../../platform/database.ts'
import { sql } from '../../platform/sql.ts'

/** Sources of a customer by the state of their newest import. */
export interface ImportCounts {
  readonly total: number
  readonly running: number
  readonly failed: number
}

export async function importCounts(tx: Tx, userId: string): Promise<ImportCounts> {
  return tx.one<ImportCounts>(sql`
    select count(*)::integer as total,
      count(*) filter (where state in ('queued', 'running', 'waiting'))::integer as running,
      count(*) filter (where state = 'failed')::integer as failed
    from (
      select distinct on (i.connection_id) i.state from imports i
      join connections c on (c.user_id, c.id) = (i.user_id, i.connection_id) and c.deleted_at is null
      where i.user_id = ${userId} order by i.connection_id, i.created_at desc
    ) newest`)
}
