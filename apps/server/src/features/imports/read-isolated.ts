import { fork } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { setImmediate as breathe } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import type {
  AskedFile,
  FileAnswers,
  FileRecognition,
  OriginalRow,
  PriceFileOptions,
  PriceFileReading,
  ReadOptions,
  SourceFile,
} from '@lotbook/sources'
import { COMPILED } from './compiled.ts'
import { type PackedFileReading, type PackedReading, shared } from './packed-reading.ts'
import type { ReadRequest } from './read-file.child.ts'

/** Bounds of the reading process (SE6): its heap, its whole memory, and its time. */
export interface ReaderBounds {
  readonly heapMb: number
  readonly residentKb: number
  readonly readMs: number
  /** What recognising may take before the answer is given without it (upload pipeline). */
  readonly recogniseMs: number
}

const BOUNDS: ReaderBounds = { heapMb: 512, residentKb: 1_500 * 1024, readMs: 30_000, recogniseMs: 4_000 }

/** Room for what a reading makes and drops at once, which is most: with little of it a quarter of the time goes into tidying. */
const YOUNG_MB = 64

/** What the process itself may take to come up; a busy machine is not the file's fault. */
const START_TIMEOUT_MS = 30_000

/** The file could not be read within the bounds: which one, in words for the person. */
export class ReaderStopped extends Error {
  readonly code: 'reader_timeout' | 'reader_memory' | 'reader_crashed'

  constructor(code: ReaderStopped['code'], message: string) {
    super(message)
    this.name = 'ReaderStopped'
    this.code = code
  }
}

type Options = Omit<ReadOptions, 'onProgress'>

/** Reads files, each in a process of its own. Every call throws ReaderStopped when a file breaks the bounds. */
export interface Reader {
  /** Given up, with the reason of `signal`, when that is aborted. */
  read(
    file: SourceFile,
    options: Options,
    onProgress: (done: number, total: number) => void,
    signal?: AbortSignal,
  ): Promise<PackedFileReading>
  /** Find out what a file is from its first lines. */
  recognise(file: SourceFile, options: Options): Promise<FileRecognition>
  /** Rows of a file as they stand in it. */
  rows(file: SourceFile, rows: readonly number[], options: Options): Promise<OriginalRow[]>
  /** What a file asks, and how it reads under what was said and what is proposed. */
  ask(file: SourceFile, options: Options, said: FileAnswers, proposed: FileAnswers): Promise<AskedFile>
  /** The prices of a price file. */
  prices(file: SourceFile, options: PriceFileOptions): Promise<PriceFileReading>
}

/** The reader of the server; tests give it other bounds. */
export function isolatedReader(bounds: Partial<ReaderBounds> = {}): Reader {
  const { readMs, recogniseMs, ...memory } = { ...BOUNDS, ...bounds }
  const inTime = { ...memory, timeoutMs: readMs }
  return {
    read: async (file, options, onProgress, signal) =>
      (await inChild({ task: 'read', file, options }, inTime, onProgress, signal)) as PackedFileReading,
    recognise: async (file, options) =>
      (await inChild(
        { task: 'recognise', file, options },
        { ...memory, timeoutMs: recogniseMs },
      )) as FileRecognition,
    rows: async (file, rows, options) =>
      (await inChild({ task: 'rows', file, rows, options }, inTime)) as OriginalRow[],
    ask: async (file, options, said, proposed) =>
      (await inChild({ task: 'ask', file, options, said, proposed }, inTime)) as AskedFile,
    prices: async (file, options) =>
      (await inChild({ task: 'prices', file, options }, inTime)) as PriceFileReading,
  }
}

type Result =
  | Exclude<PackedFileReading, PackedReading>
  | Omit<PackedReading, 'packed'>
  | PackedReading
  | FileRecognition
  | OriginalRow[]
  | AskedFile
  | PriceFileReading

