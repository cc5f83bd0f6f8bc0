import { expect, test } from 'vitest'
import { testCustomer, testDatabase } from '../testing/test-database.ts'
import { self, withSubject } from './database.ts'
import { type Fence, FenceLost, takeFence, writeUnderFence } from './fence.ts'
import { checkInvariants } from './invariants.ts'
import { newId } from './ids.ts'
import { addJob, defineJob, startJobs, WAITING } from './jobs.ts'
import { listen } from './listen.ts'
import { silentLog as log } from './log.ts'
import { sql } from './sql.ts'

const db = await testDatabase()

test('a job exists exactly when the transaction it was added in has committed', async () => {
  const user = await testCustomer(db)
  const seen: string[] = []
  const greet = defineJob<{ name: string }>('greet', async ({ name }) => void seen.push(name))
  await withSubject(db, self(user), (tx) => addJob(tx, greet, { name: 'kept' }))
  const undone = withSubject(db, self(user), async (tx) => {
    await addJob(tx, greet, { name: 'undone' })
    throw new Error('no')
  })
  await expect(undone).rejects.toThrow('no')

  const jobs = await startJobs({ db, jobs: [greet], log })
  expect(await jobs.drain()).toBe(1)
  expect(seen).toEqual(['kept'])
  await jobs.stop()
})

test('a job that fails is queued again, at most as often as its limit says', async () => {
  const user = await testCustomer(db)
  let runs = 0
  const fail = defineJob<{ id: string }>(
    'fail',
    async () => {
      runs += 1
      throw new Error('broken')
    },
    { retryLimit: 2 },
  )
  await withSubject(db, self(user), (tx) => addJob(tx, fail, { id: '1' }))
  const jobs = await startJobs({ db, jobs: [fail], log })
  for (let round = 0; round < 5; round += 1) {
    await jobs.drain()
    await db.app.query(`update jobs.job set start_after = now() - interval '1 s' where name = 'fail'`)
  }
  expect(runs).toBe(3)
  const { rows } = await db.app.query(`select state from jobs.job where name = 'fail'`)
  expect(rows).toEqual([{ state: 'failed' }])
  await jobs.stop()
})

test('SP9 customers take turns: who queues one job does not wait for all that another has queued', async () => {
  const [many, one] = [await testCustomer(db), await testCustomer(db)]
  const order: string[] = []
  const work = defineJob<{ userId: string; id: string }>('take-turns', async ({ userId, id }) => {
    // While the first of them runs the others come.
    if (order.length === 0) for (const next of ['2', '3', '4']) await queue(many, next)
    if (order.length === 0) await queue(one, 'only')
    order.push(userId === many ? id : 'of the other')
  })
  const queue = (userId: string, id: string) =>
    withSubject(db, self(userId), (tx) => addJob(tx, work, { userId, id }))
  await queue(many, '1')
  const jobs = await startJobs({ db, jobs: [work], log })
  await jobs.drain()
  expect(order).toEqual(['1', 'of the other', '2', '3', '4'])
  await jobs.stop()
})

test('SP9 one worker: what one customer waits for, another does not, and each has one job of a kind at a time', async () => {
  const [slow, quick] = [await testCustomer(db), await testCustomer(db)]
  const released = Promise.withResolvers<void>()
  const begun: string[] = []
  const work = defineJob<{ userId: string; id: string }>('one-beside-another', async ({ userId, id }) => {
    begun.push(userId === slow ? `slow ${id}` : `quick ${id}`)
    if (userId === slow && id === '1') await released.promise
  })
  const queue = (userId: string, id: string) =>
    withSubject(db, self(userId), (tx) => addJob(tx, work, { userId, id }))
  const listener = await listen(db, log)
  const jobs = await startJobs({ db, jobs: [work], log, listener })
  await queue(slow, '1')
  await expect.poll(() => begun).toEqual(['slow 1'])
  await queue(slow, '2')
  await queue(quick, '1')
  await queue(quick, '2')
  await expect.poll(() => begun).toEqual(['slow 1', 'quick 1', 'quick 2'])
  released.resolve()
  await expect.poll(() => begun.at(-1)).toBe('slow 2')
  await jobs.stop()
  await listener.close()
})

