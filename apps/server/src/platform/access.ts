import type { Access, Role } from '@lotbook/contract'
import { auditRequest } from './audit.ts'
import { withSubject } from './database.ts'
import { refuse } from './refusal.ts'
import type { RequestContext } from './request-context.ts'

export interface GuardedRoute {
  readonly access: Access
  readonly method: string
  readonly path: string
}

/** Routes of a professional's or admin's own that change nothing of the customer's, even while viewing one. */
const OWN_WHILE_VIEWING = new Set(['/identity/log_out', '/users/stop_impersonating'])

/** Calls that show a file of the customer or one made for them: previews and downloads. Each is in the customer's trail. */
const FILE = /\/(preview|question|download)$|\.(json|pdf|csv|xlsx)$/

/**
 * Whether this request may go through; refuses otherwise. Roles and grants are read anew for every request, so
 * that one taken back ends at once.
 */
export async function checkAccess(route: GuardedRoute, context: RequestContext): Promise<void> {
  if (route.access === 'public') return
  const { session } = context
  const isForNobody = route.access === 'nobody-or-signed-in'
  if (session === undefined && isForNobody) return
  if (session === undefined) refuse('not_signed_in')
  if (session.isPending) refuse('second_factor_required')
  const isViewing = session.viewingId !== undefined && !OWN_WHILE_VIEWING.has(route.path)
  // Whatever shows a customer's data asks for it, also what anybody signed in may call (SA6).
  const needsFactor = session.roles.includes('cpa') || session.roles.includes('admin')
  const isForAnyone = isForNobody || route.access === 'signed-in'
  if (needsFactor && !session.hasSecondFactor && (isViewing || !isForAnyone)) {
    refuse('second_factor_enrolment_required')
  }
  if (isViewing) await checkViewing(route, context)
  if (route.access === 'nobody-or-signed-in' || route.access === 'signed-in') return
  const roles: readonly Role[] = session.viewingId === undefined ? session.roles : ['customer']
  if (!roles.some((role) => route.access.includes(role))) refuse('forbidden')
}

async function checkViewing(route: GuardedRoute, context: RequestContext): Promise<void> {
  const isRead = route.method === 'GET'
  const may = await withSubject(context.db, context.who, async (tx) => {
    const { rows } = await tx.client.query<{ ok: boolean }>('select may($1) as ok', [
      isRead ? 'view' : 'work',
    ])
    const may = rows[0]?.ok === true
    if (may && isRead && FILE.test(route.path)) await auditRequest(tx, context, { event: 'file_requested' })
    return may
  })
  if (!may) refuse('forbidden')
  // Password, email, factors, sessions, the start card: only ever the person themselves.
  const isPersonal = route.path.startsWith('/identity/') || route.path.startsWith('/onboarding/')
  if (isPersonal && !isRead) refuse('not_while_impersonating')
}
