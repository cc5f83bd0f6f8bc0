import { setFlagsFromString } from 'node:v8'
import { availableParallelism } from 'node:os'
import { type Transferable, Worker } from 'node:worker_threads'
import type { Database, Serves } from './database.ts'
import { logFault } from './fault-log.ts'
import { type Lane, Lanes, type Load } from './lanes.ts'
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
  /** The customer it is for, and the transactions or rows it goes through: short work does not wait for long. */
  readonly load: Load
  /** Stops it, and the waiting for a lane. */
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

/** Work up to so many transactions is short: a fraction of a second for the engine. */
const SHORT = 5_000
/** And up to so many a matter of seconds. */
const MEDIUM = 50_000
/** Threads that work of any size may have, by the processors there are: each holds a whole history in memory. */
const OF_ANY_SIZE = Math.max(1, Math.min(4, Math.floor(availableParallelism() / 2)))

const lanesOf = (ofAnySize: number) =>
  new Lanes({
    bounds: [...Array<number>(ofAnySize).fill(Infinity), MEDIUM, SHORT, SHORT],
    perCustomer: 2,
  })

/** Threads at work, whatever their kind: those that somebody waits for at a screen do not wait for jobs. */
const LANES: Readonly<Record<Serves, Lanes>> = {
  jobs: lanesOf(OF_ANY_SIZE),
  requests: lanesOf(OF_ANY_SIZE + 1),
}

/** The threads that stand ready, by their entry, for short work and for long. */
const ready = new Map<string, Ready[]>()
/** Threads of one entry that stand ready at most: customers who come one after the other with short work find one, as whoever comes alone does. */
const MOST_READY = { short: 2, long: 1 }

/**
 * Run a task in a thread that does nothing else meanwhile, with a heap that no other kind of task has, once a lane is free for it.
 * Resolves when it has ended, also where it was stopped; a fault of the task is thrown. A thread whose task was done takes the next
 * one; one that was stopped, failed or has much left in its memory is gone.
 */
export async function runThread<Task, Message>(
  db: Database,
  entry: ThreadEntry,
  task: Task,
  options: ThreadOptions<Message>,
): Promise<void> {
  const { load, signal } = options
  try {
    await LANES[db.serves].use(load, (lane) => runInLane(db, { ...entry, ...lane }, task, options), signal)
  } catch (error) {
    if (signal?.aborted !== true || error !== signal.reason) throw error
  }
}

/** An entry, for work that is long or is not. */
type LaneEntry = ThreadEntry & Lane

function runInLane<Task, Message>(
  db: Database,
  entry: LaneEntry,
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
      readyOne(entry)
    })
    const request: ThreadRequest<Task> = {
      connection: JSON.stringify(db.connect('lotbook_app')),
      isPooled: db.isPooled,
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
  options: Pick<ThreadOptions<Answer>, 'load' | 'signal' | 'transfer'>,
): Promise<Answer> {
  let answer: Answer | undefined
  const onMessage = (message: Answer) => (answer = message)
  await runThread<Task, Answer>(db, entry, task, { ...options, onMessage })
  if (answer === undefined) throw new Error('the thread stopped before its end')
  return answer
}

const keyOf = ({ url, isLong }: LaneEntry) => `${isLong ? 'long' : 'short'} ${url.href}`

function takeReady(entry: LaneEntry): Worker {
  const found = ready.get(keyOf(entry))?.pop()
  if (found === undefined) return start(entry)
  clearTimeout(found.unused)
  forget(found.worker)
  found.worker.ref()
  return found.worker
}

/** By name: all at once would take the runtime's own with them, and no message would come any more. */
function forget(worker: Worker): void {
  for (const event of ['message', 'error', 'exit']) worker.removeAllListeners(event)
}

/** Let a thread stand ready for a task of this size that is still being prepared; one that does already is that one. */
export function makeReady(entry: ThreadEntry, { size }: Pick<Load, 'size'>): void {
  readyOne({ ...entry, isLong: size > SHORT })
}

function readyOne(entry: LaneEntry): void {
  if ((ready.get(keyOf(entry))?.length ?? 0) === 0) keepReady(entry, start(entry), READY_MS)
}

function keepReady(entry: LaneEntry, worker: Worker, forMs: number): void {
  const of = ready.get(keyOf(entry)) ?? []
  if (of.length >= MOST_READY[entry.isLong ? 'long' : 'short']) return void worker.terminate()
  const unused = setTimeout(() => drop(), forMs).unref()
  const one = { worker, unused }
  const drop = () => {
    clearTimeout(unused)
    const at = of.indexOf(one)
    if (at !== -1) of.splice(at, 1)
    void worker.terminate()
  }
  // Who needs one starts another; a fault that lasts is told there.
  worker.on('error', (error) => {
    logFault(`a thread that stood ready ended (${entry.url.pathname.split('/').at(-1)})`, error)
    drop()
  })
  worker.on('exit', drop)
  // It keeps no process from ending.
  worker.unref()
  of.push(one)
  ready.set(keyOf(entry), of)
}

function start({ url, heapMb, youngMb, isLong }: LaneEntry): Worker {
  const young = youngMb === undefined ? {} : { maxYoungGenerationSizeMb: youngMb }
  return new Worker(url, {
    resourceLimits: { maxOldGenerationSizeMb: heapMb, ...young },
    workerData: { isLong } satisfies Lane,
  })
}
