import { type AccessToken, MOST_TOKENS, type Scope, SCOPES } from '@lotbook/contract'
import { type Database, self, type Tx, withOps, withSubject } from '../../platform/database.ts'
import { auditRequest } from '../../platform/audit.ts'
import { newId } from '../../platform/ids.ts'
import { refuse } from '../../platform/refusal.ts'
import { type RequestContext, sessionOf } from '../../platform/request-context.ts'
import { sql } from '../../platform/sql.ts'
import { hashToken, mailChange, requireFresh } from '../identity/index.ts'
import { beginningOf, newAccessToken } from './token-form.ts'

const DAY_MS = 86_400_000
/** How long whoever uses a token that has ended is told so, before nobody knows it any more. */
const REMEMBERED_MS = 90 * DAY_MS

export interface NewToken {
  readonly name: string
  readonly scopes: readonly Scope[]
  readonly days: number
}

/** Access tokens of a customer, the newest first, without those that were revoked. */
export async function listTokens({ db, now, who }: RequestContext): Promise<AccessToken[]> {
  const rows = await withSubject(db, who, (tx) =>
    tx.all<{
      id: string
      name: string
      beginning: string
      scopes: Scope[]
      created_at: Date
      expires_at: Date
      last_used_at: Date | null
    }>(sql`
      select id, name, beginning, scopes, created_at, expires_at, last_used_at from access_tokens
      where user_id = ${who.subjectId} and revoked_at is null order by created_at desc, id desc limit 200`),
  )
  return rows.map(({ created_at, expires_at, last_used_at, ...row }) => ({
    ...row,
    created_at: created_at.toISOString(),
    expires_at: expires_at.toISOString(),
    last_used_at: last_used_at?.toISOString() ?? null,
    is_expired: expires_at <= now,
  }))
}

/** Make an access token, and tell its owner by mail. The token itself is given back this once and kept nowhere. */
export async function createToken(
  context: RequestContext,
  { name, scopes, days }: NewToken,
): Promise<{ id: string; token: string }> {
  const { db, now, who } = context
  const { userId, email } = requireFresh(context)
  const [id, token] = [newId(now.getTime()), newAccessToken()]
  const chosen = SCOPES.filter((scope) => scopes.includes(scope))
  await withSubject(db, who, async (tx) => {
    await requireRoom(tx, userId, now)
    await tx.run(sql`
      insert into access_tokens (user_id, id, name, token_hash, beginning, scopes, created_at, expires_at)
      values (${userId}, ${id}, ${name}, ${hashToken(token)}, ${beginningOf(token)}, ${chosen}, ${now},
        ${new Date(now.getTime() + days * DAY_MS)})`)
    const details = { scopes: chosen.join(' '), days }
    await auditRequest(tx, context, { event: 'access_token_created', object: `access_token:${id}`, details })
    await mailChange(tx, context, userId, email, 'an access token was created')
  })
  return { id, token }
}

/** End an access token: the next request with it is refused. */
export async function revokeToken(context: RequestContext, id: string): Promise<void> {
  const { userId } = sessionOf(context)
  await withSubject(context.db, self(userId), async (tx) => {
    const revoked = await tx.run(sql`
      update access_tokens set revoked_at = ${context.now}
      where user_id = ${userId} and id = ${id} and revoked_at is null`)
    if (revoked === 0) refuse('not_found')
    await auditRequest(tx, context, { event: 'access_token_revoked', object: `access_token:${id}` })
  })
}

/** Makes a second request at once wait for the first, so that both are counted. */
async function requireRoom(tx: Tx, userId: string, now: Date): Promise<void> {
  await tx.run(sql`select 1 from customers where user_id = ${userId} for update`)
  const { live } = await tx.one<{ live: number }>(sql`
    select count(*)::integer as live from access_tokens
    where user_id = ${userId} and revoked_at is null and expires_at > ${now}`)
  if (live >= MOST_TOKENS)
    refuse('conflict', `You have ${MOST_TOKENS} access tokens, which is the most. Revoke one first.`)
}

/** Forget tokens that ended long ago. */
export function forgetEndedTokens(db: Database, now: Date): Promise<number> {
  const before = new Date(now.getTime() - REMEMBERED_MS)
  return withOps(db, (tx) =>
    tx.run(sql`delete from access_tokens where coalesce(revoked_at, expires_at) < ${before}`),
  )
}
