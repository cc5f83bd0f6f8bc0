import type { FileRecognition, ReadOptions, SourceFile } from '@lotbook/sources'
import type { PackedFileReading } from '../../journal/reading/packed-reading.ts'
import type { ReadOn } from '../../journal/reading/read-isolated.ts'

/** How long a reading waits for its import, which follows its upload at once or not at all. */
const WAITS_MS = 30_000

type OnProgress = (done: number, total: number) => void

/** A file that is being read before its import asks for it. */
export interface ReadingAhead {
  readonly recognised: Promise<FileRecognition>
  /** It is this upload. */
  keepFor: (uploadId: string) => void
  /** Nobody will ask for it. */
  drop: () => void
}

/**
 * Reads a file on from where it was recognised while its bytes are stored and its import is queued, and hands the reading to the import.
 * Nothing hangs on it: an import that finds none, because it runs in another process, later, or with other answers, reads what was stored. One
 * at a time: of many files the others wait for their turn anyway.
 */
export class ReadingsAhead {
  readonly #readOn: ReadOn
  #one: Ahead | undefined

  constructor(readOn: ReadOn) {
    this.#readOn = readOn
  }

  /** Undefined where another file is being read ahead. */
  begin(file: SourceFile, options: ReadOptions): ReadingAhead | undefined {
    if (this.#one !== undefined) return undefined
    const one = new Ahead(this.#readOn, file, options, () => {
      if (this.#one === one) this.#one = undefined
    })
    this.#one = one
    return one
  }

  /** What is being read of an upload with just these options, if anything is; it is given once. */
  take(uploadId: string, options: ReadOptions): TakenReading | undefined {
    return this.#one?.isOf(uploadId, options) === true ? this.#one.take : undefined
  }
}

/** As `Reader.read`, of a file that is being read already. */
export type TakenReading = (onProgress: OnProgress, signal: AbortSignal) => Promise<PackedFileReading>

class Ahead implements ReadingAhead {
  readonly recognised: Promise<FileRecognition>
  readonly #reading: Promise<PackedFileReading>
  readonly #options: string
  readonly #onGone: () => void
  readonly #controller = new AbortController()
  readonly #waits: NodeJS.Timeout
  #uploadId: string | undefined
  #progress: readonly [done: number, total: number] | undefined
  #onProgress: OnProgress | undefined

  constructor(readOn: ReadOn, file: SourceFile, options: ReadOptions, onGone: () => void) {
    const { recognised, reading } = readOn(
      file,
      options,
      (...progress) => {
        this.#progress = progress
        this.#onProgress?.(...progress)
      },
      this.#controller.signal,
    )
    // Whoever waits for them hears of it. What is not recognised is not read, and makes room for the next file.
    recognised.then(
      ({ outcome }) => outcome === 'recognised' || this.#gone(),
      () => this.#gone(),
    )
    reading.catch(() => {})
    this.recognised = recognised
    this.#reading = reading
    this.#options = canonical(options)
    this.#onGone = onGone
    this.#waits = setTimeout(() => this.drop(), WAITS_MS).unref()
  }

  isOf(uploadId: string, options: ReadOptions): boolean {
    return uploadId === this.#uploadId && canonical(options) === this.#options
  }

  keepFor(uploadId: string): void {
    this.#uploadId = uploadId
  }

  readonly take: TakenReading = (onProgress, signal) => {
    this.#gone()
    this.#onProgress = onProgress
    if (this.#progress !== undefined) onProgress(...this.#progress)
    const giveUp = () => this.#controller.abort(signal.reason)
    signal.addEventListener('abort', giveUp, { once: true })
    if (signal.aborted) giveUp()
    return this.#reading
  }

  drop(): void {
    this.#gone()
    this.#controller.abort(new Error('nobody asked for what was read'))
  }

  #gone(): void {
    clearTimeout(this.#waits)
    this.#onGone()
  }
}

/** Options as a text that does not hang on their order. */
function canonical(options: ReadOptions): string {
  const told = Object.entries(options).filter(([, value]) => value !== undefined)
  return JSON.stringify(told.sort(([a], [b]) => (a < b ? -1 : 1)))
}
