// Entry of the thread that writes the reading of a long file, so that the event loop of the server does not.
import { enableCompileCache, flushCompileCache } from 'node:module'
import { COMPILED } from '../../journal/reading/compiled.ts'
import type { KeepAnswer, KeepTask } from './keep-packed.ts'

// A thread comes up for every long file: its modules are kept compiled.
enableCompileCache(COMPILED)
const [{ serveThread }, { keepPacked }] = await Promise.all([
  import('../../platform/serve-thread.ts'),
  import('./keep-packed.ts'),
])
flushCompileCache()

serveThread<KeepTask, KeepAnswer>(async (db, task, answer) => answer(await keepPacked(db, task)))
