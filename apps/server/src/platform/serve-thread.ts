import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { parentPort, workerData, type Transferable } from 'node:worker_threads'
import type { ClientConfig } from 'pg'
import { openDatabase, type Database, type Serves } from './database.ts'
import type { Lane } from './lanes.ts'
import { yieldToOthers } from './priority.ts'

/** What a thread is handed: how to reach the database as lotbook_app, as JSON, and its task. */
export interface ThreadRequest<Task> {
  readonly connection: string
  /** Behind a pooler in transaction mode. */
  readonly isPooled: boolean
  /** Whom the task is for: it has the same limits there. */
  readonly serves: Serves
  readonly task: Task
}

/** What a thread says: something of its task, or that the task is done; with how many bytes left in its memory it can take another. */
export type ThreadMessage<Message> =
  | { readonly told: Message }
  | { readonly ended: 'ready for another'; readonly left: number }
  | { readonly ended: 'spent' }

/** With more than this left in its memory, a thread gives it back by ending: whoever waits for tasks tidies nothing. */
const MOST_LEFT = 256 * 1024 * 1024

/** A connection that is opened anew knows none of the tables yet: a twentieth of a short calculation. The thread is gone before this is over. */
const IDLE_MS = 10 * 60_000

/** Objects and buffers, those included that nobody refers to any more. */
function memoryLeft(): number {
  const { heapUsed, external } = process.memoryUsage()
  return heapUsed + external
}

/** Drop what nobody refers to. Buffers of a task that is done may be most of what there is, and the runtime is in no hurry with them. */
function tidy(): void {
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc') as () => void
  // What the first gives back is only counted once the second begins.
  collect()
  collect()
}

/**
 * Make a module the entry of a thread (`runThread`): it does one task at a time, with connections of its own that stay open as long
 * as it stands ready. What `tell` is given to transfer is handed over and not copied. What `work` throws is thrown to whoever runs the thread, and ends it.
 */
export function serveThread<Task, Message>(
  work: (
    db: Database,
    task: Task,
    tell: (message: Message, transfer?: readonly Transferable[]) => void,
  ) => Promise<void>,
  { poolSize = 3 }: { readonly poolSize?: number } = {},
): void {
  const port = parentPort
  if (port === null) throw new Error('this module is the entry of a thread')
  if ((workerData as Lane | null)?.isLong === true) yieldToOthers()
  const say = (message: ThreadMessage<Message>, transfer: readonly Transferable[] = []) =>
    port.postMessage(message, transfer)
  let opened: { readonly connection: string; readonly db: Database } | undefined
  const databaseOf = async ({ connection, isPooled, serves }: Omit<ThreadRequest<Task>, 'task'>) => {
    if (opened?.connection === connection && opened.db.serves === serves) return opened.db
    await opened?.db.close()
    const db = openDatabase({
      connect: () => JSON.parse(connection) as ClientConfig,
      isPooled,
      serves,
      poolSize,
      idleTimeoutMillis: IDLE_MS,
    })
    opened = { connection, db }
    return db
  }
  async function serve({ task, ...reached }: ThreadRequest<Task>) {
    await work(await databaseOf(reached), task, (told, transfer) => say({ told }, transfer))
    if (memoryLeft() > MOST_LEFT) tidy()
    const left = memoryLeft()
    if (left <= MOST_LEFT) return say({ ended: 'ready for another', left })
    say({ ended: 'spent' })
    await opened?.db.close()
    port?.close()
  }
  // What is thrown is nobody's here, so the thread ends with it.
  port.on('message', (request: ThreadRequest<Task>) => void serve(request))
}
