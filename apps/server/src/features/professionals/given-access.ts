import type { AccessEvent, GivenAccess, ReceivedInvitation, SentInvitation } from '@lotbook/contract'
import { auditRequest } from '../../platform/audit.ts'
import { type Tx, withIdentity, withSubject } from '../../platform/database.ts'
import { announce } from '../../platform/notify.ts'
import { refuse } from '../../platform/refusal.ts'
import type { RequestContext } from '../../platform/request-context.ts'
import { sql } from '../../platform/sql.ts'
import { hashToken, namesOf, personOf, WHO_HAS_LEFT } from '../identity/index.ts'

const LOG_PAGE = 50

/** The access that a customer gave and gets asked for (R7.45). While somebody else looks, only its owner's own lists stay empty. */
export function customerCpa(context: RequestContext) {
  const { subjectId } = context.who
  return withSubject(context.db, context.who, async (tx) => {
    const professionals = await professionalsOf(tx, subjectId)
    const me = await personOf(context, subjectId)
    const active = professionals.find(({ ended_at }) => ended_at === null)
    return {
      email: active?.email ?? null,
      professionals,
      sent: await sentInvitations(tx, subjectId, context.now),
      invited: await receivedInvitations(tx, me.email),
    }
  })
}

async function professionalsOf(tx: Tx, userId: string): Promise<GivenAccess[]> {
  const rows = await tx.all<{
    grant_id: string
    professional_id: string
    name: string
    email: string
    scope: 'view' | 'work'
    granted_at: Date
    expires_at: Date | null
    revoked_at: Date | null
    last_viewed_at: Date | null
  }>(sql`
    select p.*, (select max(a.at) from audit_events a where a.user_id = ${userId} and a.actor_id = p.professional_id) as last_viewed_at
    from my_professionals() p`)
  const now = Date.now()
  return rows.map((row) => {
    const ranOut = row.expires_at !== null && row.expires_at.getTime() <= now ? row.expires_at : null
    return {
      id: row.grant_id,
      name: row.name,
      email: row.email,
      scope: row.scope,
      granted_at: row.granted_at.toISOString(),
      expires_at: row.expires_at?.toISOString() ?? null,
      ended_at: (row.revoked_at ?? ranOut)?.toISOString() ?? null,
      last_viewed_at: row.last_viewed_at?.toISOString() ?? null,
    }
  })
}

interface InvitationRow {
  readonly id: string
  readonly kind: 'client' | 'professional' | 'pay'
  readonly scope: 'view' | 'work' | null
  readonly days: number | null
  readonly tax_year: number | null
  readonly plan_id: string | null
  readonly message: string | null
  readonly sent_at: Date
  readonly expires_at: Date
}

/** The invitations that a person sent and that still mean something, the newest first. */
export async function sentInvitations(tx: Tx, userId: string, now: Date): Promise<SentInvitation[]> {
  const rows = await tx.all<
    InvitationRow & {
      email: string
      accepted_at: Date | null
      declined_at: Date | null
      withdrawn_at: Date | null
    }
  >(sql`
    select id, kind, email, scope, days, tax_year::integer, plan_id, message, sent_at, expires_at, accepted_at, declined_at, withdrawn_at
    from invitations where user_id = ${userId} and withdrawn_at is null order by sent_at desc limit 200`)
  return rows.map(({ email, accepted_at, declined_at, withdrawn_at, ...row }) => ({
    ...shown(row),
    receiver: { email },
    state:
      accepted_at !== null
        ? 'accepted'
        : declined_at !== null
          ? 'declined'
          : withdrawn_at !== null
            ? 'withdrawn'
            : row.expires_at <= now
              ? 'expired'
              : 'sent',
  }))
}

async function receivedInvitations(tx: Tx, email: string): Promise<ReceivedInvitation[]> {
  const rows = await tx.all<InvitationRow & { sender_name: string; sender_email: string }>(
    sql`select * from invitations_for_me()`,
  )
  return rows.map(({ sender_name, sender_email, ...row }) => ({
    ...shown(row),
    receiver: { email },
    sender: { name: sender_name, email: sender_email },
  }))
}

/**
 * The invitation that a mailed link names (R2.41). Whoever it was not sent to, and whoever is too late, learns only that there is none.
 */
