import { setFlagsFromString } from 'node:v8'
import { type Transferable, Worker } from 'node:worker_threads'
import type { Database } from './database.ts'
import type { ThreadMessage, ThreadRequest } from './serve-thread.ts'

// The runtime looks through all objects for each 64 MB of buffers that came and went beside them: a sixth of the processor time of a
// long calculation. This way such memory counts with that of objects, and what is there of both decides.
setFlagsFromString('--external-memory-accounted-in-global-limit')

/**
 * Loading the engine takes longer than calculating a small history, and what has run before runs quicker: so a thread stands ready
 * for so long after its task, or another in its place.
 */
const READY_MS = 5 * 60_000
/** One in whose memory more is left than this holds it for a shorter time: whoever edits and calculates again does so at once. */
const MUCH_LEFT = 64 * 1024 * 1024
const READY_WITH_MUCH_MS = 30_000

/** A module that is the entry of a thread (`serveThread`), and how much memory its objects may take. */
export interface ThreadEntry {
  readonly url: URL
  readonly heapMb: number
  /** How much of it what is made and dropped at once may take: with little, much time goes into tidying. */
  readonly youngMb?: number
}

export interface ThreadOptions<Message> {
  /** Stops it. */
  readonly signal?: AbortSignal | undefined
  /** Stops it after so long at work. */
  readonly limitMs?: number | undefined
  readonly onMessage: (message: Message) => void
  /** What of the task is handed over and not copied. */
  readonly transfer?: readonly Transferable[]
}

interface Ready {
  readonly worker: Worker
  readonly unused: NodeJS.Timeout
}

/** The threads that stand ready, one of an entry at most. */
const ready = new Map<string, Ready>()

/**
 * Run a task in a thread that does nothing else meanwhile, with a heap that no other kind of task has. Resolves when it has ended,
 * also where it was stopped; a fault of the task is thrown. A thread whose task was done takes the next one; one that was
 * stopped, failed or has much left in its memory is gone.
 */
export function runThread<Task, Message>(
  db: Database,
  entry: ThreadEntry,
  task: Task,
  { signal, limitMs, onMessage, transfer = [] }: ThreadOptions<Message>,
): Promise<void> {
  return new Promise((resolve, reject) => {
    const worker = takeReady(entry)
    let isStopped = false
    const stop = () => {
      isStopped = true
      void worker.terminate()
    }
    const limit = limitMs === undefined ? undefined : setTimeout(stop, limitMs)
    if (signal?.aborted === true) stop()
    signal?.addEventListener('abort', stop, { once: true })
    const end = () => {
      clearTimeout(limit)
      signal?.removeEventListener('abort', stop)
      forget(worker)
      resolve()
    }
    worker.on('message', (message: ThreadMessage<Message>) => {
      if ('told' in message) return onMessage(message.told)
      // A thread that is about to end is told of when it has.
      if (isStopped || message.ended === 'spent') return
      end()
      keepReady(entry, worker, message.left > MUCH_LEFT ? READY_WITH_MUCH_MS : READY_MS)
    })
    worker.on('error', reject)
    worker.on('exit', () => {
      end()
      makeReady(entry)
    })
    const request: ThreadRequest<Task> = {
      connection: JSON.stringify(db.connect('lotbook_app')),
      serves: db.serves,
      task,
    }
    worker.postMessage(request, transfer)
  })
}

/** The same for a task with one answer. One that ends without it is a fault. */
export async function inThread<Task, Answer>(
  db: Database,
  entry: ThreadEntry,
  task: Task,
  signal?: AbortSignal,
  transfer: readonly Transferable[] = [],
): Promise<Answer> {
  let answer: Answer | undefined
  const onMessage = (message: Answer) => (answer = message)
  await runThread<Task, Answer>(db, entry, task, { signal, transfer, onMessage })
  if (answer === undefined) throw new Error('the thread stopped before its end')
  return answer
}

function takeReady(entry: ThreadEntry): Worker {
  const { href } = entry.url
  const found = ready.get(href)
  if (found === undefined) return start(entry)
  ready.delete(href)
  clearTimeout(found.unused)
  forget(found.worker)
  found.worker.ref()
  return found.worker
}

/** By name: all at once would take the runtime's own with them, and no message would come any more. */
function forget(worker: Worker): void {
  for (const event of ['message', 'error', 'exit']) worker.removeAllListeners(event)
}

/** Let a thread stand ready for a task that is still being prepared; one that does already is that one. */
export function makeReady(entry: ThreadEntry): void {
  if (!ready.has(entry.url.href)) keepReady(entry, start(entry), READY_MS)
}

function keepReady({ url: { href } }: ThreadEntry, worker: Worker, forMs: number): void {
  if (ready.has(href)) return void worker.terminate()
  const unused = setTimeout(() => drop(), forMs).unref()
  const drop = () => {
    clearTimeout(unused)
    ready.delete(href)
    void worker.terminate()
  }
  // Who needs one starts another; a fault that lasts is told there.
  worker.on('error', drop)
  worker.on('exit', drop)
  // It keeps no process from ending.
  worker.unref()
  ready.set(href, { worker, unused })
}

function start({ url, heapMb, youngMb }: ThreadEntry): Worker {
  const young = youngMb === undefined ? {} : { maxYoungGenerationSizeMb: youngMb }
  return new Worker(url, { resourceLimits: { maxOldGenerationSizeMb: heapMb, ...young } })
}
