import { expect, test } from 'vitest'
import type { Counted, CountingTask } from '../testing/counting.worker.ts'
import type { Database } from './database.ts'
import { logFaultsTo } from './fault-log.ts'
import { inThread, runThread } from './in-thread.ts'

const ENTRY = { url: new URL('../testing/counting.worker.ts', import.meta.url), heapMb: 64 }
/** No task of these asks the database anything. */
const db = { connect: () => ({}), serves: 'jobs' } as unknown as Database
const load = { customer: 'a', size: 1 }
const ask = (task: CountingTask, signal?: AbortSignal) =>
  inThread<CountingTask, Counted>(db, ENTRY, task, { load, signal })

test('a thread takes the next task when one is done, and never two at once', async () => {
  const first = await ask('count')
  const second = await ask('count')
  expect(second).toMatchObject({ tasks: first.tasks + 1, threadId: first.threadId })
  const [third, fourth] = await Promise.all([ask('count'), ask('count')])
  expect([third.threadId, fourth.threadId]).toContain(first.threadId)
  expect(third.threadId).not.toBe(fourth.threadId)
  // Both stand ready.
  const fifth = await ask('count')
  expect([third.threadId, fourth.threadId]).toContain(fifth.threadId)
})

test('a thread that keeps much of its memory takes no further task', async () => {
  const much = await ask('keep much')
  const next = await ask('count')
  expect(next.threadId).not.toBe(much.threadId)
})

test('long work has threads of its own, which let shorter work have the processor', async () => {
  const short = await ask('count')
  const long = await inThread<CountingTask, Counted>(db, ENTRY, 'count', {
    load: { customer: 'a', size: 200_000 },
  })
  expect(long.threadId).not.toBe(short.threadId)
  expect((await ask('count')).priority).toBe(short.priority)
  if (process.platform === 'linux') expect(long.priority).toBeGreaterThan(short.priority)
})

test('short work of one customer does not wait for the long work of two others', async () => {
  const stop = new AbortController()
  const waits = ['a', 'b', 'c', 'd', 'e'].map((customer) =>
    inThread<CountingTask, Counted>(db, ENTRY, 'wait', {
      load: { customer, size: 200_000 },
      signal: stop.signal,
    }).catch((error: unknown) => error),
  )
  expect((await ask('count')).tasks).toBeGreaterThan(0)
  stop.abort()
  for (const stopped of await Promise.all(waits)) expect(String(stopped)).toContain('stopped before its end')
})

test('a thread that ends while it stands ready is logged and replaced', async () => {
  const logged: unknown[] = []
  logFaultsTo({ warn: (...line: unknown[]) => void logged.push(line) })
  const ended = await ask('fail when told')
  const channel = new BroadcastChannel('fail')
  channel.postMessage('now')
  channel.close()
  await expect.poll(() => JSON.stringify(logged)).toContain('a fault while it stands ready')
  const next = await ask('count')
  expect(next.threadId).not.toBe(ended.threadId)
})

test('a fault of the task is thrown, and the next task has another thread', async () => {
  const before = await ask('count')
  await expect(ask('fail')).rejects.toThrow('a fault of the task')
  const after = await ask('count')
  expect(after.threadId).not.toBe(before.threadId)
  await expect(ask('say nothing')).rejects.toThrow('the thread stopped before its end')
})

test('a task is stopped by its signal, before and while it works, and by its limit', async () => {
  await expect(ask('wait', AbortSignal.abort())).rejects.toThrow('stopped before its end')
  const stop = new AbortController()
  const waiting = ask('wait', stop.signal)
  stop.abort()
  await expect(waiting).rejects.toThrow('stopped before its end')
  await runThread<CountingTask, Counted>(db, ENTRY, 'wait', { load, limitMs: 1, onMessage: () => {} })
  expect((await ask('count')).tasks).toBe(1)
})
