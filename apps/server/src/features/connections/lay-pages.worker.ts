// Entry of the thread that reads and writes what a long fetch brought, so that the event loop of the server does not.
import { enableCompileCache, flushCompileCache } from 'node:module'
import { COMPILED } from '../../journal/reading/compiled.ts'
import type { LayAnswer, LayTask } from './lay-pages.ts'

enableCompileCache(COMPILED)
const [{ serveThread }, { layPages }] = await Promise.all([
  import('../../platform/serve-thread.ts'),
  import('./lay-pages.ts'),
])
flushCompileCache()

serveThread<LayTask, LayAnswer>(async (db, task, answer) => answer(await layPages(db, task)))
