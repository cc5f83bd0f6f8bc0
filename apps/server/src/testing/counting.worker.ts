// Entry of a thread for tests: it says which thread a task had, and how many it had before.
import { getPriority } from 'node:os'
import { threadId } from 'node:worker_threads'
import { serveThread } from '../platform/serve-thread.ts'

export type CountingTask =
  | 'count'
  | 'fail'
  | 'fail when told'
  | 'say nothing'
  | 'wait'
  | 'keep much'
  | 'ask the database'
export interface Counted {
  readonly tasks: number
  readonly threadId: number
  readonly priority: number
  /** The process of the database that answered, and of which database. */
  readonly answered?: { readonly process: number; readonly database: string }
}

/** The channel on which a thread is told to fail. */
const FAIL = 'fail'

let tasks = 0
const kept: Buffer[] = []

serveThread<CountingTask, Counted>(async (db, task, tell) => {
  tasks += 1
  const priority = getPriority()
  if (task === 'fail when told')
    new BroadcastChannel(FAIL).onmessage = () => {
      throw new Error('a fault while it stands ready')
    }
  if (task === 'fail') throw new Error('a fault of the task')
  // Nothing ends this but being stopped.
  if (task === 'wait') await new Promise((_resolve) => setInterval(() => {}, 1000))
  if (task === 'keep much') kept.push(Buffer.alloc(300 * 1024 * 1024))
  if (task === 'ask the database') {
    const { rows } = await db.app.query<{ process: number; database: string }>(
      'select pg_backend_pid() as process, current_database() as database',
    )
    return tell({ tasks, threadId, priority, answered: rows[0]! })
  }
  if (task !== 'say nothing') tell({ tasks, threadId, priority })
})
