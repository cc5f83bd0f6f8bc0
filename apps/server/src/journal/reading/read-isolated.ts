import { readFile } from 'node:fs/promises'
import type { Socket } from 'node:net'
import { Readable } from 'node:stream'
import { serialize } from 'node:v8'
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
import { sendFrame } from './frames.ts'
import type { PackedFileReading, PackedSummary } from './packed-reading.ts'
import type { PackedRows } from './packed-rows.ts'
import { FRAME, type ReadMessage, type ReadRequest, type ReadResult } from './read-request.ts'
import type { Ending } from './reading-host.ts'
import { limitWork, processorTimeOf, type ReadingTime } from './reading-time.ts'
import { makeReaderReady, takeReader } from './ready-readers.ts'

/** Bounds of the reading process (SE6): its heap, its whole memory, and the time that it works. */
export interface ReaderBounds {
  readonly heapMb: number
  readonly residentKb: number
  readonly readMs: number
  /** What recognising may take before the answer is given without it (upload pipeline). */
  readonly recogniseMs: number
}

const BOUNDS: ReaderBounds = { heapMb: 512, residentKb: 1_500 * 1024, readMs: 30_000, recogniseMs: 4_000 }

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

type OnProgress = (done: number, total: number) => void

/** A file that is read as soon as it is recognised. */
export interface ReadingOn {
  readonly recognised: Promise<FileRecognition>
  /** As `read` gives it back; never where the file was not recognised. */
  readonly reading: Promise<PackedFileReading>
}

/** Recognise a file and go on to read it. */
export type ReadOn = (
  file: SourceFile,
  options: Options,
  onProgress: OnProgress,
  signal: AbortSignal,
) => ReadingOn

/** Reads files, each in a process of its own. Every call throws ReaderStopped when a file breaks the bounds. */
export interface Reader {
  /**
   * Known before its transactions have come (`PackedReading`). Given up, with the reason of `signal`, when that is aborted; they break off
   * with it as well.
   */
  read(
    file: SourceFile,
    options: Options,
    onProgress: OnProgress,
    signal?: AbortSignal,
  ): Promise<PackedFileReading>
  /** Find out what a file is from its first lines. */
  recognise(file: SourceFile, options: Options): Promise<FileRecognition>
  /** The same, and go on to read what was recognised in the same process. A reader without this does each by itself. */
  readonly readOn?: ReadOn
  /** Rows of a file as they stand in it. */
  rows(file: SourceFile, rows: readonly number[], options: Options): Promise<OriginalRow[]>
  /** All rows of a file as they stand in it. */
  allRows(file: SourceFile, options: Options): Promise<PackedRows>
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
    readOn: (file, options, onProgress, signal) => {
      const { promise: recognised, resolve, reject } = Promise.withResolvers<FileRecognition>()
      const then = { timeoutMs: readMs, onFirst: (result: ReadResult) => resolve(result as FileRecognition) }
      const reading = inChild(
        { task: 'recognise', readsOn: true, file, options },
        { ...memory, timeoutMs: recogniseMs },
        onProgress,
        signal,
        then,
      ) as Promise<PackedFileReading>
      reading.catch(reject)
      return { recognised, reading }
    },
    rows: async (file, rows, options) =>
      (await inChild({ task: 'rows', file, rows, options }, inTime)) as OriginalRow[],
    allRows: async (file, options) =>
      (await inChild({ task: 'all-rows', file, options }, inTime)) as PackedRows,
    ask: async (file, options, said, proposed) =>
      (await inChild({ task: 'ask', file, options, said, proposed }, inTime)) as AskedFile,
    prices: async (file, options) =>
      (await inChild({ task: 'prices', file, options }, inTime)) as PriceFileReading,
  }
}

/** One stands ready for the next file. */
export function prepareReader(): void {
  makeReaderReady(BOUNDS.heapMb)
}

/** Of a request with two results: whom the first is told, and what time there is for the second. */
interface Then {
  readonly timeoutMs: number
  readonly onFirst: (result: ReadResult) => void
}

