import { expect, test } from 'vitest'
import type { Counted, CountingTask } from '../testing/counting.worker.ts'
import type { Database } from './database.ts'
import { inThread, runThread } from './in-thread.ts'

const ENTRY = { url: new URL('../testing/counting.worker.ts', import.meta.url), heapMb: 64 }
/** No task of these asks the database anything. */
const db = { connect: () => ({}) } as unknown as Database
const ask = (task: CountingTask, signal?: AbortSignal) =>
  inThread<CountingTask, Counted>(db, ENTRY, task, signal)

test('each task has a thread of its own, also one that stood ready', async () => {
  const first = await ask('count')
  const second = await ask('count')
  const [third, fourth] = await Promise.all([ask('count'), ask('count')])
  const all = [first, second, third, fourth]
  expect(all.map(({ tasks }) => tasks)).toEqual([1, 1, 1, 1])
  expect(new Set(all.map(({ threadId }) => threadId)).size).toBe(4)
})

test('a fault of the task is thrown, and the next task is done', async () => {
  await expect(ask('fail')).rejects.toThrow('a fault of the task')
  await expect(ask('say nothing')).rejects.toThrow('the thread stopped before its end')
  expect((await ask('count')).tasks).toBe(1)
})

test('a task is stopped by its signal, before and while it works, and by its limit', async () => {
  await expect(ask('wait', AbortSignal.abort())).rejects.toThrow('stopped before its end')
  const stop = new AbortController()
  const waiting = ask('wait', stop.signal)
  stop.abort()
  await expect(waiting).rejects.toThrow('stopped before its end')
  await runThread<CountingTask, Counted>(db, ENTRY, 'wait', { limitMs: 1, onMessage: () => {} })
})
