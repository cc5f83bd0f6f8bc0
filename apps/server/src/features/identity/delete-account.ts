import { formatDisplay } from '@lotbook/journal'
import { withIdentity } from '../../platform/database.ts'
import { addJob } from '../../platform/jobs.ts'
import { sendMail } from '../../platform/mail.ts'
import { refuse } from '../../platform/refusal.ts'
import type { RequestContext } from '../../platform/request-context.ts'
import { sql } from '../../platform/sql.ts'
import { ERASE } from './erase-account.ts'
import { recordEvent } from './record-event.ts'
import { clearCookie, endAllSessions, requireFresh } from './sessions.ts'
import { normaliseEmail } from './sign-up.ts'

/**
 * Delete the account of the person who asks and types its email: nobody logs in with it any more, and a job removes everything of theirs.
 * There is no undo. An administrator is removed by another one, on the server.
 */
export async function deleteAccount(context: RequestContext, typed: string): Promise<void> {
  const { db, keys, now } = context
  const { userId, email, roles } = requireFresh(context)
  if (normaliseEmail(typed) !== email)
    refuse('invalid_input', undefined, { fields: { email: 'Type the email of this account.' } })
  if (roles.includes('admin')) refuse('conflict', 'The account of an administrator cannot be deleted here.')
  await withIdentity(db, async (tx) => {
    await tx.run(sql`update identity.users set deleted_at = ${now} where id = ${userId}`)
    await endAllSessions(tx, now, userId)
    await recordEvent(tx, context, userId, { event: 'account_deleted' })
    await sendMail(tx, keys, {
      userId,
      recipient: email,
      template: 'account_deleted',
      values: { at: formatDisplay(now.getTime()) },
    })
    await addJob(tx, ERASE, { userId })
  })
  clearCookie(context)
}
