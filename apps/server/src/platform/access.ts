import type { Access, Role, RouteMeta, Scope } from '@lotbook/contract'
import { auditRequest } from './audit.ts'
import { type Database, type Who, withSubject } from './database.ts'
import { refuse } from './refusal.ts'
import type { RequestContext } from './request-context.ts'

export interface GuardedRoute {
  readonly access: Access
  /** What an access token needs; none opens a route that does not say. */
  readonly scope: RouteMeta['scope']
  readonly method: string
  readonly path: string
}

/** Routes of a professional's or admin's own that change nothing of the customer's, even while viewing one. */
const OWN_WHILE_VIEWING = new Set(['/identity/log_out', '/users/stop_impersonating'])

/** Calls that show a file of the customer or one made for them: previews and downloads. Each is in the customer's trail. */
const FILE =
  /\/(preview|question|download)$|\.(json|pdf|csv|xlsx|zip)$|^\/(transaction\/download_api_transactions|billings\/receipts)\//

/** Writes into the client's trail that a professional changed something: in the transaction of the change, once it is made. */
export type NoteChange = (db: Database) => Promise<void>

/**
 * Whether this request may go through; refuses otherwise. Roles and grants are read anew for every request, so
 * that one taken back ends at once.
 *
 * @returns the note that is due with the change; undefined of a look, and of whatever people do with their own.
 */
export async function checkAccess(
  route: GuardedRoute,
  context: RequestContext,
): Promise<NoteChange | undefined> {
  const { session } = context
  if (session?.scopes !== undefined) requireScope(route, session.scopes)
  if (route.access === 'public') return undefined
  const isForNobody = route.access === 'nobody-or-signed-in'
  if (session === undefined && isForNobody) return undefined
  if (session === undefined) refuse('not_signed_in')
  if (session.isPending) refuse('second_factor_required')
  const isViewing = session.viewingId !== undefined && !OWN_WHILE_VIEWING.has(route.path)
  // Whatever shows a customer's data asks for it, also what anybody signed in may call (SA6).
  const needsFactor = session.roles.includes('cpa') || session.roles.includes('admin')
  const isForAnyone = isForNobody || route.access === 'signed-in'
  if (needsFactor && !session.hasSecondFactor && (isViewing || !isForAnyone)) {
    refuse('second_factor_enrolment_required')
  }
  const note = isViewing ? await checkViewing(route, context) : undefined
  if (route.access === 'nobody-or-signed-in' || route.access === 'signed-in') return note
  const roles: readonly Role[] = isViewing ? ['customer'] : session.roles
  if (!roles.some((role) => route.access.includes(role))) refuse('forbidden')
  return note
}

/** Access tokens reach what says which scope opens it, and nothing else. */
function requireScope({ scope }: GuardedRoute, scopes: ReadonlySet<Scope>): void {
  if (scope === undefined) return refuse('scope_missing', 'Access tokens cannot be used for this.')
  if (scope === 'any' || scopes.has(scope)) return
  refuse('scope_missing', `This access token does not have the scope “${scope}”.`, {
    challenge: `Bearer error="insufficient_scope", scope="${scope}"`,
  })
}

/** Password, email, factors, sessions, access tokens, webhooks, the start card, keys of exchanges and explorers, access for others, payment: only ever the person themselves (SC2). */
const PERSONAL = [
  '/identity/',
  '/access_tokens',
  '/webhooks',
  '/onboarding/',
  '/customer_cpa',
  '/invitations/',
  '/accept_invitation',
  '/imports/v1/api_imports',
  '/imports/v1/explorer_keys',
  '/imports/v1/mailed_codes',
  '/compliance/v1/api_imports',
  '/authorize/',
  '/billings/',
  '/tax_filing/hand_over',
]
/** What even looking at is the person's own. */
const OWN_READS = /^\/(access_tokens|webhooks|customer_cpa|accept_invitation)(\/|$)/
const isPersonal = (path: string) => PERSONAL.some((start) => path.startsWith(start))

/** Questions and workpapers change nothing of the books: whoever may look may ask, and check what was looked at. */
const LOOKING_IS_ENOUGH = /^\/(questions|workpapers)(\/|$)/

async function checkViewing(route: GuardedRoute, context: RequestContext): Promise<NoteChange | undefined> {
  const isRead = route.method === 'GET'
  const needs = isRead || LOOKING_IS_ENOUGH.test(route.path) ? 'view' : 'work'
  const may = await withSubject(context.db, context.who, async (tx) => {
    const { rows } = await tx.client.query<{ ok: boolean }>('select may($1) as ok', [needs])
    const may = rows[0]?.ok === true
    if (may && isRead && FILE.test(route.path)) await auditRequest(tx, context, { event: 'file_requested' })
    return may
  })
  if (!may) refuse('forbidden')
  if (isPersonal(route.path) && (!isRead || OWN_READS.test(route.path))) refuse('not_while_impersonating')
  const kind = kindOf(route.path)
  const { who } = context
  if (!isRead)
    return (db) =>
      withSubject(db, who, (tx) =>
        auditRequest(tx, context, { event: 'changed', ...(kind !== undefined && { object: kind }) }),
      )
  // A file was noted by itself.
  if (!FILE.test(route.path)) await noteLook(context, who, kind)
  return undefined
}

/** What was noted already, by session and kind of thing; bounded, for a second note does no harm. */
const noted = new Set<string>()
const MOST_NOTED = 10_000

/** Writes into the client's trail which kind of thing a professional looked at, once in a session (SC1, SC4). */
export async function noteLook(context: RequestContext, who: Who, kind: string | undefined): Promise<void> {
  if (kind === undefined) return
  const key = `${context.session?.id} ${who.subjectId} ${kind}`
  if (noted.has(key)) return
  await withSubject(context.db, who, (tx) =>
    auditRequest(tx, { ...context, who }, { event: 'viewed', object: kind }),
  )
  if (noted.size >= MOST_NOTED) noted.clear()
  noted.add(key)
}

/** Beginnings of paths, by what a person would call what they show. */
const KINDS: readonly (readonly [string, string])[] = [
  ['/transaction', 'transactions'],
  ['/matches', 'transactions'],
  ['/changes', 'transactions'],
  ['/rules', 'rules'],
  ['/review', 'review'],
  ['/one_year', 'results'],
  ['/tax', 'results'],
  ['/broker_forms', 'results'],
  ['/treatments', 'results'],
  ['/standing_orders', 'results'],
  ['/lot_identifications', 'results'],
  ['/explain', 'results'],
  ['/comparisons', 'results'],
  ['/method_comparisons', 'results'],
  ['/safe_harbor', 'results'],
  ['/exports', 'files'],
  ['/csv_uploads', 'files'],
  ['/users/crypto_assets', 'holdings'],
  ['/imports', 'imports'],
  ['/compliance', 'imports'],
  ['/wallets', 'imports'],
  ['/setting', 'settings'],
  ['/labs', 'Labs'],
  ['/billings', 'billing'],
  ['/questions', 'questions'],
  ['/workpapers', 'workpapers'],
  ['/own_prices', 'prices'],
  ['/price_files', 'prices'],
  ['/missing_prices', 'prices'],
]
const kindOf = (path: string) => KINDS.find(([start]) => path.startsWith(start))?.[1]
