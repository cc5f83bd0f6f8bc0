// Entry of a thread for tests: it says which thread a task had, and how many it had before.
import { threadId } from 'node:worker_threads'
import { serveThread } from '../platform/serve-thread.ts'

export type CountingTask = 'count' | 'fail' | 'say nothing' | 'wait' | 'keep much'
export interface Counted {
  readonly tasks: number
  readonly threadId: number
}

let tasks = 0
const kept: Buffer[] = []

serveThread<CountingTask, Counted>(async (_db, task, tell) => {
  tasks += 1
  if (task === 'fail') throw new Error('a fault of the task')
  // Nothing ends this but being stopped.
  if (task === 'wait') await new Promise((_resolve) => setInterval(() => {}, 1000))
  if (task === 'keep much') kept.push(Buffer.alloc(300 * 1024 * 1024))
  if (task !== 'say nothing') tell({ tasks, threadId })
})
