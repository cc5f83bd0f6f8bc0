import { expect, test } from 'vitest'
import { asOwner, testDatabase } from '../testing/test-database.ts'
import { systemClock } from './clock.ts'
import { type Database, openDatabase } from './database.ts'
import { forgetFullLevels, type LimitName, Limits } from './limits.ts'
import { Refusal } from './refusal.ts'

const db = await testDatabase()

/** Limits of two nodes, each with connections and memory of its own. */
async function twoNodes<T>(work: (nodes: readonly [Limits, Limits]) => Promise<T>): Promise<T> {
  const open = (): Database => openDatabase({ ...db, poolSize: 4 })
  const [a, b] = [open(), open()]
  try {
    return await work([new Limits(systemClock, a), new Limits(systemClock, b)])
  } finally {
    await Promise.all([a.close(), b.close()])
  }
}

const tried = (limits: Limits, name: LimitName, key: string) =>
  limits.take(name, key).then(
    () => undefined,
    (error: unknown) => error as Refusal,
  )

test('a limit counts over all nodes, whichever is asked, and says how long to wait', async () => {
  await twoNodes(async (nodes) => {
    for (let n = 0; n < 12; n += 1) await nodes[n % 2]!.take('exports', 'one after the other')
    for (const node of nodes) {
      const refusal = await tried(node, 'exports', 'one after the other')
      expect(refusal).toMatchObject({ code: 'too_many_requests' })
      expect(refusal?.retryAfter).toBeGreaterThan(55)
      expect(refusal?.message).toMatch(/Please try again in \d+ seconds\./)
    }
    await nodes[0].take('exports', 'somebody else')
  })
})

test('of many requests at once to two nodes as many pass as the limit has', async () => {
  await twoNodes(async (nodes) => {
    const answers = await Promise.all(
      Array.from({ length: 30 }, (_, n) => tried(nodes[n % 2]!, 'exports', 'at once')),
    )
    expect(answers.filter((refusal) => refusal === undefined)).toHaveLength(12)
    for (const refusal of answers) if (refusal !== undefined) expect(refusal).toBeInstanceOf(Refusal)
  })
})

test('a limit refills by the clock of the database, and what is full again is forgotten', async () => {
  await twoNodes(async ([a, b]) => {
    for (let n = 0; n < 12; n += 1) await a.take('exports', 'later')
    expect(await tried(b, 'exports', 'later')).toBeInstanceOf(Refusal)
    // An hour has 60 exports: of the burst of 12 three are back after three minutes.
    const age = (by: string) =>
      asOwner(db, `update identity.request_levels set at = at - $1::interval where key = 'later'`, [by])
    await age('3 minutes')
    const answers = []
    for (let n = 0; n < 4; n += 1) answers.push(await tried(b, 'exports', 'later'))
    expect(answers.map((refusal) => refusal?.code)).toEqual([
      undefined,
      undefined,
      undefined,
      'too_many_requests',
    ])

    await age('2 days')
    await a.take('questions', 'kept')
    await forgetFullLevels(db)
    const left = await asOwner<{ key: string }>(
      db,
      `select key from identity.request_levels where key in ('later', 'kept')`,
    )
    expect(left).toEqual([{ key: 'kept' }])
  })
})
