import type { Database } from '../../platform/database.ts'
import { inTurn } from '../../platform/in-turn.ts'
import { inThread as runInThread } from '../../platform/in-thread.ts'
import type { HarborAnswer, HarborTask } from './safe-harbor.worker.ts'

/** A million transactions stay well below its heap. */
const THREAD = { url: new URL('./safe-harbor.worker.ts', import.meta.url), heapMb: 4096 }
/** Each holds a whole history in memory; who comes third waits. */
const oneOfTwo = inTurn(2)

/** Run a task of the engine in a thread of its own. A fault of the thread is thrown. */
export function inThread(db: Database, task: HarborTask, signal?: AbortSignal): Promise<HarborAnswer> {
  return oneOfTwo(() => runInThread(db, THREAD, task, signal))
}
