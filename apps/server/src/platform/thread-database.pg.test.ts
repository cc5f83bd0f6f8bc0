import { expect, test } from 'vitest'
import type { Counted, CountingTask } from '../testing/counting.worker.ts'
import { testDatabase } from '../testing/test-database.ts'
import type { Database } from './database.ts'
import { inThread } from './in-thread.ts'

const ENTRY = { url: new URL('../testing/counting.worker.ts', import.meta.url), heapMb: 64 }
const db = await testDatabase({ isPooled: false })
const other = await testDatabase({ isPooled: false })
const ask = async (of: Database) => {
  const { threadId, answered } = await inThread<CountingTask, Counted>(of, ENTRY, 'ask the database', {
    load: { customer: 'a', size: 1 },
  })
  return { threadId, ...answered! }
}

test('a thread keeps its connection for its next task, of the same database only', async () => {
  const first = await ask(db)
  expect(await ask(db)).toEqual(first)
  const elsewhere = await ask(other)
  expect(elsewhere.threadId).toBe(first.threadId)
  expect(elsewhere.database).not.toBe(first.database)
  expect((await ask(db)).database).toBe(first.database)
})
