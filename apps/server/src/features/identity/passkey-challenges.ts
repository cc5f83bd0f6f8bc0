import { randomBytes } from 'node:crypto'
import { type Database, withIdentity } from '../../platform/database.ts'
import { sql } from '../../platform/sql.ts'

export type Purpose = 'register' | 'second_factor' | 'log_in'

/** How long a person may take over the window of their browser. */
export const CHALLENGE_MS = 5 * 60_000
const CHALLENGE_BYTES = 32

/**
 * A new challenge for an authenticator, as base64url.
 *
 * @param sessionId - the session it counts in, and there only the newest of its purpose; null to log in without a password.
 */
export async function newChallenge(
  db: Database,
  now: Date,
  purpose: Purpose,
  sessionId: string | null,
): Promise<string> {
  const challenge = randomBytes(CHALLENGE_BYTES)
  await withIdentity(db, async (tx) => {
    await tx.run(sql`delete from identity.passkey_challenges where expires_at <= ${now}`)
    await tx.run(sql`
      delete from identity.passkey_challenges where session_id = ${sessionId}::uuid and purpose = ${purpose}`)
    await tx.run(sql`
      insert into identity.passkey_challenges (challenge, purpose, session_id, expires_at)
      values (${challenge}, ${purpose}, ${sessionId}, ${new Date(now.getTime() + CHALLENGE_MS)})`)
  })
  return challenge.toString('base64url')
}

/**
 * Uses up the challenge that an authenticator signed, whether the rest of its answer is right or not.
 *
 * @returns the challenge; undefined if it is unknown here, used or too old.
 */
export async function takeChallenge(
  db: Database,
  now: Date,
  purpose: Purpose,
  sessionId: string | null,
  clientData: string,
): Promise<string | undefined> {
  const challenge = challengeIn(clientData)
  if (challenge === undefined) return undefined
  const taken = await withIdentity(db, (tx) =>
    tx.run(sql`
      delete from identity.passkey_challenges
      where challenge = ${Buffer.from(challenge, 'base64url')} and purpose = ${purpose}
        and session_id is not distinct from ${sessionId}::uuid and expires_at > ${now}`),
  )
  return taken === 1 ? challenge : undefined
}

/** The challenge in a `clientDataJSON`, which is the browser's word and may be anything. */
function challengeIn(clientData: string): string | undefined {
  try {
    const { challenge } = JSON.parse(Buffer.from(clientData, 'base64url').toString()) as {
      challenge?: unknown
    }
    return typeof challenge === 'string' ? challenge : undefined
  } catch {
    return undefined
  }
}
