import { paths } from '@lotbook/contract'
import { type Tx, withIdentity } from '../../platform/database.ts'
import { sendMail } from '../../platform/mail.ts'
import { refuse } from '../../platform/refusal.ts'
import type { RequestContext } from '../../platform/request-context.ts'
import { sql } from '../../platform/sql.ts'
import { takeMail } from './auth-limits.ts'
import { linkTo } from './links.ts'
import { mailChange } from './password-change.ts'
import { recordEvent } from './record-event.ts'
import { requireFresh, rotateSession } from './sessions.ts'
import { mailVerification, normaliseEmail } from './sign-up.ts'
import { dropVerifications, newVerification } from './verifications.ts'

/**
 * Change the email one logs in with. A server that sends mail asks the new address first, and answers alike whether somebody has it already;
 * one that sends none cannot ask, so the address counts at once and is not confirmed.
 */
export async function changeEmail(context: RequestContext, given: string): Promise<'changed' | 'check_mail'> {
  const { db, now, ip, config } = context
  const { userId, email: before } = requireFresh(context)
  const email = normaliseEmail(given)
  if (email === before)
    refuse('invalid_input', undefined, { fields: { email: 'This is already your email.' } })
  await takeMail(db, now, email, ip)
  return withIdentity(db, async (tx) => {
    const holder = await tx.maybe<{ id: string }>(sql`select id from identity.users where email = ${email}`)
    if (config.smtpUrl === undefined) {
      if (holder !== undefined)
        refuse('invalid_input', undefined, { fields: { email: 'This address cannot be used.' } })
      await setEmail(tx, context, { userId, before, email, isVerified: false })
      await rotateSession(tx, context)
      await mailVerification(tx, context, userId, email)
      return 'changed'
    }
    if (holder === undefined) await mailNewAddress(tx, context, userId, email)
    else await mailHolder(tx, context, holder.id, email)
    return 'check_mail'
  })
}

async function mailNewAddress(tx: Tx, context: RequestContext, userId: string, email: string): Promise<void> {
  const token = await newVerification(tx, context.now, userId, 'change_email', email)
  await sendMail(tx, context.keys, {
    userId,
    recipient: email,
    template: 'change_email',
    values: { link: linkTo(context, `${paths.verifyEmail}?token=${token}`) },
  })
}

const mailHolder = (tx: Tx, context: RequestContext, userId: string, email: string) =>
  sendMail(tx, context.keys, {
    userId,
    recipient: email,
    template: 'already_registered',
    values: { link: linkTo(context, paths.logIn) },
  })

/** Put the new address in force: by the link that was mailed to it, or at once where no mail can be sent. */
export async function setEmail(
  tx: Tx,
  context: RequestContext,
  {
    userId,
    before,
    email,
    isVerified,
  }: {
    readonly userId: string
    readonly before: string
    readonly email: string
    readonly isVerified: boolean
  },
): Promise<void> {
  const taken = await tx.maybe(sql`select 1 from identity.users where email = ${email}`)
  if (taken !== undefined) refuse('invalid_token')
  await tx.run(sql`
    update identity.users set email = ${email}, email_verified_at = ${isVerified ? context.now : null} where id = ${userId}`)
  // Links that were mailed to the old address open nothing any more.
  for (const purpose of ['verify_email', 'reset_password', 'change_email'] as const)
    await dropVerifications(tx, userId, purpose)
  await recordEvent(tx, context, userId, { event: 'email_changed' })
  await mailChange(tx, context, userId, before, 'the email was changed')
}
