import { Worker } from 'node:worker_threads'
import type { Database } from './database.ts'

/** A million transactions stay well below it. */
const HEAP_MB = 4096

/** What a thread is handed: how to reach the database as lotbook_app, as JSON, and its task. */
export interface ThreadRequest<Task> {
  readonly connection: string
  readonly task: Task
}

/** Run a task of the engine in a thread of its own, which posts its answer once. A fault of the thread is thrown. */
export function inThread<Task, Answer>(
  db: Database,
  entry: URL,
  task: Task,
  signal?: AbortSignal,
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const request: ThreadRequest<Task> = { connection: JSON.stringify(db.connect('lotbook_app')), task }
    const worker = new Worker(entry, {
      workerData: request,
      resourceLimits: { maxOldGenerationSizeMb: HEAP_MB },
    })
    let answer: Answer | undefined
    signal?.addEventListener('abort', () => void worker.terminate(), { once: true })
    worker.on('message', (message: Answer) => (answer = message))
    worker.on('error', reject)
    worker.on('exit', () =>
      answer === undefined ? reject(new Error('the thread stopped before its end')) : resolve(answer),
    )
  })
}
