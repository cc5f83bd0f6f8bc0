import type {
  AskedFile,
  BrokerFormReading,
  FileAnswers,
  FileRecognition,
  OriginalRow,
  PriceFileOptions,
  PriceFileReading,
  ReadOptions,
  SourceFile,
  Suggestion,
} from '@lotbook/sources'
import type { PackedFileReading } from './packed-reading.ts'
import type { PackedRows } from './packed-rows.ts'
import { answerTo, type ReadRequest, type ReadResult } from './read-request.ts'
import { unpackedForms, type PackedFormReading } from './packed-forms.ts'

/** A file could not be read within the bounds of its process: which one, in words for the person. */
export class ReaderStopped extends Error {
  readonly code: 'reader_timeout' | 'reader_memory' | 'reader_crashed'

  constructor(code: ReaderStopped['code'], message: string) {
    super(message)
    this.name = 'ReaderStopped'
    this.code = code
  }
}

type Options = Omit<ReadOptions, 'onProgress' | 'now'>

export type OnProgress = (done: number, total: number) => void

/** Reads the files of one customer. Every call throws ReaderStopped when a file breaks the bounds. */
export interface Reader {
  /** The reading of a file; given up with the reason of `signal` when that is aborted. */
  read(
    file: SourceFile,
    options: Options,
    onProgress: OnProgress,
    signal?: AbortSignal,
  ): Promise<PackedFileReading>
  /** The format of a file, found from its first lines. */
  recognise(file: SourceFile, options: Options): Promise<FileRecognition>
  /** Some rows of a file as they stand in it. */
  rows(file: SourceFile, rows: readonly number[], options: Options): Promise<OriginalRow[]>
  /** All rows of a file as they stand in it. */
  allRows(file: SourceFile, options: Options): Promise<PackedRows>
  /** The questions of a file, and how it reads under the given and the proposed answers. */
  ask(file: SourceFile, options: Options, said: FileAnswers, proposed: FileAnswers): Promise<AskedFile>
  /** A guess at the contents of each column of a file that no format reads; undefined where there is no table in it. */
  suggest(file: SourceFile, name: string, options: Options): Promise<Suggestion | undefined>
  /** The lines of Forms 1099-DA in a file. */
  brokerForms(file: SourceFile): Promise<BrokerFormReading>
  /** The prices of a price file. */
  prices(file: SourceFile, options: PriceFileOptions): Promise<PriceFileReading>
}

/** The reader of a customer's files, by the customer's id. */
export type Readers = (userId: string) => Reader

export interface AnswerOptions {
  /** Processor time after which the request is given up. */
  readonly limit?: 'recognise'
  readonly onProgress?: OnProgress
  readonly signal?: AbortSignal | undefined
}

/** A reader that has each of its requests answered by `answer`. */
export function readerBy(
  answer: (request: ReadRequest, options?: AnswerOptions) => Promise<ReadResult>,
): Reader {
  return {
    read: async (file, options, onProgress, signal) =>
      (await answer(
        { task: 'read', file, options: { ...options, now: Date.now() } },
        { onProgress, signal },
      )) as PackedFileReading,
    recognise: async (file, options) =>
      (await answer({ task: 'recognise', file, options }, { limit: 'recognise' })) as FileRecognition,
    rows: async (file, rows, options) =>
      (await answer({ task: 'rows', file, rows, options })) as OriginalRow[],
    allRows: async (file, options) => (await answer({ task: 'all-rows', file, options })) as PackedRows,
    ask: async (file, options, said, proposed) =>
      (await answer({
        task: 'ask',
        file,
        options: { ...options, now: Date.now() },
        said,
        proposed,
      })) as AskedFile,
    suggest: async (file, name, options) =>
      (await answer({ task: 'suggest', file, name, options })) as Suggestion | undefined,
    brokerForms: async (file) =>
      unpackedForms((await answer({ task: 'broker-forms', file })) as PackedFormReading),
    prices: async (file, options) => (await answer({ task: 'prices', file, options })) as PriceFileReading,
  }
}

/** Reads in the process that asks, without bounds: for tests of anything but the bounds. */
export const readerInProcess: Reader = readerBy((request, { onProgress = () => {}, signal } = {}) => {
  signal?.throwIfAborted()
  return Promise.resolve(answerTo(request, onProgress))
})
