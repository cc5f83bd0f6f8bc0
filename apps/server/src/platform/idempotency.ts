import { createHash } from 'node:crypto'
import { type Database, self, withSubject } from './database.ts'
import { refuse } from './refusal.ts'
import { sql } from './sql.ts'

const KEPT_FOR = "interval '24 hours'"
/** A request without an answer for this long died with its server; the same key may then be tried again. */
const ABANDONED_AFTER = "interval '60 seconds'"

export interface KeyedRequest {
  readonly userId: string
  readonly key: string
  readonly route: string
  readonly body: unknown
}

/**
 * Answer a request once: the same key again gets the same answer, without doing the work again. The same key with
 * another body is refused, and so is one that is still being answered.
 */
export async function once(
  db: Database,
  request: KeyedRequest,
  work: () => Promise<unknown>,
): Promise<unknown> {
  const { userId, key, route } = request
  if (key.length > 255) refuse('invalid_input', 'The Idempotency-Key is too long.')
  const bodyHash = createHash('sha256')
    .update(await canonical(request.body))
    .digest()

  const known = await withSubject(db, self(userId), async (tx) => {
    await tx.client.query(
      `delete from requests where user_id = $1 and (expires_at < now() or (key = $2 and status is null
        and created_at < now() - ${ABANDONED_AFTER}))`,
      [userId, key],
    )
    const { rowCount } = await tx.client.query(
      `insert into requests (user_id, key, route, body_hash, created_at, expires_at)
       values ($1, $2, $3, $4, now(), now() + ${KEPT_FOR}) on conflict do nothing`,
      [userId, key, route, bodyHash],
    )
    if (rowCount === 1) return undefined
    return tx.maybe<{ route: string; body_hash: Buffer; status: number | null; answer: unknown }>(
      sql`select route, body_hash, status, answer from requests where user_id = ${userId} and key = ${key}`,
    )
  })
  if (known !== undefined) {
    if (known.route !== route || !known.body_hash.equals(bodyHash)) refuse('idempotency_key_reused')
    if (known.status === null) refuse('conflict')
    return known.answer
  }

  try {
    const answer = await work()
    await withSubject(db, self(userId), (tx) =>
      tx.run(sql`update requests set status = 200, answer = ${JSON.stringify(answer ?? null)}::jsonb
        where user_id = ${userId} and key = ${key}`),
    )
    return answer
  } catch (error) {
    // What was refused or failed has no effect to protect: it may be tried again under the same key.
    await withSubject(db, self(userId), (tx) =>
      tx.run(sql`delete from requests where user_id = ${userId} and key = ${key} and status is null`),
    )
    throw error
  }
}

/** The same text for the same values, in whatever order a body names them; of a file its content counts. */
async function canonical(value: unknown): Promise<string> {
  const files = new Map<Blob, string>()
  if (typeof value === 'object' && value !== null) {
    for (const part of Object.values(value)) {
      if (part instanceof Blob) files.set(part, await digestOf(part))
    }
  }
  return (
    JSON.stringify(value, (_, inner: unknown) => {
      if (inner instanceof Blob) return `file:${files.get(inner) ?? ''}`
      if (typeof inner !== 'object' || inner === null || Array.isArray(inner)) return inner
      return Object.fromEntries(Object.entries(inner).toSorted(([a], [b]) => (a < b ? -1 : 1)))
    }) ?? 'null'
  )
}

async function digestOf(file: Blob): Promise<string> {
  return createHash('sha256')
    .update(new Uint8Array(await file.arrayBuffer()))
    .digest('hex')
}
