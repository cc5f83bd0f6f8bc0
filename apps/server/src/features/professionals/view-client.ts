import { paths } from '@lotbook/contract'
import { auditRequest } from '../../platform/audit.ts'
import { self, withIdentity, withSubject } from '../../platform/database.ts'
import { newId } from '../../platform/ids.ts'
import { sendMail } from '../../platform/mail.ts'
import { refuse } from '../../platform/refusal.ts'
import { type RequestContext, sessionOf } from '../../platform/request-context.ts'
import { sql } from '../../platform/sql.ts'
import { linkTo, personOf, showAs } from '../identity/index.ts'

/** How long an admin's look at a customer lasts at most. */
const ADMIN_VIEW_MS = 60 * 60_000
/** Shortest reason of an admin; the table asks for it too. */
const SHORTEST_REASON = 10

export interface Viewing {
  readonly id: string
  readonly return_to?: string | undefined
  readonly reason?: string | undefined
}

/**
 * Look into the books of a client (R7.34). The session gets a new id (SA10), the client's trail says so, and the client is told by mail
 * at the first look of a day (SC4).
 *
 * @returns where the books begin.
 */
export async function impersonate(
  context: RequestContext,
  { id, return_to, reason }: Viewing,
): Promise<string> {
  const session = sessionOf(context)
  const { userId } = session
  if (id === userId) refuse('not_found')
  if (session.roles.includes('admin')) await openAdminView(context, id, reason)
  const who = { actorId: userId, subjectId: id }
  await withSubject(context.db, who, async (tx) => {
    const { ok } = await tx.one<{ ok: boolean }>(sql`select may('view') as ok`)
    if (!ok) refuse('not_found', 'This client has not given you access, or has ended it.')
    await auditRequest(
      tx,
      { ...context, who },
      { event: 'viewing_started', ...(reason && { details: { reason } }) },
    )
  })
  await withIdentity(context.db, (tx) => showAs(tx, context, id, safePath(return_to)))
  await tellClient(context, id)
  return paths.dashboard
}

/** Back to one's own pages (R7.35). */
export async function stopImpersonating(context: RequestContext): Promise<string> {
  const session = sessionOf(context)
  const own = session.roles.includes('cpa') ? paths.taxProDashboard : paths.home
  if (session.viewingId === undefined) return own
  const who = { actorId: session.userId, subjectId: session.viewingId }
  await withSubject(context.db, who, async (tx) => {
    const { ok } = await tx.one<{ ok: boolean }>(sql`select may('view') as ok`)
    // Whose access was taken back writes nothing into the client's trail any more.
    if (ok) await auditRequest(tx, { ...context, who }, { event: 'viewing_stopped' })
  })
  if (session.roles.includes('admin'))
    await withSubject(context.db, self(session.viewingId), (tx) =>
      tx.run(sql`
        update admin_views set ends_at = greatest(${context.now}, started_at + interval '1 millisecond')
        where user_id = ${session.viewingId} and admin_id = ${session.userId} and ends_at > ${context.now}`),
    )
  return (await withIdentity(context.db, (tx) => showAs(tx, context, null, null))) ?? own
}

/** A path of this application and nothing else, so that nobody is led elsewhere. */
function safePath(path: string | undefined): string | null {
  return path !== undefined && /^\/(?![/\\])[\x21-\x7e]*$/.test(path) ? path : null
}

async function openAdminView(context: RequestContext, id: string, reason = ''): Promise<void> {
  if (reason.length < SHORTEST_REASON) {
    const message = `Say why, in at least ${SHORTEST_REASON} letters. The customer can read it.`
    refuse('invalid_input', message, { fields: { reason: message } })
  }
  const { now } = context
  await personOf(context, id)
  await withSubject(context.db, self(id), (tx) =>
    tx.run(sql`
      insert into admin_views (user_id, id, admin_id, reason, started_at, ends_at)
      values (${id}, ${newId()}, ${sessionOf(context).userId}, ${reason}, ${now}, ${new Date(now.getTime() + ADMIN_VIEW_MS)})`),
  )
}

async function tellClient(context: RequestContext, clientId: string): Promise<void> {
  const { userId } = sessionOf(context)
  const viewer = await personOf(context, userId)
  const client = await personOf(context, clientId)
  if (!client.isVerified) return
  const day = context.now.toISOString().slice(0, 10)
  await withIdentity(context.db, (tx) =>
    sendMail(tx, context.keys, {
      userId: clientId,
      recipient: client.email,
      template: 'books_viewed',
      values: {
        who: viewer.name === viewer.email ? viewer.email : `${viewer.name} (${viewer.email})`,
        at: context.now.toISOString().slice(0, 16).replace('T', ' '),
        link: linkTo(context, '/work_with_tax_pro'),
      },
      about: `viewed:${userId}:${day}`,
    }),
  )
}
