import { paths } from '@lotbook/contract'
import { z } from 'zod'
import { type Database, withIdentity } from '../../platform/database.ts'
import { newId } from '../../platform/ids.ts'
import { sql } from '../../platform/sql.ts'
import { normaliseEmail } from './sign-up.ts'
import { newVerification } from './verifications.ts'

/**
 * Make an account an admin's, or a new account for one, and give back the link that sets its password.
 *
 * @throws Error for what is not an email address.
 */
export async function makeAdmin(db: Database, given: string, origin: string): Promise<string> {
  const email = normaliseEmail(given)
  if (!z.email().safeParse(email).success) throw new Error(`${given} is not an email address`)
  return withIdentity(db, async (tx) => {
    const now = new Date()
    await tx.run(sql`
      insert into identity.users (id, email, created_at) values (${newId()}, ${email}, ${now}) on conflict do nothing`)
    const { id } = await tx.one<{ id: string }>(sql`select id from identity.users where email = ${email}`)
    await tx.run(sql`
      insert into identity.roles (user_id, role, given_at) values (${id}, 'admin', ${now}) on conflict do nothing`)
    await tx.run(sql`
      insert into audit_events (user_id, at, event, object, hash)
      values (${id}, ${now}, 'role_changed', 'role:admin', ''::bytea)`)
    const token = await newVerification(tx, now, id, 'reset_password')
    return `${origin}${paths.resetPassword}?token=${token}`
  })
}
