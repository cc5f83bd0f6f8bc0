import { logFault } from '../../platform/fault-log.ts'
import { Lanes } from '../../platform/lanes.ts'
import { type ProcessBounds, ProcessGone, ReadingProcess } from './reading-process.ts'
import { readerBy, ReaderStopped, type AnswerOptions, type Readers } from './reader.ts'
import type { ReadRequest, ReadResult } from './read-request.ts'

/** Bounds of reading (SE6): of each process, and of all of them their number. */
export interface ReadingBounds extends ProcessBounds {
  /**
   * The longest file, in bytes, of each process that reads at the same time: together they take so many times `residentKb` at most, and
   * a long file leaves one for short ones. Other requests wait.
   */
  readonly longest: readonly number[]
  /** Processes at once for one customer, so that one is left for somebody else. */
  readonly perCustomer: number
}

const MEGABYTE = 1024 * 1024
const BOUNDS: ReadingBounds = {
  heapMb: 512,
  residentKb: 1_500 * 1024,
  readMs: 30_000,
  recogniseMs: 4_000,
  longest: [Infinity, 8 * MEGABYTE, MEGABYTE],
  perCustomer: 2,
}

/** An unused process beyond the one that stands ready goes after this time. */
const IDLE_MS = 60_000
/** A process that did not even come up is replaced after this time, and twice as long after each in a row. */
const FIRST_WAIT_MS = 250
const LONGEST_WAIT_MS = 30_000
/** A workbook or a packed file holds about so much more than its bytes. */
const UNPACKED = 8

/**
 * Readers that read files in processes apart, one file at a time in each. A few processes serve all customers: each has two at most,
 * further requests wait, and a process is kept for short files. One process stands ready for the next short file; one that
 * ends by itself is logged and replaced. A process that a file has broken, stopped or filled is not used again; any
 * other is, for its start takes longer than most readings.
 */
export function pooledReaders(bounds: Partial<ReadingBounds> = {}): Readers {
  const all = { ...BOUNDS, ...bounds }
  const lanes = new Lanes({ bounds: all.longest, perCustomer: all.perCustomer })
  let pool: ReadingPool | undefined
  const answer = (isLong: boolean, request: ReadRequest, options?: AnswerOptions) =>
    (pool ??= new ReadingPool(all)).answer(isLong, request, options)
  return (userId) =>
    readerBy((request, options) =>
      lanes.use(
        { customer: userId, size: sizeOf(request) },
        ({ isLong }) => answer(isLong, request, options),
        options?.signal,
      ),
    )
}

/** The bytes that a request goes through. */
function sizeOf({ task, file: { bytes } }: ReadRequest): number {
  if (task === 'recognise') return 0
  const isPacked = (bytes[0] === 0x50 && bytes[1] === 0x4b) || (bytes[0] === 0x1f && bytes[1] === 0x8b)
  return isPacked ? UNPACKED * bytes.length : bytes.length
}

interface Idle {
  readonly process: ReadingProcess
  readonly unused: NodeJS.Timeout | undefined
}

/** The processes that read, and those that wait to: one is always ready for a short file. */
class ReadingPool {
  readonly #bounds: ProcessBounds
  readonly #idle: Readonly<Record<'short' | 'long', Idle[]>> = { short: [], long: [] }
  #failedStarts = 0

  constructor(bounds: ProcessBounds) {
    this.#bounds = bounds
  }

  /** Have a request answered. A process that is killed from outside is not the file's fault: another one reads it, once. */
  async answer(isLong: boolean, request: ReadRequest, options?: AnswerOptions): Promise<ReadResult> {
    try {
      return await this.#answer(isLong, request, options)
    } catch (error) {
      if (!(error instanceof ProcessGone)) throw error
      logFault('a reading process ended, its file is read once more', error)
    }
    try {
      return await this.#answer(isLong, request, options)
    } catch (error) {
      if (!(error instanceof ProcessGone)) throw error
      logFault('a file ended its reading process twice', error)
      throw new ReaderStopped('reader_crashed', 'The file broke its reader and was set aside.')
    }
  }

  async #answer(isLong: boolean, request: ReadRequest, options?: AnswerOptions): Promise<ReadResult> {
    const process = this.#take(isLong)
    try {
      return await process.answer(request, options)
    } finally {
      this.#giveBack(process, isLong)
      this.#keepOneReady()
    }
  }

  #take(isLong: boolean): ReadingProcess {
    const idle = this.#idle[isLong ? 'long' : 'short']
    for (let one = idle.pop(); one !== undefined; one = idle.pop()) {
      clearTimeout(one.unused)
      if (one.process.isUsable) return one.process
    }
    return this.#start(isLong)
  }

  #giveBack(process: ReadingProcess, isLong: boolean): void {
    if (!process.isUsable) return
    this.#failedStarts = 0
    const idle = this.#idle[isLong ? 'long' : 'short']
    const isTheReadyOne = !isLong && idle.length === 0
    const drop = () => {
      process.stop()
      const at = idle.findIndex((one) => one.process === process)
      if (at !== -1) idle.splice(at, 1)
    }
    idle.push({ process, unused: isTheReadyOne ? undefined : setTimeout(drop, IDLE_MS).unref() })
  }

  #keepOneReady(): void {
    const { short } = this.#idle
    if (!short.some(({ process }) => process.isUsable))
      short.splice(0, Infinity, { process: this.#start(false), unused: undefined })
  }

  #start(isLong: boolean): ReadingProcess {
    const process = new ReadingProcess(this.#bounds, isLong, (how, wasUp) => {
      const idle = this.#idle[isLong ? 'long' : 'short']
      const at = idle.findIndex((one) => one.process === process)
      // One that reads is told of by its request.
      if (at === -1) return
      clearTimeout(idle.splice(at, 1)[0]?.unused)
      logFault('a reading process that stood ready ended, and is replaced', how)
      this.#failedStarts = wasUp ? 0 : this.#failedStarts + 1
      setTimeout(() => this.#keepOneReady(), this.#wait()).unref()
    })
    return process
  }

  #wait(): number {
    return this.#failedStarts === 0
      ? 0
      : Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** (this.#failedStarts - 1))
  }
}
