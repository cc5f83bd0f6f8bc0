import { randomBytes } from 'node:crypto'
import { Secret as OtpSecret, TOTP } from 'otpauth'
import { type Tx, withIdentity } from '../../platform/database.ts'
import { openForServer, sealForServer } from '../../platform/keys.ts'
import { refuse } from '../../platform/refusal.ts'
import { type RequestContext, sessionOf } from '../../platform/request-context.ts'
import { sql } from '../../platform/sql.ts'
import { dropSecondFactor } from './drop-second-factor.ts'
import { mailChange } from './password-change.ts'
import { recordEvent } from './record-event.ts'
import { requireFresh, rotateSession } from './sessions.ts'
import { hashToken } from './tokens.ts'

const PERIOD_SECONDS = 30
const DRIFT_STEPS = 1
const SECRET_BYTES = 20
const RECOVERY_CODES = 10
const RECOVERY_BYTES = 10
const PURPOSE = 'totp'

function totp(secret: OtpSecret, label: string): TOTP {
  return new TOTP({ issuer: 'Lotbook', label, secret, digits: 6, period: PERIOD_SECONDS, algorithm: 'SHA1' })
}

/** A new secret for an authenticator app; in force only once a code of it was confirmed. */
export async function enrolTotp(context: RequestContext): Promise<{ secret: string; otpauth_url: string }> {
  const { userId, email } = requireFresh(context)
  await requireVerified(context)
  const secret = new OtpSecret({ size: SECRET_BYTES })
  const sealed = sealForServer(context.keys, PURPOSE, userId, new Uint8Array(secret.buffer))
  await withIdentity(context.db, async (tx) => {
    const written = await tx.run(sql`
      insert into identity.totp (user_id, sealed) values (${userId}, ${sealed})
      on conflict (user_id) do update set sealed = excluded.sealed, last_step = 0
      where identity.totp.confirmed_at is null`)
    if (written === 0) refuse('conflict', 'Two-factor authentication is on already.')
  })
  return { secret: secret.base32, otpauth_url: totp(secret, email).toString() }
}

/** The first right code puts it in force, and makes the recovery codes, shown this once. */
export async function confirmTotp(context: RequestContext, code: string): Promise<string[]> {
  const { userId, email } = requireFresh(context)
  await requireVerified(context)
  return withIdentity(context.db, async (tx) => {
    if (!(await checkTotp(tx, context, userId, code, 'unconfirmed'))) refuse('wrong_code')
    await tx.run(sql`update identity.totp set confirmed_at = ${context.now} where user_id = ${userId}`)
    const codes = await makeRecoveryCodes(tx, userId)
    await rotateSession(tx, context, { isMfa: true, isFresh: true })
    await recordEvent(tx, context, userId, { event: 'second_factor_on' })
    await mailChange(tx, context, userId, email, 'two-factor authentication was turned on')
    return codes
  })
}

/** Turn it off again; a professional or an admin cannot do without. */
export async function disableTotp(context: RequestContext): Promise<void> {
  const { userId, email, roles } = requireFresh(context)
  if (isMandatory(roles))
    refuse('forbidden', 'Two-factor authentication cannot be turned off for this account.')
  await withIdentity(context.db, async (tx) => {
    await dropSecondFactor(tx, userId)
    await rotateSession(tx, context)
    await recordEvent(tx, context, userId, { event: 'second_factor_off' })
    await mailChange(tx, context, userId, email, 'two-factor authentication was turned off')
  })
}

export function newRecoveryCodes(context: RequestContext): Promise<string[]> {
  const { userId, hasSecondFactor } = requireFresh(context)
  if (!hasSecondFactor) refuse('conflict', 'Two-factor authentication is not on.')
  return withIdentity(context.db, async (tx) => {
    await recordEvent(tx, context, userId, { event: 'recovery_codes_made' })
    return makeRecoveryCodes(tx, userId)
  })
}

export function secondFactorState(context: RequestContext) {
  const { userId, roles, hasSecondFactor } = sessionOf(context)
  return withIdentity(context.db, async (tx) => {
    const { left } = await tx.one<{ left: string }>(sql`
      select count(*) as left from identity.recovery_codes where user_id = ${userId} and used_at is null`)
    return {
      is_on: hasSecondFactor,
      is_mandatory: isMandatory(roles),
      recovery_codes_left: Number(left),
      needs_verified_email: await needsVerifiedEmail(tx, context, userId),
    }
  })
}

// Else whoever signs up with a stranger's address locks its owner out.
async function requireVerified(context: RequestContext): Promise<void> {
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

function isMandatory(roles: readonly string[]): boolean {
  return roles.includes('cpa') || roles.includes('admin')
}

/** Whether a code is right, one step early or late; each code works once. */
export async function checkTotp(
  tx: Tx,
  { keys, now }: Pick<RequestContext, 'keys' | 'now'>,
  userId: string,
  code: string,
  state: 'confirmed' | 'unconfirmed' = 'confirmed',
): Promise<boolean> {
  const row = await tx.maybe<{ sealed: Buffer; last_step: string }>(sql`
    select sealed, last_step from identity.totp
    where user_id = ${userId} and (confirmed_at is not null) = ${state === 'confirmed'} for update`)
  if (row === undefined) return false
  const opened = openForServer(keys, PURPOSE, userId, row.sealed)
  const secret = new OtpSecret({ buffer: new Uint8Array(opened).buffer })
  const timestamp = now.getTime()
  const delta = totp(secret, '').validate({ token: code, timestamp, window: DRIFT_STEPS })
  if (delta === null) return false
  const step = Math.floor(timestamp / 1000 / PERIOD_SECONDS) + delta
  const isNew = await tx.run(sql`
    update identity.totp set last_step = ${step} where user_id = ${userId} and last_step < ${step}`)
  return isNew === 1
}

export async function useRecoveryCode(tx: Tx, now: Date, userId: string, code: string): Promise<boolean> {
  const used = await tx.run(sql`
    update identity.recovery_codes set used_at = ${now}
    where user_id = ${userId} and code_hash = ${hashToken(plain(code))} and used_at is null`)
  return used === 1
}

async function makeRecoveryCodes(tx: Tx, userId: string): Promise<string[]> {
  await tx.run(sql`delete from identity.recovery_codes where user_id = ${userId}`)
  const codes = Array.from({ length: RECOVERY_CODES }, () => {
    const text = new OtpSecret({ buffer: new Uint8Array(randomBytes(RECOVERY_BYTES)).buffer }).base32
    return (text.match(/.{4}/g) ?? []).join('-')
  })
  for (const code of codes) {
    await tx.run(
      sql`insert into identity.recovery_codes (user_id, code_hash) values (${userId}, ${hashToken(plain(code))})`,
    )
  }
  return codes
}

// However it was typed: with dashes, spaces or small letters.
function plain(code: string): string {
  return code.toUpperCase().replace(/[^A-Z2-7]/g, '')
}
