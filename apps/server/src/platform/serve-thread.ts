import { parentPort } from 'node:worker_threads'
import type { ClientConfig } from 'pg'
import { openDatabase, type Database } from './database.ts'

/** What a thread is handed: how to reach the database as lotbook_app, as JSON, and its task. */
export interface ThreadRequest<Task> {
  readonly connection: string
  readonly task: Task
}

/**
 * Make a module the entry of a thread (`runThread`): it waits for one task, does it with a database of its own, and ends. What
 * `work` throws is thrown to whoever runs the thread.
 */
export function serveThread<Task, Message>(
  work: (db: Database, task: Task, tell: (message: Message) => void) => Promise<void>,
  { poolSize = 2 }: { readonly poolSize?: number } = {},
): void {
  const port = parentPort
  if (port === null) throw new Error('this module is the entry of a thread')
  async function serve({ connection, task }: ThreadRequest<Task>) {
    const db = openDatabase({ connect: () => JSON.parse(connection) as ClientConfig, poolSize })
    try {
      await work(db, task, (message) => port?.postMessage(message))
    } finally {
      await db.close()
    }
  }
  // What is thrown is nobody's here, so the thread ends with it.
  port.once('message', (request: ThreadRequest<Task>) => void serve(request))
}
