import { withIdentity, withSubject, type Tx } from '../../platform/database.ts'
import { newId } from '../../platform/ids.ts'
import { sendMail } from '../../platform/mail.ts'
import { refuse } from '../../platform/refusal.ts'
import type { RequestContext } from '../../platform/request-context.ts'
import { sql } from '../../platform/sql.ts'
import { auditRequest } from '../../platform/audit.ts'
import { hashToken, linkTo, newToken, normaliseEmail, personOf } from '../identity/index.ts'

/** How long an invitation waits for its answer (SA8). */
const DAYS_OPEN = 7
const DAY_MS = 86_400_000
/** Open invitations that one person may have: a list has an end, and nobody sends mail without one. */
const MOST_OPEN = 200

export interface NewInvitation {
  readonly kind: 'client' | 'professional' | 'pay'
  readonly email: string
  readonly scope?: 'view' | 'work' | undefined
  readonly days?: number | null | undefined
  readonly taxYear?: number | undefined
  readonly planId?: string | undefined
  readonly message?: string | undefined
}

/**
 * Invite by mail. One that waits already for the same person is replaced, so that there is never more than one to answer.
 *
 * @returns the invitation's id.
 */
export async function sendInvitation(context: RequestContext, given: NewInvitation): Promise<string> {
  const email = normaliseEmail(given.email)
  const { subjectId } = context.who
  const sender = await personOf(context, subjectId)
  if (sender.email === email) refuseEmail('This is your own address.')
  if (!sender.isVerified) refuse('email_not_verified')
  await context.limit('invitations')
  const id = newId()
  const token = newToken()
  await withSubject(context.db, context.who, async (tx) => {
    await withdrawOpen(tx, context, given.kind, email, given.taxYear)
    const { open } = await tx.one<{ open: number }>(sql`
      select count(*)::integer as open from invitations where user_id = ${subjectId} and expires_at > ${context.now}
        and accepted_at is null and declined_at is null and withdrawn_at is null`)
    if (open >= MOST_OPEN) refuse('too_many_requests', `${MOST_OPEN} invitations are waiting already.`)
    const added = await tx.run(sql`
      insert into invitations (user_id, id, kind, email, scope, days, tax_year, plan_id, message, token_hash, sent_at, expires_at)
      values (${subjectId}, ${id}, ${given.kind}, ${email}, ${given.scope ?? null}, ${given.days ?? null},
        ${given.taxYear ?? null}, ${given.planId ?? null}, ${given.message || null}, ${hashToken(token)}, ${context.now},
        ${openUntil(context.now)}) on conflict do nothing`)
    // The same invitation was sent in the same moment.
    if (added === 0) refuse('conflict')
    await auditRequest(tx, context, { event: 'invitation_sent', object: `invitation:${id}` })
  })
  await mailInvitation(context, { ...given, email }, token)
  return id
}

/** Send an invitation once more, with a new link; the old link is dead. */
export async function resendInvitation(context: RequestContext, id: string): Promise<void> {
  const { subjectId } = context.who
  await context.limit('invitations')
  const token = newToken()
  const row = await withSubject(context.db, context.who, (tx) =>
    tx.maybe<{
      kind: NewInvitation['kind']
      email: string
      scope: 'view' | 'work' | null
      days: number | null
      tax_year: number | null
      plan_id: string | null
      message: string | null
    }>(sql`
      update invitations set token_hash = ${hashToken(token)}, sent_at = ${context.now}, expires_at = ${openUntil(context.now)}
      where user_id = ${subjectId} and id = ${id} and accepted_at is null and declined_at is null and withdrawn_at is null
      returning kind, email, scope, days, tax_year, plan_id, message`),
  )
  if (row === undefined) refuse('not_found')
  const { kind, email, scope, days, tax_year, plan_id, message } = row
  await mailInvitation(
    context,
    {
      kind,
      email,
      scope: scope ?? undefined,
      days,
      taxYear: tax_year ?? undefined,
      planId: plan_id ?? undefined,
      message: message ?? undefined,
    },
    token,
  )
}

/** Take an invitation back: its link is worth nothing any more. */
export async function withdrawInvitation(context: RequestContext, id: string): Promise<void> {
  const { subjectId } = context.who
  const changed = await withSubject(context.db, context.who, (tx) =>
    tx.run(sql`
      update invitations set withdrawn_at = ${context.now}
      where user_id = ${subjectId} and id = ${id} and accepted_at is null and declined_at is null and withdrawn_at is null`),
  )
  if (changed === 0) refuse('not_found')
}

const openUntil = (now: Date) => new Date(now.getTime() + DAYS_OPEN * DAY_MS)

function withdrawOpen(
  tx: Tx,
  { who, now }: RequestContext,
  kind: NewInvitation['kind'],
  email: string,
  taxYear: number | undefined,
): Promise<number> {
  return tx.run(sql`
    update invitations set withdrawn_at = ${now}
    where user_id = ${who.subjectId} and kind = ${kind} and email = ${email} and tax_year is not distinct from ${taxYear ?? null}::integer
      and accepted_at is null and declined_at is null and withdrawn_at is null`)
}

async function mailInvitation(context: RequestContext, to: NewInvitation, token: string): Promise<void> {
  const { subjectId } = context.who
  const { name, email } = await personOf(context, subjectId)
  const path = `/accept_invitation?token=${token}`
  await withIdentity(context.db, (tx) =>
    sendMail(tx, context.keys, {
      userId: subjectId,
      recipient: to.email,
      template: 'invitation',
      values: {
        kind: to.kind,
        sender: name === email ? email : `${name} (${email})`,
        scope: to.scope ?? 'view',
        days: to.days ?? null,
        year: to.taxYear ?? null,
        message: to.message ?? '',
        link: linkTo(context, path),
      },
    }),
  )
}

function refuseEmail(message: string): never {
  refuse('invalid_input', message, { fields: { email: message } })
}
