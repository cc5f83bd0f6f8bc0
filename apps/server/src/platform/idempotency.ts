import { createHash, createHmac } from 'node:crypto'
import { type Database, self, type Tx, withSubject } from './database.ts'
import { received } from './multipart.ts'
import { refuse } from './refusal.ts'
import { sql } from './sql.ts'
import { Together } from './together.ts'

export interface KeyedRequest {
  readonly userId: string
  readonly key: string
  readonly route: string
  readonly body: unknown
}

/**
 * Answer a request once: the same key again gets the same answer, without doing the work again. What the work writes
 * through the database it is handed and the answer are one transaction, so that a server that is killed in between
 * has done nothing, and the same key does it then. The same key with another body is refused, and so is one
 * that is being answered right now. What was refused or failed may be tried again under the same key.
 *
 * The hash of the body is keyed with the key, of which only a hash is stored: a body with a Social Security number in it could be guessed
 * from a plain hash.
 */
export async function once(
  db: Database,
  request: KeyedRequest,
  work: (db: Database) => Promise<unknown>,
): Promise<unknown> {
  const { userId, route } = request
  if (request.key.length > 255) refuse('invalid_input', 'The Idempotency-Key is too long.')
  const key = createHash('sha256').update(request.key).digest('hex')
  const bodyHash = createHmac('sha256', request.key).update(canonical(request.body)).digest()
  const find = (tx: Tx) => answerTo(tx, { ...request, key }, bodyHash)

  const known = await withSubject(db, self(userId), find)
  if (known !== undefined) return known.answer
  const together = new Together(db, self(userId), async (tx) => {
    const { free } = await tx.one<{ free: boolean }>(
      sql`select pg_try_advisory_xact_lock(hashtextextended(${`${userId} ${key}`}, 0)) as free`,
    )
    if (!free) refuse('conflict')
    const meanwhile = await find(tx)
    if (meanwhile !== undefined) throw new AnsweredMeanwhile(meanwhile.answer)
  })
  try {
    const answer = await work({ ...db, together })
    await together.commit((tx) =>
      tx
        .run(
          sql`
          insert into requests (user_id, key, route, body_hash, status, answer, created_at, expires_at)
          values (${userId}, ${key}, ${route}, ${bodyHash}, 200, ${JSON.stringify(answer ?? null)}::jsonb, now(),
            now() + interval '24 hours')`,
        )
        .then(() => {}),
    )
    return answer
  } catch (error) {
    await together.rollBack()
    const cause = causeOf(error)
    if (cause instanceof AnsweredMeanwhile) return cause.answer
    throw error
  }
}

/** Another request under the same key was answered between the first look and the work. */
class AnsweredMeanwhile extends Error {
  readonly answer: unknown

  constructor(answer: unknown) {
    super('answered meanwhile')
    this.answer = answer
  }
}

// What the handler throws arrives wrapped.
function causeOf(error: unknown): unknown {
  return error instanceof Error && error.cause instanceof AnsweredMeanwhile ? error.cause : error
}

/** The answer that a key got; refuses where it was another request's. */
async function answerTo(
  tx: Tx,
  { userId, key, route }: KeyedRequest,
  bodyHash: Buffer,
): Promise<{ answer: unknown } | undefined> {
  await tx.run(sql`delete from requests where user_id = ${userId} and (expires_at < now() or status is null)`)
  const row = await tx.maybe<{ route: string; body_hash: Buffer; answer: unknown }>(
    sql`select route, body_hash, answer from requests where user_id = ${userId} and key = ${key}`,
  )
  if (row === undefined) return undefined
  if (row.route !== route || !row.body_hash.equals(bodyHash)) refuse('idempotency_key_reused')
  return { answer: row.answer }
}

/** The same text for the same values, in whatever order a body names them; of a file its content counts. */
function canonical(value: unknown): string {
  return (
    JSON.stringify(value, (_, inner: unknown) => {
      if (inner instanceof File) return `file:${received(inner).sha256.toString('hex')}`
      if (typeof inner !== 'object' || inner === null || Array.isArray(inner)) return inner
      return Object.fromEntries(Object.entries(inner).toSorted(([a], [b]) => (a < b ? -1 : 1)))
    }) ?? 'null'
  )
}
