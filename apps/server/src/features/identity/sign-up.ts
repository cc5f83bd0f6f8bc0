import { paths } from '@lotbook/contract'
import { withIdentity } from '../../platform/database.ts'
import { newId } from '../../platform/ids.ts'
import { sendMail } from '../../platform/mail.ts'
import { refuse } from '../../platform/refusal.ts'
import type { RequestContext } from '../../platform/request-context.ts'
import { sql } from '../../platform/sql.ts'
import { takeMail } from './auth-limits.ts'
import { isCommonPassword } from './common-passwords.ts'
import { linkTo } from './links.ts'
import { atLeast } from './padding.ts'
import { hashPassword } from './passwords.ts'
import { recordEvent } from './record-event.ts'
import { newVerification } from './verifications.ts'

export interface SignUp {
  readonly email: string
  readonly password: string
  readonly first_name?: string | undefined
  readonly last_name?: string | undefined
}

/**
 * Make an account. Known or unknown, the answer and the work are the same: whoever has an account is told so by mail,
 * at the address itself.
 */
export async function signUp(context: RequestContext, input: SignUp): Promise<'log_in' | 'check_mail'> {
  const { db, now, ip, config, keys } = context
  const email = normaliseEmail(input.email)
  requireStrong(input.password, email)
  await takeMail(db, now, email, ip)

  await atLeast(async () => {
    const hash = await hashPassword(input.password)
    await withIdentity(db, async (tx) => {
      const id = newId()
      const added = await tx.run(sql`
        insert into identity.users (id, email, first_name, last_name, created_at)
        values (${id}, ${email}, ${input.first_name ?? ''}, ${input.last_name ?? ''}, ${now}) on conflict do nothing`)
      if (added === 0) {
        const known = await tx.one<{ id: string; is_verified: boolean }>(sql`
          select id, email_verified_at is not null as is_verified from identity.users where email = ${email}`)
        // The link that they signed up with may be lost or too old.
        if (!known.is_verified && config.smtpUrl !== undefined)
          return mailVerification(tx, context, known.id, email)
        await sendMail(tx, keys, {
          userId: known.id,
          recipient: email,
          template: 'already_registered',
          values: { link: linkTo(context, paths.logIn) },
        })
        return
      }
      await tx.run(
        sql`insert into identity.passwords (user_id, hash, changed_at) values (${id}, ${hash}, ${now})`,
      )
      await recordEvent(tx, context, id, { event: 'signed_up' })
      await mailVerification(tx, context, id, email)
    })
  })
  return config.smtpUrl === undefined ? 'log_in' : 'check_mail'
}

/** The mail that asks to confirm an address. */
export async function mailVerification(
  tx: Parameters<typeof sendMail>[0],
  context: RequestContext,
  userId: string,
  email: string,
): Promise<void> {
  const token = await newVerification(tx, context.now, userId, 'verify_email')
  await sendMail(tx, context.keys, {
    userId,
    recipient: email,
    template: 'verify_email',
    values: { link: linkTo(context, `/verify_email?token=${token}`) },
  })
}

/** One address, one account, however it is spelled; nothing else of it is changed. */
export function normaliseEmail(email: string): string {
  return email.trim().toLowerCase()
}

export function requireStrong(password: string, email: string): void {
  if (isCommonPassword(password, email)) {
    const message = 'This password is easy to guess. Please choose another one.'
    refuse('weak_password', message, { fields: { password: message } })
  }
}
