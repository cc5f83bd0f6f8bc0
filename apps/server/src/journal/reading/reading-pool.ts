import { fileURLToPath } from 'node:url'
import { Tinypool } from 'tinypool'
import { Slots } from '../../platform/slots.ts'
import { COMPILED } from './compiled.ts'
import type { ReadMessage } from './read-file.child.ts'
import { readerBy, ReaderStopped, type AnswerOptions, type Readers } from './reader.ts'
import type { ReadRequest, ReadResult } from './read-request.ts'
import { limitWork, processorTimeOf, watchMemory } from './reading-limits.ts'

/** Bounds of reading (SE6): of each process its heap, its whole memory and its processor time; of all of them their number. */
export interface ReadingBounds {
  readonly heapMb: number
  readonly residentKb: number
  readonly readMs: number
  /** Time to recognise a file; then the upload is answered without it. */
  readonly recogniseMs: number
  /** Processes at once. Together they take this many times `residentKb` at most; other requests wait. */
  readonly processes: number
  /** Processes at once for one customer, so that one is left for somebody else. */
  readonly perCustomer: number
}

const BOUNDS: ReadingBounds = {
  heapMb: 512,
  residentKb: 1_500 * 1024,
  readMs: 30_000,
  recogniseMs: 4_000,
  processes: 3,
  perCustomer: 2,
}

/** Time for a process to come up; a busy machine is not the file's fault. */
const START_TIMEOUT_MS = 30_000
/** An unused process beyond the one that stands ready goes after this time. */
const IDLE_MS = 60_000
/**
 * Room for short-lived objects, which are most of what a reading makes: with less of it a quarter of the time goes into
 * collecting them, with twice as much the first touch of each page takes as long.
 */
const YOUNG_MB = 32

/**
 * A process reads the next file while its heap holds no more than this: about 20 MB are the readers themselves. Beyond it the process
 * goes, and with it all that the file left.
 */
const KEPT_HEAP_BYTES = 160 * 1024 * 1024

const TOO_MUCH_MEMORY = 'The file needs more memory to read than any real export does.'

/**
 * Readers that read files in processes apart, one file at a time in each. A few processes serve all customers: each has two at most, and
 * further requests wait in the order they came. One process stands ready for the next file. A process that a file has broken, stopped or
 * filled is not used again; any other is, for its start takes longer than most readings.
 */
export function pooledReaders(bounds: Partial<ReadingBounds> = {}): Readers {
  const all = { ...BOUNDS, ...bounds }
  const slots = new Slots({ most: all.processes, perCustomer: all.perCustomer })
  let pool: Tinypool | undefined
  const answer = (request: ReadRequest, options?: AnswerOptions) =>
    answerInProcess((pool ??= startPool(all)), all, request, options)
  return (userId) =>
    readerBy((request, options) => slots.use(userId, () => answer(request, options), options?.signal))
}

function startPool({ heapMb, processes }: ReadingBounds): Tinypool {
  return new Tinypool({
    filename: fileURLToPath(new URL('./read-file.child.ts', import.meta.url)),
    runtime: 'child_process',
    serialization: 'advanced',
    isolateWorkers: false,
    maxMemoryLimitBeforeRecycle: KEPT_HEAP_BYTES,
    minThreads: 1,
    maxThreads: processes,
    idleTimeout: IDLE_MS,
    // The process gets nothing of the server's settings or secrets.
    env: {
      NODE_ENV: process.env['NODE_ENV'] ?? 'production',
      NODE_COMPILE_CACHE: COMPILED,
      // Large pages, where the scripts ask for them (scripts/toolchain.mjs).
      ...(process.env['GLIBC_TUNABLES'] === undefined
        ? {}
        : { GLIBC_TUNABLES: process.env['GLIBC_TUNABLES'] }),
    },
    execArgv: [
      `--max-old-space-size=${heapMb}`,
      // Most of a reading is kept until its end, so collecting before the heap is nearly full finds little.
      `--initial-heap-size=${Math.floor(0.75 * heapMb)}`,
      `--max-semi-space-size=${YOUNG_MB}`,
      `--min-semi-space-size=${Math.min(YOUNG_MB, heapMb)}`,
    ],
  })
}

/** Have one request answered by a process of the pool, and stop the process when it breaks a bound or is no longer wanted. */
async function answerInProcess(
  pool: Tinypool,
  { residentKb, readMs, recogniseMs }: ReadingBounds,
  request: ReadRequest,
  { limit, onProgress = () => {}, signal }: AnswerOptions = {},
): Promise<ReadResult> {
  signal?.throwIfAborted()
  const stop = new AbortController()
  const giveUp = () => stop.abort(signal?.reason)
  signal?.addEventListener('abort', giveUp)
  const limitMs = limit === 'recognise' ? recogniseMs : readMs
  const tookTooLong = (ms: number) =>
    stop.abort(new ReaderStopped('reader_timeout', `The file took longer than ${ms / 1000} s to read.`))
  const starting = setTimeout(() => tookTooLong(START_TIMEOUT_MS), START_TIMEOUT_MS)
  const watches: { readonly end: () => void }[] = []
  let process: TinypoolWorker | undefined

  const hear = (message: ReadMessage) => {
    if (message.type === 'progress') return onProgress(message.done, message.total)
    const { pid } = message
    clearTimeout(starting)
    process = pool.threads.find(({ threadId }) => threadId === pid)
    if (process !== undefined) hearEndOf(process)
    watches.push(
      limitWork(
        limitMs,
        () => tookTooLong(limitMs),
        () => processorTimeOf(pid),
      ),
      watchMemory(pid, residentKb, () => stop.abort(new ReaderStopped('reader_memory', TOO_MUCH_MEMORY))),
    )
  }
  try {
    return (await pool.run(request, {
      signal: stop.signal,
      channel: { postMessage: (message: unknown) => hear(message as ReadMessage) },
    })) as ReadResult
  } catch (error) {
    stop.signal.throwIfAborted()
    const ended = process && ENDS.get(process)
    throw ended === undefined ? error : stoppedBy(ended)
  } finally {
    clearTimeout(starting)
    for (const watch of watches) watch.end()
    signal?.removeEventListener('abort', giveUp)
  }
}

type TinypoolWorker = Tinypool['threads'][number]

interface Ended {
  readonly code: number | null
  readonly signal: string | null
}

/** How processes that have read a file ended; undefined of those that did not. */
const ENDS = new WeakMap<TinypoolWorker, Ended | undefined>()

/** One listener for a process, however many files it reads. */
function hearEndOf(process: TinypoolWorker): void {
  if (ENDS.has(process)) return
  ENDS.set(process, undefined)
  process.once('exit', (code: number | null, signal: string | null) => ENDS.set(process, { code, signal }))
}

/** A process that nobody stopped: the runtime aborts it when its heap is full. */
function stoppedBy(ended: Ended): ReaderStopped {
  return ended.signal === 'SIGABRT' || ended.code === 134
    ? new ReaderStopped('reader_memory', TOO_MUCH_MEMORY)
    : new ReaderStopped('reader_crashed', 'The file broke its reader and was set aside.')
}
