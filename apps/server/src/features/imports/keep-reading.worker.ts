// Entry of the thread that writes what a long file says, so that the event loop of the server does not.
import { enableCompileCache, flushCompileCache } from 'node:module'
import { COMPILED } from './compiled.ts'
import type { KeepAnswer, KeepTask } from './keep-packed.ts'

// It comes up for every long file: what it runs is kept compiled.
enableCompileCache(COMPILED)
const [{ serveThread }, { keepPacked }] = await Promise.all([
  import('../../platform/serve-thread.ts'),
  import('./keep-packed.ts'),
])
flushCompileCache()

serveThread<KeepTask, KeepAnswer>(async (db, task, tell) => tell(await keepPacked(db, task)))
