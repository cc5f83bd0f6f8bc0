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
 * The connection by which a file that is read through another of its connections reaches an account: made like that one when
 * there is none yet. It gets the other's time of creation, since the order of files is part of what they state. Rows of an API
 * name no account but their own, so only files come here.
 */
export async function connectionInto(
  tx: Tx,
  userId: string,
  through: string,
  accountId: string,
): Promise<string> {
  const known = await tx.maybe<{ id: string }>(sql`
    select o.id from connections c join connections o on (o.user_id, o.upload_id) = (c.user_id, c.upload_id)
    where c.user_id = ${userId} and c.id = ${through} and o.account_id = ${accountId} and o.id <> c.id and o.deleted_at is null
    order by o.created_at, o.id limit 1`)
  if (known !== undefined) return known.id
  const id = newId()
  await tx.run(sql`
    insert into connections (user_id, id, account_id, method, label, file_name, upload_id, created_at)
    select user_id, ${id}, ${accountId}, method, label, file_name, upload_id, created_at
    from connections where user_id = ${userId} and id = ${through}`)
  return id
}
