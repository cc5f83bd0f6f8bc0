import { type Database, withIdentity } from '../../platform/database.ts'
import { refuse } from '../../platform/refusal.ts'
import type { RequestContext } from '../../platform/request-context.ts'
import { sql } from '../../platform/sql.ts'

export interface Person {
  readonly email: string
  /** First and last name, else the address. */
  readonly name: string
  readonly isVerified: boolean
}

/** Name and address of a person who is there. */
export async function personOf({ db }: Pick<RequestContext, 'db'>, id: string): Promise<Person> {
  const row = await withIdentity(db, (tx) =>
    tx.maybe<{ email: string; name: string; is_verified: boolean }>(sql`
      select email, coalesce(nullif(btrim(first_name || ' ' || last_name), ''), email) as name,
        email_verified_at is not null as is_verified
      from identity.users where id = ${id} and deleted_at is null`),
  )
  if (row === undefined) return refuse('not_found')
  return { email: row.email, name: row.name, isVerified: row.is_verified }
}

/** Names and addresses of several people by id; whoever has left is not among them. */
export async function namesOf(
  { db }: Pick<RequestContext, 'db'>,
  ids: Iterable<string>,
): Promise<ReadonlyMap<string, Pick<Person, 'name' | 'email'>>> {
  const asked = [...new Set(ids)]
  if (asked.length === 0) return new Map()
  const rows = await withIdentity(db, (tx) =>
    tx.all<{ id: string; name: string; email: string }>(sql`
      select id, coalesce(nullif(btrim(first_name || ' ' || last_name), ''), email) as name, email
      from identity.users where id = any(${asked}::uuid[])`),
  )
  return new Map(rows.map((row) => [row.id, row]))
}

/** Stands for a person whose account is gone. */
export const WHO_HAS_LEFT = 'Somebody who has left'

/** The name that stands on forms: first and last, or nothing where neither is known. */
export async function nameOnForms(db: Database, userId: string): Promise<string> {
  const row = await withIdentity(db, (tx) =>
    tx.maybe<{ first_name: string | null; last_name: string | null }>(sql`
      select first_name, last_name from identity.users where id = ${userId}`),
  )
  return [row?.first_name, row?.last_name]
    .filter((part) => part !== null && part !== undefined && part !== '')
    .join(' ')
}
