import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { reachForChild } from '../testing/reach-of-child.ts'
import { testCustomer, testDatabase } from '../testing/test-database.ts'
import { self, withSubject } from './database.ts'
import { takeFence, writeUnderFence } from './fence.ts'
import { newId } from './ids.ts'
import { addJob, defineJob, startJobs } from './jobs.ts'
import { listen } from './listen.ts'
import { silentLog as log } from './log.ts'
import { sql } from './sql.ts'

const db = await testDatabase()
const CHILD = join(import.meta.dirname, '../testing/killed-worker.child.ts')

test('SF1 a server that starts again takes up the jobs of the one that was killed at once', async () => {
  const user = await testCustomer(db)
  const child = spawn(process.execPath, [CHILD, reachForChild(db)])
  const begun = once(child.stdout, 'data')

  const job = { name: 'endless', retryLimit: 5 }
  await withSubject(db, self(user), (tx) => addJob(tx, job, { id: 'one' }))
  expect(String((await begun)[0])).toBe('begun\n')
  child.kill('SIGKILL')
  await once(child, 'exit')
  const killedAt = performance.now()

  const listener = await listen(db, log)
  const ran = Promise.withResolvers<string>()
  const again = defineJob<{ id: string }>('endless', async ({ id }) => ran.resolve(id))
  const jobs = await startJobs({ db, jobs: [again], log, listener })
  expect(await ran.promise).toBe('one')
  // Ten seconds without a heartbeat would be what tells of a worker that stands still.
  expect(performance.now() - killedAt).toBeLessThan(9_000)
  await jobs.stop()
  await listener.close()
})

test.each(['idle', 'copy'])(
  'SF1 a worker that stands still (%s) holds its customer until another takes over, and no longer',
  async (how) => {
    const user = await testCustomer(db)
    const id = newId()
    await withSubject(db, self(user), (tx) =>
      tx.run(sql`insert into exports (user_id, id, kind, created_at) values (${user}, ${id}, 'lots', now())`),
    )
    const standing = join(import.meta.dirname, '../testing/standing-worker.child.ts')
    const child = spawn(process.execPath, [standing, reachForChild(db), user, id, how])
    let told = ''
    child.stdout.on('data', (text: Buffer) => (told += text.toString()))
    await once(child.stdout, 'data')
    expect(told).toBe('begun\n')
    child.kill('SIGSTOP')

    const stoppedAt = performance.now()
    const fence = await takeFence(db, 'exports', user, id)
    if (fence === undefined) throw new Error('the work cannot be taken over')
    await writeUnderFence(db, fence, async (tx) => {
      await tx.all(sql`select 1 from customers where user_id = ${user} for update`)
      await tx.run(sql`update exports set state = 'done' where user_id = ${user} and id = ${id}`)
    })
    // With the twenty seconds after which its job is given to another.
    expect(performance.now() - stoppedAt).toBeLessThan(20_000)

    const exited = once(child, 'exit')
    child.kill('SIGCONT')
    await exited
    expect(told).toContain('fence lost')
  },
)

test('a job begins at once when its transaction commits', async () => {
  const user = await testCustomer(db)
  const listener = await listen(db, log)
  const ran = Promise.withResolvers<number>()
  const quick = defineJob<{ id: string }>('quick', async () => ran.resolve(performance.now()))
  const jobs = await startJobs({ db, jobs: [quick], log, listener })
  const begun = performance.now()
  await withSubject(db, self(user), (tx) => addJob(tx, quick, { id: 'one' }))
  // Two seconds would be the poll, not the announcement.
  expect((await ran.promise) - begun).toBeLessThan(1_500)
  await jobs.stop()
  await listener.close()
})
