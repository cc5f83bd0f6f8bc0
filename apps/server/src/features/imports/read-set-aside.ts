import type { Tx } from '../../platform/database.ts'
import { sql } from '../../platform/sql.ts'
import { queueImport } from './receive-upload.ts'
import { LOCKED } from '../../journal/laying/set-locked-aside.ts'

/**
 * Read the files again whose rows a lock set aside, each once, from the stored bytes. For whoever lifts the lock or sets it
 * earlier, under the lock of the journal: a file that is being read has not written yet, and asks for the lock when it does.
 *
 * @returns how many files are read again.
 */
export async function readSetAside(tx: Tx, userId: string): Promise<number> {
  const files = await tx.all<{ id: string }>(sql`
    select distinct on (c.upload_id) c.id from connections c
    where c.user_id = ${userId} and c.deleted_at is null
      and exists (
        select 1 from connections o join records r on (r.user_id, r.connection_id) = (o.user_id, o.id)
        where (o.user_id, o.upload_id) = (c.user_id, c.upload_id) and o.deleted_at is null
          and r.reason is not null and r.finding ->> 'code' = ${LOCKED})
      and not exists (
        select 1 from connections o join imports i on (i.user_id, i.connection_id) = (o.user_id, o.id)
        where (o.user_id, o.upload_id) = (c.user_id, c.upload_id) and i.state in ('queued', 'running', 'waiting'))
    order by c.upload_id, (
        select max(i.created_at) from imports i where (i.user_id, i.connection_id) = (c.user_id, c.id)
      ) desc nulls last, c.id`)
  for (const { id } of files) await queueImport(tx, userId, id)
  return files.length
}
