import type { Database } from '../../platform/database.ts'
import { inThread as runInThread } from '../../platform/in-thread.ts'
import { journalLoad } from '../../journal/transactions/journal-load.ts'
import type { MethodsAnswer, MethodsTask } from './methods.worker.ts'

/** A million transactions stay well below its heap. */
const THREAD = { url: new URL('./methods.worker.ts', import.meta.url), heapMb: 4096 }

/** Run a task of the engine in a thread of its own. A fault of the thread is thrown. */
export async function inThread(
  db: Database,
  task: MethodsTask,
  signal?: AbortSignal,
): Promise<MethodsAnswer> {
  const load = await journalLoad(db, task.kind === 'compare' ? task.fence.userId : task.userId)
  return runInThread(db, THREAD, task, { load, signal })
}