type Message =
  | { readonly type: 'ready' }
  | { readonly type: 'progress'; readonly done: number; readonly total: number }
  | { readonly type: 'rows'; readonly piece: string }
  | { readonly type: 'result'; readonly result: Result }

async function inChild(
  request: ReadRequest,
  { heapMb, residentKb, timeoutMs }: { heapMb: number; residentKb: number; timeoutMs: number },
  onProgress: (done: number, total: number) => void = () => {},
  signal?: AbortSignal,
): Promise<Result> {
  // The file has just come out of a form or the database, and starting a process takes its time too: others get their turn.
  await breathe()
  return new Promise((resolve, reject) => {
    const child = fork(fileURLToPath(new URL('./read-file.child.ts', import.meta.url)), [], {
      serialization: 'advanced',
      execArgv: [`--max-old-space-size=${heapMb}`, `--max-semi-space-size=${YOUNG_MB}`],
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
      env: { NODE_ENV: process.env['NODE_ENV'] ?? 'production', NODE_COMPILE_CACHE: COMPILED },
    })
    const pieces: Uint8Array<SharedArrayBuffer>[] = []
    let stopped: ReaderStopped | undefined
    let settled = false
    const stop = (reason: ReaderStopped) => {
      stopped = reason
      child.kill('SIGKILL')
    }
    const stopAfter = (ms: number) =>
      setTimeout(
        () => stop(new ReaderStopped('reader_timeout', `The file took longer than ${ms / 1000} s to read.`)),
        ms,
      )
    let timer = stopAfter(START_TIMEOUT_MS)
    const watch = watchMemory(child.pid, residentKb, () =>
      stop(new ReaderStopped('reader_memory', TOO_MUCH_MEMORY)),
    )
    const settle = (act: () => void) => {
      if (settled) return
      settled = true
      clearTimeout(timer)
      clearInterval(watch)
      signal?.removeEventListener('abort', giveUp)
      child.kill('SIGKILL')
      act()
    }
    const giveUp = () => settle(() => reject(signal?.reason as Error))
    signal?.addEventListener('abort', giveUp)
    if (signal?.aborted === true) giveUp()

    child.on('message', (message: Message) => {
      switch (message.type) {
        case 'ready':
          clearTimeout(timer)
          timer = stopAfter(timeoutMs)
          return
        case 'progress':
          return onProgress(message.done, message.total)
        case 'rows':
          pieces.push(shared(message.piece))
          return
        case 'result': {
          const { result } = message
          const isReading = 'outcome' in result && result.outcome === 'read'
          settle(() => resolve(isReading ? { ...result, packed: pieces } : result))
        }
      }
    })
    child.on('error', (error) => settle(() => reject(error)))
    child.on('exit', (code, signal) => settle(() => reject(stopped ?? died(code, signal))))
    // A turn of its own: to start a process and to hand it megabytes takes long enough each.
    setImmediate(() => {
      if (!settled) child.send(request)
    })
  })
}

const TOO_MUCH_MEMORY = 'The file needs more memory to read than any real export does.'

/** A process that nobody stopped: the runtime aborts it where its heap is full. */
function died(code: number | null, signal: string | null): ReaderStopped {
  return signal === 'SIGABRT' || code === 134
    ? new ReaderStopped('reader_memory', TOO_MUCH_MEMORY)
    : new ReaderStopped('reader_crashed', 'The file broke its reader and was set aside.')
}

/** Where the system tells: the heap limit does not count buffers, so the whole process is watched too. */
function watchMemory(
  pid: number | undefined,
  residentKb: number,
  onBreach: () => void,
): NodeJS.Timeout | undefined {
  if (process.platform !== 'linux' || pid === undefined) return undefined
  return setInterval(() => {
    readFile(`/proc/${pid}/status`, 'utf8').then(
      (status) => {
        const resident = /^VmRSS:\s+(\d+) kB/m.exec(status)?.[1]
        if (resident !== undefined && Number(resident) > residentKb) onBreach()
      },
      () => {},
    )
  }, 250)
}