async function inChild(
  request: ReadRequest,
  { heapMb, residentKb, timeoutMs }: { heapMb: number; residentKb: number; timeoutMs: number },
  onProgress: OnProgress = () => {},
  signal?: AbortSignal,
  then?: Then,
): Promise<ReadResult | PackedFileReading> {
  const answer = Promise.withResolvers<ReadResult | PackedFileReading>()
  /** Of the process, which has more to say once a reading is known. */
  const end = Promise.withResolvers<void>()
  const { reject } = end
  const rows = new Readable({ objectMode: true, read() {} })
  // Whoever takes them hears of it.
  rows.on('error', () => {})
  const giveUp = () => reject(signal?.reason as Error)
  signal?.addEventListener('abort', giveUp)
  if (signal?.aborted === true) giveUp()
  const starting = setTimeout(() => tookTooLong(START_TIMEOUT_MS), START_TIMEOUT_MS)
  let time: ReadingTime | undefined
  let watch: NodeJS.Timeout | undefined
  let isSettled = false
  const taken = takeReader(heapMb)
  let next = then
  // What is recognised is read next.
  const isFirstOfTwo = request.task === 'recognise' && then === undefined
  const isReading = request.task === 'read' || then !== undefined
  if (isFirstOfTwo) prepareNext()

  function prepareNext() {
    if (heapMb === BOUNDS.heapMb) prepareReader()
  }
  function tookTooLong(ms: number) {
    reject(new ReaderStopped('reader_timeout', `The file took longer than ${ms / 1000} s to read.`))
  }
  function limitTo(ms: number, pid: number) {
    time?.end()
    time = limitWork(
      ms,
      () => tookTooLong(ms),
      () => processorTimeOf(pid),
    )
  }
  function hear(message: ReadMessage, pid: number) {
    if (message.type === 'progress') return onProgress(message.done, message.total)
    if (message.type === 'end') {
      rows.push(null)
      return end.resolve()
    }
    const { result } = message
    if (next !== undefined) {
      limitTo(next.timeoutMs, pid)
      next.onFirst(result)
      next = undefined
      // What was not recognised is not read.
      return isRecognised(result) ? undefined : end.resolve()
    }
    if (isSummary(result)) return answer.resolve({ ...result, packed: rows })
    answer.resolve(result)
    end.resolve()
  }
  async function ask() {
    const reader = await taken
    if (isSettled) return
    const { pid } = reader.process
    watch = watchMemory(pid, residentKb, () => reject(new ReaderStopped('reader_memory', TOO_MUCH_MEMORY)))
    reader.process.ended.then((ending) => reject(died(ending)), reject)
    reader.listen(
      (message) => hear(message, pid),
      (piece) => rows.push(piece),
    )
    await reader.ready
    if (isSettled) return
    clearTimeout(starting)
    limitTo(timeoutMs, pid)
    await sendRequest(reader.process.socket, request)
  }
  function tidyUp() {
    isSettled = true
    clearTimeout(starting)
    time?.end()
    clearInterval(watch)
    signal?.removeEventListener('abort', giveUp)
    taken.then(
      ({ process }) => process.kill(),
      () => {},
    )
    // While what was read is written, others need the processor: whoever reads a file has the next process come up after it.
    if (!isReading && !isFirstOfTwo) prepareNext()
  }

  ask().catch(reject)
  end.promise.finally(tidyUp).catch((error: unknown) => {
    answer.reject(error)
    rows.destroy(error as Error)
  })
  return answer.promise
}

function isSummary(result: ReadResult): result is PackedSummary {
  return 'outcome' in result && result.outcome === 'read'
}

function isRecognised(result: ReadResult): boolean {
  return 'outcome' in result && result.outcome === 'recognised'
}

/** A request, with the bytes of its file behind it as they are. */
async function sendRequest(to: Socket, { file, ...request }: ReadRequest): Promise<void> {
  const { bytes, ...rest } = file
  await sendFrame(to, FRAME.message, serialize({ ...request, file: rest }))
  await sendFrame(to, FRAME.bytes, bytes)
}

const TOO_MUCH_MEMORY = 'The file needs more memory to read than any real export does.'

/** A process that nobody stopped: the runtime aborts it where its heap is full. */
function died({ code, signal }: Ending): ReaderStopped {
  return signal === 'SIGABRT' || code === 134
    ? new ReaderStopped('reader_memory', TOO_MUCH_MEMORY)
    : new ReaderStopped('reader_crashed', 'The file broke its reader and was set aside.')
}

/** Where the system tells: the heap limit does not count buffers, so the whole process is watched too. */
function watchMemory(pid: number, residentKb: number, onBreach: () => void): NodeJS.Timeout | undefined {
  if (process.platform !== 'linux') return undefined
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
