import type { CalculationState } from '@lotbook/contract'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { Client } from 'pg'
import { afterAll, expect, test } from 'vitest'
import { customerWith } from '../testing/customer-journal.ts'
import { KRAKEN } from '../testing/kraken-ledger.ts'
import { queuedCalculation } from '../testing/queued-calculation.ts'
import { reachForChild } from '../testing/reach-of-child.ts'
import { testServer } from '../testing/test-server.ts'
import { compose } from '../features.ts'
import { runCalculation } from '../calculating/run/run-calculation.ts'
import { withSubject } from './database.ts'
import { directOf } from './database-role.ts'
import { FenceLost, writeLongUnderFence } from './fence.ts'
import type { Feature } from './feature.ts'
import { context } from './http.ts'
import { silentLog } from './log.ts'
import { type Sql, sql } from './sql.ts'

/** Advisory locks that the test holds or takes: whoever asks for one hangs. */
const [HELD, OF_JOB, OF_CHILD] = [101, 102, 103]
/** The one that `hanging.worker.ts` asks for. */
const OF_THREAD = 204
const take = (lock: number) => sql`select pg_advisory_xact_lock(${lock})`

/** A route that makes some statements, one after the other, in one transaction of whoever asks. */
const asking = (url: string, statements: readonly Sql[]): Feature => ({
  raw: (api) =>
    api.get(url, { config: { access: ['customer'] } }, async (request) => {
      const { db, who } = context(request)
      await withSubject(db, who, async (tx) => {
        for (const statement of statements) await tx.all(statement)
      })
      return { status: 'success' }
    }),
})
const server = await testServer({
  limits: { statement_timeout: 90_000, lock_timeout: 90_000 },
  features: (services) => [
    ...compose(services).features,
    asking('/hangs', [take(HELD)]),
    asking('/sleeps', [sql`set local statement_timeout = 50`, sql`select pg_sleep(60)`]),
    asking('/waits', [sql`set local lock_timeout = 50`, take(HELD)]),
    asking('/deadlocks', [sql`do $$ begin raise 'deadlock detected' using errcode = '40P01'; end $$`]),
    asking('/collides', [sql`do $$ begin raise 'could not serialize' using errcode = '40001'; end $$`]),
  ],
})
const holder = new Client(directOf(server.db)!('lotbook_app'))
await holder.connect()
for (const lock of [HELD, OF_JOB, OF_CHILD, OF_THREAD])
  await holder.query('select pg_advisory_lock($1)', [lock])
afterAll(() => holder.end())

/** How many statements wait for a lock. */
async function waitingFor(lock: number): Promise<number> {
  const { rows } = await server.db.app.query<{ count: string }>(
    `select count(*) as count from pg_locks where locktype = 'advisory' and objid = $1 and not granted`,
    [lock],
  )
  return Number(rows[0]?.count)
}

async function until(isSo: () => Promise<boolean>): Promise<void> {
  const begun = performance.now()
  while (!(await isSo())) if (performance.now() - begun > 30_000) throw new Error('it never came to that')
}

test('one customer with many statements that hang keeps nobody else from an answer', async () => {
  const [busy, other] = [await server.customer(), await server.customer()]
  const hanging = Array.from({ length: 12 }, () => busy.get('/hangs'))
  await until(async () => (await waitingFor(HELD)) === 4)
  expect((await other.get('/transactions')).status).toBe(200)
  expect(await waitingFor(HELD)).toBe(4)

  await holder.query(`select pg_advisory_unlock(${HELD})`)
  expect((await Promise.all(hanging)).map(({ status }) => status)).toEqual(Array(12).fill(200))
  await holder.query(`select pg_advisory_lock(${HELD})`)
})

test('a statement that takes too long, waits too long for a lock or meets a deadlock is a refusal in the usual shape', async () => {
  const customer = await server.customer()
  const unavailable = {
    status: 'error',
    code: 'unavailable',
    message: 'This is not available at the moment. Please try again.',
  }
  const conflict = { status: 'error', code: 'conflict', message: 'This is being worked on already.' }
  const slept = await customer.get('/sleeps')
  expect([slept.status, slept.body, slept.headers['retry-after']]).toEqual([503, unavailable, '2'])
  const waited = await customer.get('/waits')
  expect([waited.status, waited.body, waited.headers['retry-after']]).toEqual([409, conflict, '2'])
  for (const path of ['/deadlocks', '/collides']) {
    const { status, body } = await customer.get(path)
    expect([status, body]).toEqual([409, conflict])
  }
})

test('to cancel a job ends the statement that it waits for', async () => {
  const journal = await customerWith(server)
  await journal.import('kraken.csv', KRAKEN)
  const fence = await queuedCalculation(server, journal)
  const written = writeLongUnderFence(server.db, fence, {
    work: async (tx) => void (await tx.all(take(OF_JOB))),
    finish: async () => {},
  }).catch((error: unknown) => error)
  await until(async () => (await waitingFor(OF_JOB)) === 1)
  await journal.post(`/tax_calculations/${fence.id}/cancel`)
  expect(await written).toBeInstanceOf(FenceLost)
  expect(await waitingFor(OF_JOB)).toBe(0)
})

test('to cancel a calculation ends the statement of its thread, of which nothing is heard', async () => {
  const journal = await customerWith(server)
  await journal.import('kraken.csv', KRAKEN)
  await journal.post('/imports/v1/tax_calculations/start_tax_calculation')
  const { data } = await journal.get<{ data: CalculationState[] }>('/tax_calculations')
  const calculationId = data[0]?.id ?? ''
  const run = runCalculation(
    { userId: journal.userId, calculationId },
    { db: server.db, log: silentLog, signal: new AbortController().signal },
    { url: new URL('../testing/hanging.worker.ts', import.meta.url), heapMb: 64 },
  ).catch((error: unknown) => error)
  await until(async () => (await waitingFor(OF_THREAD)) === 1)
  await journal.post(`/tax_calculations/${calculationId}/cancel`)
  expect(await run).toBeInstanceOf(FenceLost)
  await until(async () => (await waitingFor(OF_THREAD)) === 0)
})

test('the statement of a process that was killed ends, though nobody gave it what it waits for', async () => {
  const child = spawn(process.execPath, [
    join(import.meta.dirname, '../testing/hanging.child.ts'),
    reachForChild(server.db),
    String(OF_CHILD),
  ])
  await until(async () => (await waitingFor(OF_CHILD)) === 1)
  child.kill('SIGKILL')
  await once(child, 'exit')
  await until(async () => (await waitingFor(OF_CHILD)) === 0)
})
