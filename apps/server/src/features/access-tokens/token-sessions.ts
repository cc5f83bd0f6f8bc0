import type { Scope } from '@lotbook/contract'
import { type Database, identityRow, withIdentity } from '../../platform/database.ts'
import { refuse } from '../../platform/refusal.ts'
import type { Session, Sessions } from '../../platform/session.ts'
import { plannedOnce, sql } from '../../platform/sql.ts'
import { hashToken } from '../identity/index.ts'
import { isAccessToken } from './token-form.ts'

const USED_EVERY_MS = 60_000

/** Proof of who one is was given when the token was made, so nothing that asks for a fresh one is open to it. */
const NEVER_FRESH = new Date(0)

interface TokenRow {
  readonly id: string
  readonly user_id: string
  readonly email: string
  readonly scopes: Scope[]
  readonly expires_at: Date
  readonly last_used_at: Date | null
  readonly revoked_at: Date | null
}

/** Access tokens out of the database. A token stands for its customer, with the customer role alone. */
export function tokenSessions(db: Database): Pick<Sessions, 'resolveToken'> {
  return {
    async resolveToken(token, now) {
      const row = isAccessToken(token) ? await rowOf(db, token) : undefined
      if (row === undefined) return refuseToken('access_token_unknown')
      if (row.revoked_at !== null) return refuseToken('access_token_revoked')
      if (row.expires_at <= now) return refuseToken('access_token_expired')
      if (row.last_used_at === null || now.getTime() - row.last_used_at.getTime() >= USED_EVERY_MS)
        await withIdentity(db, (tx) =>
          tx.run(sql`select use_access_token(${row.user_id}, ${row.id}, ${now})`),
        )
      return sessionOf(row)
    },
  }
}

function rowOf(db: Database, token: string): Promise<TokenRow | undefined> {
  return identityRow<TokenRow>(
    db,
    plannedOnce`
      select id, user_id, email, scopes, expires_at, last_used_at, revoked_at
      from access_token_by_hash(${hashToken(token)})`,
  )
}

function sessionOf({ id, user_id: userId, email, scopes }: TokenRow): Session {
  return {
    id,
    userId,
    email,
    roles: ['customer'],
    viewingId: undefined,
    hasSecondFactor: false,
    isPending: false,
    authenticatedAt: NEVER_FRESH,
    scopes: new Set(scopes),
  }
}

/** Refuse in the words of RFC 6750, by which programs tell a bad token from a failure of the call. */
function refuseToken(code: 'access_token_unknown' | 'access_token_expired' | 'access_token_revoked'): never {
  return refuse(code, undefined, { challenge: 'Bearer error="invalid_token"' })
}
