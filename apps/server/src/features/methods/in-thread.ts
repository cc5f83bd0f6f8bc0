import type { Database } from '../../platform/database.ts'
import { inThread as runInThread } from '../../platform/in-thread.ts'
import type { MethodsAnswer, MethodsTask } from './methods.worker.ts'

/** Run a task of the engine in a thread of its own. A fault of the thread is thrown. */
export function inThread(db: Database, task: MethodsTask, signal?: AbortSignal): Promise<MethodsAnswer> {
  return runInThread(db, new URL('./methods.worker.ts', import.meta.url), task, signal)
}
