import { expect, test } from 'vitest'
import type { Counted, CountingTask } from '../testing/counting.worker.ts'
import type { Database } from './database.ts'
import { inThread, runThread } from './in-thread.ts'

const ENTRY = { url: new URL('../testing/counting.worker.ts', import.meta.url), heapMb: 64 }
/** No task of these asks the database anything. */
const db = { connect: () => ({}) } as unknown as Database
const ask = (task: CountingTask, signal?: AbortSignal) =>
  inThread<CountingTask, Counted>(db, ENTRY, task, signal)

test('a thread takes the next task when one is done, and never two at once', async () => {
  const first = await ask('count')
  const second = await ask('count')
  expect(second).toEqual({ tasks: first.tasks + 1, threadId: first.threadId })
  const [third, fourth] = await Promise.all([ask('count'), ask('count')])
  expect([third.threadId, fourth.threadId]).toContain(first.threadId)
  expect(third.threadId).not.toBe(fourth.threadId)
  // Of the two, the one that was done first stands ready.
  const fifth = await ask('count')
  expect([third.threadId, fourth.threadId]).toContain(fifth.threadId)
})

test('a thread that keeps much of its memory takes no further task', async () => {
  const much = await ask('keep much')
  const next = await ask('count')
  expect(next.threadId).not.toBe(much.threadId)
  expect(next.tasks).toBe(1)
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
  await runThread<CountingTask, Counted>(db, ENTRY, 'wait', { limitMs: 1, onMessage: () => {} })
  expect((await ask('count')).tasks).toBe(1)
})
