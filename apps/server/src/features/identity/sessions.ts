import type { Role } from '@lotbook/contract'
import { type Database, identityRow, type Tx, withIdentity } from '../../platform/database.ts'
import { cookieName } from '../../platform/cookie-name.ts'
import { newId } from '../../platform/ids.ts'
import { announce } from '../../platform/notify.ts'
import { refuse } from '../../platform/refusal.ts'
import { type RequestContext, sessionOf } from '../../platform/request-context.ts'
import type { Session, Sessions } from '../../platform/session.ts'
import { plannedOnce, sql } from '../../platform/sql.ts'
import { hashToken, newToken } from './tokens.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS

/** How long a session lives unused, and at the very most. */
const LIFETIMES = {
  customer: { idleMs: 12 * HOUR_MS, absoluteMs: 30 * DAY_MS },
  professional: { idleMs: 30 * MINUTE_MS, absoluteMs: 12 * HOUR_MS },
  /** Waiting for the second factor. */
  pending: { idleMs: 10 * MINUTE_MS, absoluteMs: 10 * MINUTE_MS },
} as const
const SEEN_EVERY_MS = MINUTE_MS
export const FRESH_MS = 10 * MINUTE_MS

interface SessionRow {
  readonly id: string
  readonly user_id: string
  readonly subject_id: string | null
  readonly email: string
  readonly roles: Role[]
  readonly has_factor: boolean
  readonly mfa_at: Date | null
  readonly created_at: Date
  readonly authenticated_at: Date
  readonly last_seen_at: Date
}

/** Sessions out of the database: roles and factors as they are now, not as they were at log-in. */
export function databaseSessions(db: Database): Pick<Sessions, 'resolve'> {
  return {
    async resolve(token, now) {
      const row = await identityRow<SessionRow>(
        db,
        plannedOnce`
          select s.id, s.user_id, s.subject_id, u.email, s.mfa_at, s.created_at, s.authenticated_at, s.last_seen_at,
            array(select role from identity.roles r where r.user_id = u.id order by role) as roles,
            exists (select 1 from identity.totp t where t.user_id = u.id and t.confirmed_at is not null)
              or exists (select 1 from identity.passkeys k where k.user_id = u.id) as has_factor
          from identity.sessions s join identity.users u on u.id = s.user_id
          where s.token_hash = ${hashToken(token)} and s.revoked_at is null and s.expires_at > ${now}
            and u.deleted_at is null`,
      )
      if (row === undefined || !isLive(row, now)) return undefined
      if (now.getTime() - row.last_seen_at.getTime() >= SEEN_EVERY_MS) {
        await withIdentity(db, (tx) =>
          tx.run(sql`update identity.sessions set last_seen_at = ${now} where id = ${row.id}`),
        )
      }
      return {
        id: row.id,
        userId: row.user_id,
        email: row.email,
        roles: row.roles,
        viewingId: row.subject_id ?? undefined,
        hasSecondFactor: row.has_factor,
        isPending: isPending(row),
        authenticatedAt: row.authenticated_at,
      }
    },
  }
}

function isPending({ has_factor, mfa_at }: Pick<SessionRow, 'has_factor' | 'mfa_at'>): boolean {
  return has_factor && mfa_at === null
}

function isLive(row: SessionRow, now: Date): boolean {
  const isProfessional = row.roles.includes('cpa') || row.roles.includes('admin')
  const kind = isPending(row) ? 'pending' : isProfessional ? 'professional' : 'customer'
  const { idleMs, absoluteMs } = LIFETIMES[kind]
  // The wait for the second factor is counted from the password, not from a sign-in long ago.
  const begun = kind === 'pending' ? row.authenticated_at : row.created_at
  return now.getTime() - row.last_seen_at.getTime() < idleMs && now.getTime() - begun.getTime() < absoluteMs
}

