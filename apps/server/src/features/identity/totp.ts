import { Secret as OtpSecret, TOTP } from 'otpauth'
import { type Tx, withIdentity } from '../../platform/database.ts'
import { openForServer, sealForServer } from '../../platform/keys.ts'
import { refuse } from '../../platform/refusal.ts'
import type { RequestContext } from '../../platform/request-context.ts'
import { sql } from '../../platform/sql.ts'
import { mailChange } from './password-change.ts'
import { recordEvent } from './record-event.ts'
import { makeRecoveryCodes } from './recovery-codes.ts'
import { afterRemoval, lockFactors, requireVerified } from './second-factors.ts'
import { requireFresh, rotateSession } from './sessions.ts'

const PERIOD_SECONDS = 30
const DRIFT_STEPS = 1
const SECRET_BYTES = 20
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
    if (written === 0) refuse('conflict', 'Two-factor authentication is already on.')
  })
  return { secret: secret.base32, otpauth_url: totp(secret, email).toString() }
}

/** The first right code puts it in force, and makes the recovery codes, shown this once. */
export async function confirmTotp(context: RequestContext, code: string): Promise<string[]> {
  const { userId, email } = requireFresh(context)
  await requireVerified(context)
  return withIdentity(context.db, async (tx) => {
    await lockFactors(tx, userId)
    if (!(await checkTotp(tx, context, userId, code, 'unconfirmed'))) refuse('wrong_code')
    await tx.run(sql`update identity.totp set confirmed_at = ${context.now} where user_id = ${userId}`)
    const codes = await makeRecoveryCodes(tx, userId)
    await rotateSession(tx, context, { isMfa: true, isFresh: true })
    await recordEvent(tx, context, userId, { event: 'second_factor_on' })
    await mailChange(tx, context, userId, email, 'two-factor authentication was turned on')
    return codes
  })
}

/** Turn it off again; a professional or an admin keeps one second factor at least. */
export async function disableTotp(context: RequestContext): Promise<void> {
  const { userId, email, roles } = requireFresh(context)
  await withIdentity(context.db, async (tx) => {
    await lockFactors(tx, userId)
    await tx.run(sql`delete from identity.totp where user_id = ${userId}`)
    const isOther = await afterRemoval(tx, userId, roles)
    await rotateSession(tx, context)
    await recordEvent(tx, context, userId, { event: 'second_factor_off' })
    const what = isOther ? 'the authenticator app' : 'two-factor authentication'
    await mailChange(tx, context, userId, email, `${what} was turned off`)
  })
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