test('a kind of job has as many runs at once as it says, and a customer as many as it says', async () => {
  const users = [await testCustomer(db), await testCustomer(db), await testCustomer(db)]
  const released = Promise.withResolvers<void>()
  const begun: string[] = []
  const work = defineJob<{ userId: string; id: string }>(
    'so-many-at-once',
    async ({ userId, id }) => {
      begun.push(`${users.indexOf(userId)} ${id}`)
      await released.promise
    },
    { turns: { atOnce: 3, perCustomer: 2, isWaiting: false } },
  )
  for (const [userId, id] of [0, 0, 0, 1, 2].map((n, at) => [users[n]!, String(at)] as const))
    await withSubject(db, self(userId), (tx) => addJob(tx, work, { userId, id }))
  const listener = await listen(db, log)
  const jobs = await startJobs({ db, jobs: [work], log, listener })
  // Whoever has none yet is first.
  await expect.poll(() => begun.toSorted()).toEqual(['0 0', '1 3', '2 4'])
  released.resolve()
  await expect.poll(() => begun.length).toBe(5)
  await jobs.stop()
  await listener.close()
})

test('SF1 jobs of a worker that stops go back into their queue, and none of them is an error', async () => {
  const user = await testCustomer(db)
  const begun = Promise.withResolvers<void>()
  const errors: unknown[] = []
  const work = defineJob<{ userId: string }>(
    'stopped-while-waiting',
    (_, { signal }) =>
      new Promise((_resolve, reject) => {
        signal.addEventListener('abort', () => reject(signal.reason as Error))
        begun.resolve()
      }),
    { turns: WAITING },
  )
  await withSubject(db, self(user), (tx) => addJob(tx, work, { userId: user }))
  const listener = await listen(db, log)
  const heard = {
    ...log,
    info: () => {},
    warn: () => {},
    debug: () => {},
    error: (line: unknown) => void errors.push(line),
  }
  const jobs = await startJobs({ db, jobs: [work], log: heard, listener })
  await begun.promise
  const told = performance.now()
  await jobs.stop()
  // What waits for somebody else is not waited for.
  expect(performance.now() - told).toBeLessThan(4_000)
  await listener.close()
  const { rows } = await db.app.query(
    `select state, retry_count, started_on from jobs.job where name = 'stopped-while-waiting'`,
  )
  expect(errors).toEqual([])
  expect(rows).toEqual([{ state: 'retry', retry_count: 0, started_on: null }])
})

async function queuedExport(userId: string): Promise<string> {
  const id = newId()
  await withSubject(db, self(userId), (tx) =>
    tx.run(sql`insert into exports (user_id, id, kind, created_at) values (${userId}, ${id}, 'lots', now())`),
  )
  return id
}

test('SF3 I-FENCE a worker that was overtaken cannot write any more', async () => {
  const user = await testCustomer(db)
  const id = await queuedExport(user)
  const first = (await takeFence(db, 'exports', user, id)) as Fence
  const second = (await takeFence(db, 'exports', user, id)) as Fence
  const finish = (fence: Fence, rows: number) =>
    writeUnderFence(db, fence, (tx) =>
      tx.run(sql`update exports set rows = ${rows}, state = 'done' where user_id = ${user} and id = ${id}`),
    )
  await expect(finish(first, 1)).rejects.toThrow(FenceLost)
  await finish(second, 2)
  await expect(finish(second, 3)).rejects.toThrow(FenceLost)
  expect(await takeFence(db, 'exports', user, id)).toBeUndefined()
  const rows = await withSubject(db, self(user), (tx) => tx.all(sql`select rows, attempts from exports`))
  expect(rows).toEqual([{ rows: '2', attempts: 2 }])
})

test('a cancelled row cannot be taken, and its worker stops at the next write', async () => {
  const user = await testCustomer(db)
  const id = await queuedExport(user)
  const fence = (await takeFence(db, 'exports', user, id)) as Fence
  await withSubject(db, self(user), (tx) =>
    tx.run(sql`update exports set state = 'cancelled' where user_id = ${user} and id = ${id}`),
  )
  await expect(writeUnderFence(db, fence, async () => 1)).rejects.toThrow(FenceLost)
  expect(await takeFence(db, 'exports', user, id)).toBeUndefined()
})

test('the invariants hold, and a false count is found', async () => {
  expect(await checkInvariants(db)).toEqual([])
  const user = await testCustomer(db)
  await withSubject(db, self(user), (tx) => tx.run(sql`update journals set transactions = 3`))
  expect(await checkInvariants(db)).toEqual([{ invariant: 'kept counts are true', broken: [user] }])
})
