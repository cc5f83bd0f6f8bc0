import type { PasskeyAnswer } from '@lotbook/contract'
import { withIdentity } from '../../platform/database.ts'
import { addressKey } from '../../platform/limits.ts'
import { refuse } from '../../platform/refusal.ts'
import { type RequestContext, sessionOf } from '../../platform/request-context.ts'
import { sql } from '../../platform/sql.ts'
import { takeProof } from './auth-limits.ts'
import { checkPasskey } from './check-passkey.ts'
import { hashPassword, isOutdated, isPassword } from './passwords.ts'
import { recordEvent } from './record-event.ts'
import { useRecoveryCode } from './recovery-codes.ts'
import { openSession, rotateSession } from './sessions.ts'
import { normaliseEmail } from './sign-up.ts'
import { hashToken } from './tokens.ts'
import { isUsualAddress } from './usual-address.ts'
import { checkTotp } from './totp.ts'

interface Account {
  readonly id: string
  readonly hash: string | null
  readonly has_factor: boolean
  readonly is_verified: boolean
}

const WRONG_OR_NOT_VERIFIED =
  'Email or password is wrong. If you have just signed up, open the link in our message first.'
const TOO_MANY_GUESSES =
  'Too many attempts to log in to this account. Wait a minute, or choose “Forgot password”: the link in our email lets you in at once.'
const NOT_ACCEPTED = 'This passkey was not accepted. Try again.'
const WRONG_PASSKEY = 'This passkey does not belong to an account here. Log in with your email and password.'

/** Open a session with email and password. With a second factor it is good for nothing but that one. */
export async function logIn(
  context: RequestContext,
  input: { readonly email: string; readonly password: string },
): Promise<{ second_factor: boolean }> {
  const { db, now, ip, log, config } = context
  const email = normaliseEmail(input.email)
  // Strangers who guess at an account slow down each other, not its owner where they usually log in.
  const guessed = (await isUsualAddress(context, email)) ? `${email} at ${addressKey(ip)}` : email
  await takeProof(db, now, guessed, ip, TOO_MANY_GUESSES)
  const account = await withIdentity(db, (tx) =>
    tx.maybe<Account>(sql`
      select u.id, p.hash, u.email_verified_at is not null as is_verified,
        exists (select 1 from identity.totp t where t.user_id = u.id and t.confirmed_at is not null)
          or exists (select 1 from identity.passkeys k where k.user_id = u.id) as has_factor
      from identity.users u left join identity.passwords p on p.user_id = u.id
      where u.email = ${email} and u.deleted_at is null`),
  )
  const isRight = await isPassword(account?.hash ?? undefined, input.password)
  // If mail is sent, an account opens once its address is verified. Otherwise a sign-up followed by a log-in would
  // tell whether the address had an account before.
  const sendsMail = config.smtpUrl !== undefined
  if (!isRight || account === undefined || (sendsMail && !account.is_verified)) {
    if (account !== undefined) {
      // Not waited for: it would make a known email slower than an unknown one.
      withIdentity(db, (tx) => recordEvent(tx, context, account.id, { event: 'login_failed' })).catch(
        (error: unknown) => log.error({ error: String(error) }, 'a failed log-in was not recorded'),
      )
    }
    refuse('wrong_credentials', sendsMail ? WRONG_OR_NOT_VERIFIED : undefined)
  }
  const raised =
    account.hash !== null && isOutdated(account.hash) ? await hashPassword(input.password) : undefined
  await withIdentity(db, async (tx) => {
    if (raised !== undefined) {
      await tx.run(sql`update identity.passwords set hash = ${raised} where user_id = ${account.id}`)
    }
    await openSession(tx, context, account.id)
    const factor = account.has_factor ? 'password, second factor to come' : 'password'
    await recordEvent(tx, context, account.id, { event: 'login', details: { factor } })
  })
  return { second_factor: account.has_factor }
}

