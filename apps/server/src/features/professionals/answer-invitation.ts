import { withIdentity, withSubject } from '../../platform/database.ts'
import { auditRequest } from '../../platform/audit.ts'
import { sendMail } from '../../platform/mail.ts'
import { refuse } from '../../platform/refusal.ts'
import type { RequestContext } from '../../platform/request-context.ts'
import { sql } from '../../platform/sql.ts'
import { hashToken, linkTo, personOf } from '../identity/index.ts'

interface Answer {
  readonly id?: string | undefined
  readonly token?: string | undefined
  readonly accept: boolean
}

interface Answered {
  readonly outcome: string
  readonly kind: 'client' | 'professional' | 'pay' | null
  readonly client_id: string | null
  readonly professional_id: string | null
  readonly sender_email: string | null
  readonly invitation_year: number | null
}

/** Why an invitation cannot be answered, for the person who tried. */
const WHY: Readonly<Record<string, string>> = {
  other_address: 'This invitation was sent to another email address. Log in with that address to answer it.',
  own: 'You sent this invitation yourself.',
  answered: 'This invitation was answered already.',
  withdrawn: 'This invitation was taken back.',
  expired: 'This invitation has expired. Ask for a new one.',
  not_a_customer: 'Only somebody with books of their own can accept this invitation.',
  not_a_professional: 'Only a tax professional can accept this invitation.',
}

/**
 * Accept or decline an invitation. Whoever sent it is told by mail, and the trail of the books that it opens says so.
 *
 * @returns the kind of invitation, and the year that it is about.
 */
export async function answerInvitation(
  context: RequestContext,
  { id, token, accept }: Answer,
): Promise<{ kind: 'client' | 'professional' | 'pay'; tax_year: number | null }> {
  if ((id === undefined) === (token === undefined)) refuse('invalid_input')
  const { who, now } = context
  if (who.actorId !== who.subjectId) refuse('not_while_impersonating')
  const hash = token === undefined ? null : hashToken(token)
  const answered = await withSubject(context.db, who, async (tx) => {
    const answered = await tx.one<Answered>(
      sql`select * from answer_invitation(${id ?? null}::uuid, ${hash}::bytea, ${accept}, ${now})`,
    )
    if (answered.outcome === 'done' && answered.kind === 'client' && answered.client_id === who.subjectId)
      await auditRequest(tx, context, {
        event: 'access_given',
        object: `professional:${answered.professional_id}`,
      })
    return answered
  })
  const { outcome, kind } = answered
  if (outcome === 'not_found' || kind === null) refuse('not_found', 'There is no such invitation.')
  if (outcome === 'unverified') refuse('email_not_verified')
  if (outcome !== 'done') refuse('conflict', WHY[outcome] ?? WHY['withdrawn'])
  const { client_id: clientId, invitation_year } = answered
  if (kind === 'professional' && clientId !== null) {
    // The books are the sender's: their trail says who may open them now.
    const inTheirBooks = { actorId: who.actorId, subjectId: clientId }
    await withSubject(context.db, inTheirBooks, (tx) =>
      auditRequest(tx, { ...context, who: inTheirBooks }, { event: 'access_accepted' }),
    )
  }
  await tellSender(context, answered, accept)
  return { kind, tax_year: invitation_year }
}

async function tellSender(context: RequestContext, answered: Answered, accepted: boolean): Promise<void> {
  const me = await personOf(context, context.who.subjectId)
  const { kind, sender_email: recipient } = answered
  if (recipient === null || kind === null) return
  const isClients = kind === 'professional'
  await withIdentity(context.db, async (tx) => {
    const { id } = await tx.one<{ id: string }>(sql`select id from identity.users where email = ${recipient}`)
    await sendMail(tx, context.keys, {
      userId: id,
      recipient,
      template: 'invitation_answered',
      values: {
        who: me.name === me.email ? me.email : `${me.name} (${me.email})`,
        accepted,
        link: linkTo(context, isClients ? '/work_with_tax_pro' : '/tax_pro/dashboard'),
      },
    })
  })
}
