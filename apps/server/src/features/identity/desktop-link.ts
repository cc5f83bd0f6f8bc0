import { withIdentity } from '../../platform/database.ts'
import { sendMail } from '../../platform/mail.ts'
import { type RequestContext, sessionOf } from '../../platform/request-context.ts'
import { sql } from '../../platform/sql.ts'
import { takeMail } from './auth-limits.ts'
import { linkTo } from './links.ts'

/** Mails the signed-in person a link to a screen, to go on at a desk. It signs nobody in: they log in there. */
export async function mailDesktopLink(context: RequestContext, path: string): Promise<void> {
  const { userId } = sessionOf(context)
  const { db, now, ip, keys } = context
  const { email } = await withIdentity(db, (tx) =>
    tx.one<{ email: string }>(sql`select email from identity.users where id = ${userId}`),
  )
  await takeMail(db, now, email, ip)
  await withIdentity(db, (tx) =>
    sendMail(tx, keys, {
      userId,
      recipient: email,
      template: 'desktop_link',
      values: { link: linkTo(context, path) },
    }),
  )
}
