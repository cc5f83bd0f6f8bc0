// Entry of the thread that writes what a long file says, so that the event loop of the server does not.
import { enableCompileCache, flushCompileCache } from 'node:module'
import type { MessagePort } from 'node:worker_threads'
import { COMPILED } from '../../journal/reading/compiled.ts'
import type { KeepAnswer, KeepTask } from './keep-packed.ts'

// It comes up for every long file: what it runs is kept compiled.
enableCompileCache(COMPILED)
const [{ serveThread }, { keepPacked }, { handedOver }] = await Promise.all([
  import('../../platform/serve-thread.ts'),
  import('./keep-packed.ts'),
  import('./pieces-to-thread.ts'),
])
flushCompileCache()

/** Its pieces come while it is kept. */
export interface KeepInThread extends KeepTask {
  readonly pieces: MessagePort
}

serveThread<KeepInThread, KeepAnswer>(async (db, { pieces, ...task }, tell) => {
  try {
    tell(await keepPacked(db, task, handedOver(pieces)))
  } finally {
    pieces.close()
  }
})
