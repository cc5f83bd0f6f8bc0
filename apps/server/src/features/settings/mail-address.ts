import { type Database, withIdentity } from '../../platform/database.ts'
import { sql } from '../../platform/sql.ts'

/** The address that mails about a customer go to, and whether it is known to be theirs. */
export function readMailAddress(
  db: Database,
  userId: string,
): Promise<{ address: string; is_address_confirmed: boolean }> {
  return withIdentity(db, (tx) =>
    tx.one<{ address: string; is_address_confirmed: boolean }>(sql`
      select email as address, email_verified_at is not null and deleted_at is null as is_address_confirmed
      from identity.users where id = ${userId}`),
  )
}
