import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { compose } from '../features.ts'
import { asOwner, testCustomer, testDatabase } from '../testing/test-database.ts'
import { readConfig } from './config.ts'
import { openDatabase, self, withSubject } from './database.ts'
import { addJob, defineJob, WAITING } from './jobs.ts'
import { testKeys } from './keys.ts'
import { silentLog } from './log.ts'
import { startServer } from './server.ts'
import { watchSchema } from './watch-schema.ts'

const db = await testDatabase()
const dataDirectory = mkdtempSync(join(tmpdir(), 'lotbook-data-'))
afterAll(() => rmSync(dataDirectory, { recursive: true, force: true }))

/** A node of its own on the database, with a request and a job that end when they are told to. */
async function node(drainSeconds: number) {
  const request = { begun: Promise.withResolvers<void>(), mayEnd: Promise.withResolvers<void>() }
  const job = { begun: Promise.withResolvers<void>() }
  const endless = defineJob<{ userId: string }>(
    'endless-until-told',
    (_, { signal }) =>
      new Promise((_resolve, reject) => {
        signal.addEventListener('abort', () => reject(signal.reason as Error))
        job.begun.resolve()
      }),
    { turns: WAITING },
  )
  const open = (serves: 'requests' | 'jobs') => openDatabase({ ...db, serves, poolSize: 4 })
  const [requests, ofJobs] = [open('requests'), open('jobs')]
  const server = await startServer({
    config: readConfig({ LOTBOOK_DATA: dataDirectory, PORT: '0', LOTBOOK_DRAIN_S: String(drainSeconds) }),
    storage: {
      db: requests,
      ofJobs,
      keys: testKeys(),
      close: async () => void (await Promise.all([requests.close(), ofJobs.close()])),
    },
    log: silentLog,
    compose: (services) => {
      const whole = compose(services)
      const slow = {
        jobs: [endless],
        raw: (api: Parameters<NonNullable<(typeof whole.features)[number]['raw']>>[0]) =>
          void api.get('/test/slow', { config: { access: 'public' } }, async () => {
            request.begun.resolve()
            await request.mayEnd.promise
            return { done: true }
          }),
      }
      return { ...whole, features: [...whole.features, slow] }
    },
  })
  return { server, request, job, endless, get: (path: string) => fetch(`${server.address}${path}`) }
}

test('a node that stops says so first, answers what runs and what still comes, and hands its jobs back', async () => {
  const { server, request, job, endless, get } = await node(2)
  const userId = await testCustomer(db)
  await withSubject(db, self(userId), (tx) => addJob(tx, endless, { userId }))
  const running = get('/api/test/slow')
  await Promise.all([request.begun.promise, job.begun.promise])
  expect((await get('/readyz')).status).toBe(200)

  const stopped = server.stop()
  const draining = await get('/readyz')
  expect(draining.status).toBe(503)
  expect(await draining.json()).toEqual({ status: 'draining' })
  expect((await get('/livez')).status).toBe(200)
  expect((await get('/api/sources/search?text=kraken')).status).not.toBe(503)
  const state = () => asOwner(db, `select state, retry_count from jobs.job where name = '${endless.name}'`)
  await expect.poll(state).toEqual([{ state: 'retry', retry_count: 0 }])

  request.mayEnd.resolve()
  expect(await (await running).json()).toEqual({ done: true })
  await stopped
  await expect(get('/livez')).rejects.toThrow('fetch failed')
})

test('a node that the database takes no longer is told to leave, once', async () => {
  let told = 0
  const left = Promise.withResolvers<void>()
  const watch = watchSchema(
    db,
    silentLog,
    () => {
      told += 1
      left.resolve()
    },
    20,
  )
  await asOwner(db, `insert into migrations.applied (name, checksum) values ('9999_later.sql', 'x')`)
  await asOwner(db, `update migrations.schema_accepts set oldest_program = '9999_later.sql'`)
  await left.promise
  watch.stop()
  expect(told).toBe(1)
})
