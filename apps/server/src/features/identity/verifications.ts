import type { Tx } from '../../platform/database.ts'
import { newId } from '../../platform/ids.ts'
import { sql } from '../../platform/sql.ts'
import { hashToken, newToken } from './tokens.ts'

type Purpose = 'verify_email' | 'reset_password' | 'change_email'

const LIFETIME_MS: Readonly<Record<Purpose, number>> = {
  reset_password: 60 * 60_000,
  verify_email: 7 * 24 * 60 * 60_000,
  change_email: 24 * 60 * 60_000,
}

/**
 * A token for a mailed link: works once, for a while, and only the newest of its kind.
 *
 * @param newEmail - the address that a `change_email` link puts in force.
 */
export async function newVerification(
  tx: Tx,
  now: Date,
  userId: string,
  purpose: Purpose,
  newEmail: string | null = null,
): Promise<string> {
  await dropVerifications(tx, userId, purpose)
  const token = newToken()
  await tx.run(sql`
    insert into identity.verifications (id, user_id, purpose, token_hash, created_at, expires_at, new_email)
    values (${newId()}, ${userId}, ${purpose}, ${hashToken(token)}, ${now},
      ${new Date(now.getTime() + LIFETIME_MS[purpose])}, ${newEmail})`)
  return token
}

/** Uses up a token, and returns the person it was sent to; undefined if it is unknown, used or too old. */
export async function useVerification(
  tx: Tx,
  now: Date,
  purpose: Purpose,
  token: string,
): Promise<{ userId: string; email: string; newEmail: string | null } | undefined> {
  const row = await tx.maybe<{ user_id: string; email: string; new_email: string | null }>(sql`
    update identity.verifications v set used_at = ${now} from identity.users u
    where v.token_hash = ${hashToken(token)} and v.purpose = ${purpose} and v.used_at is null
      and v.expires_at > ${now} and u.id = v.user_id and u.deleted_at is null
    returning v.user_id, u.email, v.new_email`)
  return row && { userId: row.user_id, email: row.email, newEmail: row.new_email }
}

export async function dropVerifications(tx: Tx, userId: string, purpose: Purpose): Promise<void> {
  await tx.run(sql`delete from identity.verifications where user_id = ${userId} and purpose = ${purpose}`)
}