export async function readInvitation(context: RequestContext, token: string): Promise<ReceivedInvitation> {
  const row = await withSubject(context.db, context.who, (tx) =>
    tx.maybe<InvitationRow & { sender_name: string; sender_email: string; receiver_email: string }>(
      sql`select * from invitation_by_token(${hashToken(token)}::bytea, ${context.now})`,
    ),
  )
  if (row === undefined) refuse('not_found', 'There is no such invitation.')
  const { sender_name, sender_email, receiver_email, ...invitation } = row
  return {
    ...shown(invitation),
    receiver: { email: receiver_email },
    sender: { name: sender_name, email: sender_email },
  }
}

const shown = ({
  id,
  kind,
  scope,
  days,
  tax_year,
  plan_id,
  message,
  sent_at,
  expires_at,
}: InvitationRow) => ({
  id,
  kind,
  scope,
  days,
  tax_year,
  plan_id,
  message,
  sent_at: sent_at.toISOString(),
  expires_at: expires_at.toISOString(),
})

/** Change how far and how long access goes. What has ended is given anew by an invitation, not by a change. */
export async function changeAccess(
  context: RequestContext,
  { id, scope, days }: { id: string; scope?: 'view' | 'work' | undefined; days?: number | null | undefined },
): Promise<void> {
  const { subjectId } = context.who
  const until = days == null ? null : new Date(context.now.getTime() + days * 86_400_000)
  await withSubject(context.db, context.who, async (tx) => {
    const changed = await tx.run(sql`
      update grants set scope = coalesce(${scope ?? null}, scope),
        expires_at = case when ${days === undefined} then expires_at else ${until}::timestamptz end
      where user_id = ${subjectId} and id = ${id} and granted_at is not null and revoked_at is null
        and (expires_at is null or expires_at > ${context.now})`)
    if (changed === 0) refuse('not_found')
    await auditRequest(tx, context, { event: 'access_changed', object: `grant:${id}` })
  })
}

/** Take access back. Whoever looks at the books just now is refused with their next request, and their socket closes. */
export async function endAccess(context: RequestContext, id: string): Promise<void> {
  const { subjectId } = context.who
  const professional = await withSubject(context.db, context.who, async (tx) => {
    const row = await tx.maybe<{ professional_id: string }>(sql`
      update grants set revoked_at = ${context.now}
      where user_id = ${subjectId} and id = ${id} and revoked_at is null returning professional_id`)
    if (row === undefined) return refuse('not_found')
    await auditRequest(tx, context, { event: 'access_ended', object: `professional:${row.professional_id}` })
    return row.professional_id
  })
  await withIdentity(context.db, async (tx) => {
    const rows = await tx.all<{ id: string }>(sql`
      select id from identity.sessions
      where user_id = ${professional} and subject_id = ${subjectId} and revoked_at is null`)
    if (rows.length > 0)
      await announce(tx, { kind: 'sessions-ended', sessionIds: rows.map((session) => session.id) })
  })
}

/** Acts of others in the customer's books: the trail itself (SC4, N22). */
export async function accessLog(
  context: RequestContext,
  before: string | undefined,
): Promise<{ rows: AccessEvent[]; next: string | null }> {
  const { subjectId } = context.who
  const rows = await withSubject(context.db, context.who, (tx) =>
    tx.all<{
      id: string
      at: Date
      actor_id: string
      event: string
      object: string | null
      route: string | null
      reason: string | null
    }>(sql`
      select id, at, actor_id, event, object, route, details ->> 'reason' as reason from audit_events
      where user_id = ${subjectId} and actor_id <> ${subjectId} and id < ${before ?? '9223372036854775807'}::bigint
      order by id desc limit ${LOG_PAGE + 1}`),
  )
  const page = rows.slice(0, LOG_PAGE)
  const names = await namesOf(
    context,
    page.map(({ actor_id }) => actor_id),
  )
  return {
    rows: page.map(({ at, actor_id, event, object, route, reason }) => ({
      at: at.toISOString(),
      name: names.get(actor_id)?.name ?? WHO_HAS_LEFT,
      email: names.get(actor_id)?.email ?? '',
      event,
      object,
      route: route ?? '',
      reason,
    })),
    next: rows.length > LOG_PAGE ? (page.at(-1)?.id ?? null) : null,
  }
}