/** Open a session with a passkey alone: it is something held, and its authenticator has asked for a finger, a face or a PIN. */
export async function passkeyLogIn(context: RequestContext, answer: PasskeyAnswer): Promise<void> {
  const { db, now, ip, config } = context
  await takeProof(db, now, `passkey:${hashToken(answer.id).toString('hex')}`, ip)
  const checked = await checkPasskey(context, 'log_in', answer)
  if (checked === undefined) return refuse('wrong_credentials', WRONG_PASSKEY)
  const { userId, isRight, isVerified } = checked
  const isOpen = isRight && (config.smtpUrl === undefined || isVerified)
  await withIdentity(db, async (tx) => {
    if (isOpen) await openSession(tx, context, userId, { isMfa: true })
    await recordEvent(tx, context, userId, {
      event: isOpen ? 'login' : 'login_failed',
      details: { factor: 'passkey' },
    })
  })
  if (!isOpen) refuse('wrong_credentials', WRONG_PASSKEY)
}

/** The forms in which a second factor can be given. */
type Given =
  | { readonly code: string }
  | { readonly recovery_code: string }
  | { readonly passkey: PasskeyAnswer }

/** The second step: a code of the app, a passkey, or a recovery code. */
export async function secondFactor(context: RequestContext, input: Given): Promise<void> {
  const { db, now, ip } = context
  const { userId, hasSecondFactor } = sessionOf(context)
  if (!hasSecondFactor) refuse('wrong_code')
  await takeProof(db, now, userId, ip)
  // Before the transaction, for its challenge is spent either way.
  const isPasskey = 'passkey' in input && (await isOwnPasskey(context, input.passkey))
  const isRight = await withIdentity(db, async (tx) => {
    const ok =
      'passkey' in input
        ? isPasskey
        : 'recovery_code' in input
          ? await useRecoveryCode(tx, now, userId, input.recovery_code)
          : await checkTotp(tx, context, userId, input.code)
    const factor = 'passkey' in input ? 'passkey' : 'recovery_code' in input ? 'recovery_code' : 'totp'
    await recordEvent(tx, context, userId, {
      event: ok ? 'second_factor' : 'second_factor_failed',
      details: { factor },
    })
    if (ok) await rotateSession(tx, context, { isMfa: true, isFresh: true })
    return ok
  })
  if (!isRight) refuse('wrong_code', 'passkey' in input ? NOT_ACCEPTED : undefined)
}

async function isOwnPasskey(context: RequestContext, answer: PasskeyAnswer): Promise<boolean> {
  return (await checkPasskey(context, 'second_factor', answer))?.isRight ?? false
}

/** Prove again who one is: the password, and the app's code or a passkey where there is a second factor. */
export async function reauthenticate(
  context: RequestContext,
  input: {
    readonly password: string
    readonly code?: string | undefined
    readonly passkey?: PasskeyAnswer | undefined
  },
): Promise<void> {
  const { db, now, ip } = context
  const { userId, hasSecondFactor } = sessionOf(context)
  await takeProof(db, now, userId, ip)
  const stored = await withIdentity(db, (tx) =>
    tx.maybe<{ hash: string }>(sql`select hash from identity.passwords where user_id = ${userId}`),
  )
  if (!(await isPassword(stored?.hash, input.password))) refuse('wrong_credentials')
  const isPasskey = input.passkey !== undefined && (await isOwnPasskey(context, input.passkey))
  const isRight = await withIdentity(db, async (tx) => {
    const ok =
      !hasSecondFactor ||
      isPasskey ||
      (input.code !== undefined && (await checkTotp(tx, context, userId, input.code)))
    await recordEvent(tx, context, userId, { event: ok ? 'reauthenticated' : 'second_factor_failed' })
    if (ok) await rotateSession(tx, context, { isFresh: true })
    return ok
  })
  if (!isRight) refuse('wrong_code', input.passkey === undefined ? undefined : NOT_ACCEPTED)
}
