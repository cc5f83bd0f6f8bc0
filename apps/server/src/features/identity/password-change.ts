import { paths } from '@lotbook/contract'
import { formatDisplay } from '@lotbook/journal'
import { type Tx, withIdentity } from '../../platform/database.ts'
import { sendMail } from '../../platform/mail.ts'
import { refuse } from '../../platform/refusal.ts'
import type { RequestContext } from '../../platform/request-context.ts'
import { sql } from '../../platform/sql.ts'
import { takeMail } from './auth-limits.ts'
import { linkTo } from './links.ts'
import { atLeast } from './padding.ts'
import { hashPassword } from './passwords.ts'
import { recordEvent } from './record-event.ts'
import { dropSecondFactors } from './second-factors.ts'
import { endAllSessions, openSession, requireFresh, rotateSession } from './sessions.ts'
import { normaliseEmail, requireStrong } from './sign-up.ts'
import { dropVerifications, newVerification, useVerification } from './verifications.ts'

/** Mail a link to choose a new password, if there is such an account; the answer does not say. */
export async function forgotPassword(context: RequestContext, given: string): Promise<void> {
  const { db, now, ip } = context
  const email = normaliseEmail(given)
  await takeMail(db, now, email, ip)
  await atLeast(() =>
    withIdentity(db, async (tx) => {
      const user = await tx.maybe<{ id: string }>(
        sql`select id from identity.users where email = ${email} and deleted_at is null`,
      )
      if (user === undefined) return
      await mailReset(tx, context, user.id, email)
      await recordEvent(tx, context, user.id, { event: 'password_reset_asked' })
    }),
  )
}

async function mailReset(tx: Tx, context: RequestContext, userId: string, email: string): Promise<void> {
  const token = await newVerification(tx, context.now, userId, 'reset_password')
  await sendMail(tx, context.keys, {
    userId,
    recipient: email,
    template: 'reset_password',
    values: { link: linkTo(context, `${paths.resetPassword}?token=${token}`) },
  })
}

/**
 * Choose a new password by a mailed link. Ends every session and access token, and opens one session for whoever held the link, so that the
 * owner gets in while others guess; a second factor is still asked for, unless it was set up before the address was verified:
 * that may have been somebody else, so it goes, with the recovery codes and the name.
 */
export async function resetPassword(
  context: RequestContext,
  { token, password }: { readonly token: string; readonly password: string },
): Promise<void> {
  const { db, now } = context
  await withIdentity(db, async (tx) => {
    const owner = await useVerification(tx, now, 'reset_password', token)
    if (owner === undefined) return refuse('invalid_token')
    // Refused before the link counts as used: the transaction is undone.
    requireStrong(password, owner.email)
    await setPassword(tx, context, owner.userId, await hashPassword(password))
    // A person who reads the mails of an address owns it.
    const firstVerified = await tx.run(sql`
      update identity.users set email_verified_at = ${now}, first_name = '', last_name = ''
      where id = ${owner.userId} and email_verified_at is null`)
    if (firstVerified > 0) await dropSecondFactors(tx, owner.userId)
    await endAllSessions(tx, now, owner.userId)
    await tx.run(sql`select revoke_access_tokens(${owner.userId}, ${now})`)
    await openSession(tx, context, owner.userId)
    await recordEvent(tx, context, owner.userId, { event: 'password_reset_used' })
    await mailChange(tx, context, owner.userId, owner.email, 'the password was changed')
  })
}

export async function changePassword(
  context: RequestContext,
  { password, end_other_sessions }: { readonly password: string; readonly end_other_sessions: boolean },
): Promise<void> {
  const { id, userId, email } = requireFresh(context)
  requireStrong(password, email)
  const hash = await hashPassword(password)
  await withIdentity(context.db, async (tx) => {
    await setPassword(tx, context, userId, hash)
    if (end_other_sessions) await endAllSessions(tx, context.now, userId, id)
    await rotateSession(tx, context)
    await recordEvent(tx, context, userId, { event: 'password_changed' })
    await mailChange(tx, context, userId, email, 'the password was changed')
  })
}

async function setPassword(tx: Tx, { now }: RequestContext, userId: string, hash: string): Promise<void> {
  await tx.run(sql`
    insert into identity.passwords (user_id, hash, changed_at) values (${userId}, ${hash}, ${now})
    on conflict (user_id) do update set hash = excluded.hash, changed_at = excluded.changed_at`)
  await dropVerifications(tx, userId, 'reset_password')
}

/** Tell the owner what was changed, in case it was not them. */
export function mailChange(
  tx: Tx,
  { keys, now }: RequestContext,
  userId: string,
  recipient: string,
  what: string,
): Promise<void> {
  const values = { what, at: formatDisplay(now.getTime()) }
  return sendMail(tx, keys, { userId, recipient, template: 'account_changed', values })
}
