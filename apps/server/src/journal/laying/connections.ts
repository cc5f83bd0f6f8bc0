import type { Tx } from '../../platform/database.ts'
import { newId } from '../../platform/ids.ts'
import { sql } from '../../platform/sql.ts'

/** A live connection and those through which its file reaches other accounts; none where it is not there any more. */
export async function connectionsOfFile(tx: Tx, userId: string, connectionId: string): Promise<string[]> {
  const rows = await tx.all<{ id: string }>(sql`
    select o.id from connections c join connections o on o.user_id = c.user_id and (o.id = c.id or o.upload_id = c.upload_id)
    where c.user_id = ${userId} and c.id = ${connectionId} and c.deleted_at is null and o.deleted_at is null`)
  return rows.map((row) => row.id)
}

/**
 * The connection through which a file that is read by another of its connections reaches an account: made like that one when it
 * is not there yet. It has the other's time, since the order of files is part of what they say.
 */
export async function connectionInto(
  tx: Tx,
  userId: string,
  through: { readonly connectionId: string; readonly uploadId: string },
  accountId: string,
): Promise<string> {
  const known = await tx.maybe<{ id: string }>(sql`
    select id from connections where user_id = ${userId} and upload_id = ${through.uploadId} and account_id = ${accountId}
      and id <> ${through.connectionId} and deleted_at is null order by created_at, id limit 1`)
  if (known !== undefined) return known.id
  const id = newId()
  await tx.run(sql`
    insert into connections (user_id, id, account_id, method, label, file_name, upload_id, created_at)
    select user_id, ${id}, ${accountId}, method, label, file_name, upload_id, created_at
    from connections where user_id = ${userId} and id = ${through.connectionId}`)
  return id
}
