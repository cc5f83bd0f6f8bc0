// Entry of a thread for tests: what one task leaves in memory, the next must not find.
import { threadId } from 'node:worker_threads'
import { serveThread } from '../platform/serve-thread.ts'

export type CountingTask = 'count' | 'fail' | 'say nothing' | 'wait'
export interface Counted {
  readonly tasks: number
  readonly threadId: number
}

let tasks = 0

serveThread<CountingTask, Counted>(async (_db, task, tell) => {
  tasks += 1
  if (task === 'fail') throw new Error('a fault of the task')
  // Nothing ends this but being stopped.
  if (task === 'wait') await new Promise((_resolve) => setInterval(() => {}, 1000))
  if (task !== 'say nothing') tell({ tasks, threadId })
})
