import { randomBytes } from 'node:crypto'
import { Secret } from 'otpauth'
import { type Tx, withIdentity } from '../../platform/database.ts'
import { refuse } from '../../platform/refusal.ts'
import type { RequestContext } from '../../platform/request-context.ts'
import { sql } from '../../platform/sql.ts'
import { recordEvent } from './record-event.ts'
import { requireFresh } from './sessions.ts'
import { hashToken } from './tokens.ts'

const RECOVERY_CODES = 10
const RECOVERY_BYTES = 10

export function newRecoveryCodes(context: RequestContext): Promise<string[]> {
  const { userId, hasSecondFactor } = requireFresh(context)
  if (!hasSecondFactor) refuse('conflict', 'Two-factor authentication is not on.')
  return withIdentity(context.db, async (tx) => {
    await recordEvent(tx, context, userId, { event: 'recovery_codes_made' })
    return makeRecoveryCodes(tx, userId)
  })
}

export async function useRecoveryCode(tx: Tx, now: Date, userId: string, code: string): Promise<boolean> {
  const used = await tx.run(sql`
    update identity.recovery_codes set used_at = ${now}
    where user_id = ${userId} and code_hash = ${hashToken(plain(code))} and used_at is null`)
  return used === 1
}

/** New codes, shown this once; the old ones open nothing any more. */
export async function makeRecoveryCodes(tx: Tx, userId: string): Promise<string[]> {
  await tx.run(sql`delete from identity.recovery_codes where user_id = ${userId}`)
  const codes = Array.from({ length: RECOVERY_CODES }, () => {
    const text = new Secret({ buffer: new Uint8Array(randomBytes(RECOVERY_BYTES)).buffer }).base32
    return (text.match(/.{4}/g) ?? []).join('-')
  })
  for (const code of codes) {
    await tx.run(
      sql`insert into identity.recovery_codes (user_id, code_hash) values (${userId}, ${hashToken(plain(code))})`,
    )
  }
  return codes
}

// However it was typed: with dashes, spaces or small letters.
function plain(code: string): string {
  return code.toUpperCase().replace(/[^A-Z2-7]/g, '')
}
