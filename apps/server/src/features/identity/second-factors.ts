import { type Tx, withIdentity } from '../../platform/database.ts'
import { refuse } from '../../platform/refusal.ts'
import { type RequestContext, sessionOf } from '../../platform/request-context.ts'
import { sql } from '../../platform/sql.ts'

/** Second factors that a person has in force. */
export interface Factors {
  readonly authenticator: boolean
  readonly passkeys: number
}

export const hasAny = ({ authenticator, passkeys }: Factors): boolean => authenticator || passkeys > 0

export async function factorsOf(tx: Tx, userId: string): Promise<Factors> {
  const { authenticator, passkeys } = await tx.one<{ authenticator: boolean; passkeys: string }>(sql`
    select exists (select 1 from identity.totp where user_id = ${userId} and confirmed_at is not null) as authenticator,
      (select count(*) from identity.passkeys where user_id = ${userId}) as passkeys`)
  return { authenticator, passkeys: Number(passkeys) }
}

/** The same, and nobody else changes them before the transaction ends: two changes at once leave what one by one would. */
export async function lockFactors(tx: Tx, userId: string): Promise<Factors> {
  await tx.one(sql`select 1 from identity.users where id = ${userId} for update`)
  return factorsOf(tx, userId)
}

/** The second factors of a person, as the security settings show them. */
export async function secondFactorState(context: RequestContext) {
  const { userId, roles } = sessionOf(context)
  return withIdentity(context.db, async (tx) => {
    const { authenticator } = await factorsOf(tx, userId)
    const { left } = await tx.one<{ left: string }>(
      sql`select count(*) as left from identity.recovery_codes where user_id = ${userId} and used_at is null`,
    )
    const passkeys = await tx.all<{ id: string; name: string; created_at: Date; last_used_at: Date | null }>(
      sql`select id, name, created_at, last_used_at from identity.passkeys where user_id = ${userId}
        order by created_at desc, id desc`,
    )
    return {
      is_on: authenticator,
      passkeys: passkeys.map(({ id, name, created_at, last_used_at }) => ({
        id,
        name,
        created_at: created_at.toISOString(),
        last_used_at: last_used_at?.toISOString() ?? null,
      })),
      is_mandatory: isMandatory(roles),
      recovery_codes_left: Number(left),
      needs_verified_email: await needsVerifiedEmail(tx, context, userId),
    }
  })
}

/** Ways to give the second factor of a session, also of one that waits for it. */
export async function secondFactors({ db, session }: RequestContext) {
  if (session === undefined) return { authenticator: false, passkey: false }
  const { authenticator, passkeys } = await withIdentity(db, (tx) => factorsOf(tx, session.userId))
  return { authenticator, passkey: passkeys > 0 }
}

/** Refuses before the email is verified: else whoever signs up with a stranger's address locks its owner out. */
export async function requireVerified(context: RequestContext): Promise<void> {
  const { userId } = sessionOf(context)
  if (await withIdentity(context.db, (tx) => needsVerifiedEmail(tx, context, userId)))
    refuse('email_not_verified')
}

/** Whether the address must be verified first. A server without a mail server reaches no address, so it does not ask. */
async function needsVerifiedEmail(tx: Tx, { config }: RequestContext, userId: string): Promise<boolean> {
  if (config.smtpUrl === undefined) return false
  const row = await tx.maybe(
    sql`select 1 from identity.users where id = ${userId} and email_verified_at is not null`,
  )
  return row === undefined
}

/**
 * After a factor was taken away: refuses where none is left and one must be, and recovery codes go with the last.
 *
 * @returns whether another is left.
 */
export async function afterRemoval(tx: Tx, userId: string, roles: readonly string[]): Promise<boolean> {
  if (hasAny(await factorsOf(tx, userId))) return true
  if (isMandatory(roles))
    refuse('forbidden', 'Two-factor authentication cannot be turned off for this account.')
  await dropSecondFactors(tx, userId)
  return false
}

function isMandatory(roles: readonly string[]): boolean {
  return roles.includes('cpa') || roles.includes('admin')
}

/** Removes every second factor and the recovery codes. */
export async function dropSecondFactors(tx: Tx, userId: string): Promise<void> {
  for (const table of [sql`identity.totp`, sql`identity.passkeys`, sql`identity.recovery_codes`])
    await tx.run(sql`delete from ${table} where user_id = ${userId}`)
}