/** Open a session after a right password, or a passkey that is the second factor too, and give its cookie to the browser. */
export async function openSession(
  tx: Tx,
  context: RequestContext,
  userId: string,
  { isMfa = false }: Pick<Proof, 'isMfa'> = {},
): Promise<void> {
  const { now, ip, userAgent } = context
  const token = newToken()
  await tx.run(sql`
    insert into identity.sessions (id, user_id, token_hash, created_at, authenticated_at, mfa_at, last_seen_at,
      expires_at, ip, user_agent)
    values (${newId()}, ${userId}, ${hashToken(token)}, ${now}, ${now}, ${isMfa ? now : null}, ${now},
      ${new Date(now.getTime() + LIFETIMES.customer.absoluteMs)}, ${ip}, ${userAgent})`)
  // The one that the browser had before is over: an id that was planted there is worth nothing afterwards.
  if (context.session !== undefined) await endSessions(tx, now, [context.session.id])
  setCookie(context, token)
}

/** Factors proven with a session's new id; a holder of the old id does not gain them. */
export interface Proof {
  readonly isMfa?: boolean
  readonly isFresh?: boolean
}

/** Give the session a new id, and the browser a new cookie; how long it may live stays as it was. */
export async function rotateSession(tx: Tx, context: RequestContext, proof: Proof = {}): Promise<void> {
  const { now } = context
  const { id } = sessionOf(context)
  const token = newToken()
  const changed = await tx.run(sql`
    update identity.sessions set token_hash = ${hashToken(token)}, last_seen_at = ${now},
      mfa_at = case when ${proof.isMfa ?? false} then ${now} else mfa_at end,
      authenticated_at = case when ${proof.isFresh ?? false} then ${now} else authenticated_at end
    where id = ${id} and revoked_at is null`)
  if (changed === 0) refuse('not_signed_in')
  setCookie(context, token)
}

/**
 * Show the data of somebody else in this session, or one's own again (null). The session gets a new id (SA10).
 *
 * @returns the path that was kept to go back to.
 */
export async function showAs(
  tx: Tx,
  context: RequestContext,
  subjectId: string | null,
  returnTo: string | null,
): Promise<string | null> {
  const { id } = sessionOf(context)
  const { return_to } = await tx.one<{ return_to: string | null }>(
    sql`select return_to from identity.sessions where id = ${id} for update`,
  )
  await tx.run(sql`
    update identity.sessions set subject_id = ${subjectId}, return_to = ${returnTo} where id = ${id}`)
  await rotateSession(tx, context)
  // Sockets that tell of the one looked at before are closed; the page opens its own.
  await announce(tx, { kind: 'sessions-ended', sessionIds: [id] })
  return return_to
}

/** End sessions on every node at once; their sockets close too. */
export async function endSessions(tx: Tx, now: Date, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return
  await tx.run(sql`
    update identity.sessions set revoked_at = ${now} where id = any(${ids}::uuid[]) and revoked_at is null`)
  await announce(tx, { kind: 'sessions-ended', sessionIds: ids })
}

/** End what a person has open, but for the session named. */
export async function endAllSessions(tx: Tx, now: Date, userId: string, butFor?: string): Promise<void> {
  const rows = await tx.all<{ id: string }>(sql`
    select id from identity.sessions where user_id = ${userId} and revoked_at is null
      and id is distinct from ${butFor ?? null}::uuid`)
  await endSessions(
    tx,
    now,
    rows.map(({ id }) => id),
  )
}

/** A proof of who one is, not older than ten minutes; refuses with `reauth_required`. */
export function requireFresh(context: RequestContext): Session {
  const session = sessionOf(context)
  if (context.now.getTime() - session.authenticatedAt.getTime() >= FRESH_MS) refuse('reauth_required')
  return session
}

function setCookie({ reply, config }: RequestContext, token: string): void {
  reply.setCookie(cookieName(config.isSecure), token, {
    path: '/',
    httpOnly: true,
    secure: config.isSecure,
    sameSite: 'lax',
    maxAge: LIFETIMES.customer.absoluteMs / 1000,
  })
}

export function clearCookie({ reply, config }: RequestContext): void {
  reply.clearCookie(cookieName(config.isSecure), {
    path: '/',
    httpOnly: true,
    secure: config.isSecure,
    sameSite: 'lax',
  })
}
