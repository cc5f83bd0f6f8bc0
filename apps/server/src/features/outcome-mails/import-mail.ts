import { paths } from '@lotbook/contract'
import type { Tx } from '../../platform/database.ts'
import { sql } from '../../platform/sql.ts'
import type { OutcomeMail } from './outcome-mail-values.ts'

interface ImportRow {
  readonly state: string
  readonly stage: string
  readonly reason: string | null
  readonly name: string
  readonly upload_id: string | null
  readonly connection_id: string
}

/** The mail about an import; undefined where nothing is to be told, as when it was deleted or read again since. */
export async function importMail(tx: Tx, userId: string, id: string): Promise<OutcomeMail | undefined> {
  const row = await tx.maybe<ImportRow>(sql`
    select i.state, i.stage, i.reason, coalesce(c.file_name, a.name) as name, c.upload_id, i.connection_id
    from imports i join connections c on (c.user_id, c.id) = (i.user_id, i.connection_id)
    join accounts a on (a.user_id, a.id) = (c.user_id, c.account_id)
    where i.user_id = ${userId} and i.id = ${id} and c.deleted_at is null and not exists (
      select from imports n where n.user_id = ${userId} and n.connection_id = i.connection_id
        and (n.created_at, n.id) > (i.created_at, i.id))`)
  if (row === undefined) return undefined
  if (row.state === 'done') return unreadMail(tx, userId, row)
  if (row.state !== 'failed' || row.reason === null) return undefined
  if (row.upload_id === null && (await hasFailedLikewise(tx, userId, id))) return undefined
  const template = row.stage === 'Needs you' ? 'import_asks' : 'import_failed'
  return { template, path: paths.imports, values: { reason: row.reason } }
}

/** Whether the fetch before this one failed for the same reason: an account is fetched daily, and its failure is mailed once. */
async function hasFailedLikewise(tx: Tx, userId: string, id: string): Promise<boolean> {
  const [own, before] = await tx.all<{ state: string; reason_code: string | null }>(sql`
    select o.state, o.reason_code from imports i join imports o on (o.user_id, o.connection_id) = (i.user_id, i.connection_id)
    where i.user_id = ${userId} and i.id = ${id} and (o.created_at, o.id) <= (i.created_at, i.id)
    order by o.created_at desc, o.id desc limit 2`)
  return before?.state === 'failed' && before.reason_code === own?.reason_code
}

/** Rows that could not be read may lie in several accounts, where the rows of the file name them. */
async function unreadMail(
  tx: Tx,
  userId: string,
  { name, upload_id, connection_id }: ImportRow,
): Promise<OutcomeMail | undefined> {
  const parts = await tx.all<{ id: string; errors: string; parsed: string }>(sql`
    select id, errors, parsed from connections
    where user_id = ${userId} and deleted_at is null
      and (id = ${connection_id} or upload_id = ${upload_id}::uuid)`)
  const [first, ...others] = parts.filter(({ errors }) => errors !== '0')
  if (first === undefined) return undefined
  const unread = parts.reduce((sum, { errors }) => sum + BigInt(errors), 0n)
  const read = parts.reduce((sum, { parsed }) => sum + BigInt(parsed), 0n)
  return {
    template: 'import_unread',
    path: others.length === 0 ? paths.errorLogs(first.id) : paths.imports,
    values: { name, unread: rowsOf(unread), read: read === 0n ? 'Nothing' : rowsOf(read) },
  }
}

const rowsOf = (count: bigint) => (count === 1n ? '1 row' : `${count.toLocaleString('en-US')} rows`)
