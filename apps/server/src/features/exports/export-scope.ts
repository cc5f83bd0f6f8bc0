import type { Tx } from '../../platform/database.ts'
import { refuse } from '../../platform/refusal.ts'
import { sql, type Sql } from '../../platform/sql.ts'

/** A part of the journal that is exported by itself (R2.51, R2.52): what one source, or one account, brought. */
export interface ExportScope {
  readonly source_id?: string | undefined
  readonly account_id?: string | undefined
  /** Limits an account to the transactions of this kind of import. */
  readonly type?: ImportType | undefined
}

export type ImportType = 'api' | 'wallet' | 'manual' | 'CSV'

const METHODS: Readonly<Record<ImportType, readonly string[]>> = {
  api: ['api', 'oauth'],
  wallet: ['wallet'],
  manual: ['manual'],
  CSV: ['csv'],
}

/** The transactions of a scope, as a condition on `transactions t`; a source brings whole events, with all their parts. */
export function inScope(userId: string, { source_id, account_id, type }: ExportScope): Sql {
  const told = (connections: Sql) => sql`t.event_id in (
    select o.event_id from records r join connections c on (c.user_id, c.id) = (r.user_id, r.connection_id) and c.deleted_at is null
    join transactions o on (o.user_id, o.id) = (r.user_id, r.transaction_id)
    where r.user_id = ${userId} and ${connections})`
  const ofSource = source_id === undefined ? sql`true` : told(sql`c.id = ${source_id}`)
  const ofAccount = account_id === undefined ? sql`true` : sql`t.account_id = ${account_id}`
  const byType =
    type === undefined
      ? sql`true`
      : sql`(${told(sql`c.method = any (${METHODS[type]})`)} or (${type === 'manual'} and t.event_id is null))`
  return sql`${ofSource} and ${ofAccount} and ${byType}`
}

/**
 * Name of a scope for the file name; undefined for the whole journal. Refuses a scope that is not the customer's, or
 * no longer exists.
 */
export async function scopeName(
  tx: Tx,
  userId: string,
  { source_id, account_id, type }: ExportScope,
): Promise<string | undefined> {
  if (source_id === undefined && account_id === undefined) return undefined
  const source = await tx.maybe<{ file_name: string | null }>(sql`
    select file_name from connections where user_id = ${userId} and id = ${source_id ?? null} and deleted_at is null`)
  const account = await tx.maybe<{ name: string }>(sql`
    select name from accounts where user_id = ${userId} and id = ${account_id ?? null} and deleted_at is null`)
  if (source_id !== undefined && source === undefined) refuse('not_found')
  if (account_id !== undefined && account === undefined) refuse('not_found')
  return [account?.name, type, source?.file_name?.replace(/\.[^.]*$/, '')]
    .flatMap((part) => (part ? plainName(part) : []))
    .join('-')
}

function plainName(text: string): string {
  return text
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')
    .slice(0, 60)
}

/** A scope as a job is told it, and back. */
export function scopeText(scope: ExportScope): string {
  return JSON.stringify(scope)
}

export function scopeOfText(text: string | undefined): ExportScope {
  return text === undefined ? {} : (JSON.parse(text) as ExportScope)
}
