import type { Role } from '@lotbook/contract'
import { type Database, withIdentity } from '../../platform/database.ts'
import { sql } from '../../platform/sql.ts'

/** A person, and how their account stands. */
export interface AccountOfPerson {
  readonly id: string
  readonly name: string
  readonly email: string
  readonly roles: Role[]
  readonly signed_up_at: Date
  readonly is_verified: boolean
  readonly has_second_factor: boolean
  readonly last_seen_at: Date | null
}

/** People whose name or address holds a text, by address; deleted accounts are not found. */
export async function findPeople(
  db: Database,
  text: string,
  now: Date,
  limit: number,
): Promise<AccountOfPerson[]> {
  const held = `%${text.replace(/[\\%_]/g, '\\$&')}%`
  return withIdentity(db, (tx) =>
    tx.all<AccountOfPerson>(sql`
      select u.id, u.email, coalesce(nullif(btrim(u.first_name || ' ' || u.last_name), ''), u.email) as name,
        u.created_at as signed_up_at, u.email_verified_at is not null as is_verified,
        array(select r.role from identity.roles r where r.user_id = u.id order by r.role) as roles,
        exists (select from identity.totp t where t.user_id = u.id and t.confirmed_at is not null)
          or exists (select from identity.passkeys p where p.user_id = u.id) as has_second_factor,
        (select max(s.last_seen_at) from identity.sessions s
          where s.user_id = u.id and s.revoked_at is null and s.expires_at > ${now}) as last_seen_at
      from identity.users u
      where u.deleted_at is null and (u.email ilike ${held} or u.first_name || ' ' || u.last_name ilike ${held})
      order by u.email limit ${limit}`),
  )
}
