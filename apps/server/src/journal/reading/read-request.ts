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
import type { PackedFileReading, PackedReading, PackedSummary } from './packed-reading.ts'
import type { PackedRows } from './packed-rows.ts'

/** What a reading process is asked for. */
export type ReadRequest =
  | ({ readonly file: SourceFile; readonly options: ReadOptions } & (
      | { readonly task: 'read' | 'all-rows' }
      /** With `readsOn` what is recognised is read next, and that is a result of its own. */
      | { readonly task: 'recognise'; readonly readsOn?: true }
      /** Which data rows to give back as they stand in the file. */
      | { readonly task: 'rows'; readonly rows: readonly number[] }
      | { readonly task: 'ask'; readonly said: FileAnswers; readonly proposed: FileAnswers }
    ))
  | { readonly task: 'prices'; readonly file: SourceFile; readonly options: PriceFileOptions }

/** What a frame between the server and a reading process is (`frames.ts`). */
export const FRAME = {
  /** A message, serialised. */
  message: 0,
  /** The bytes of the file, after the request for them. */
  bytes: 1,
  /** Transactions as JSON (`packed-reading.ts`). */
  rows: 2,
} as const

export type ReadResult =
  | Exclude<PackedFileReading, PackedReading>
  | PackedSummary
  | FileRecognition
  | OriginalRow[]
  | PackedRows
  | AskedFile
  | PriceFileReading

/** What a reading process says of a request, after it said once that it is there. */
export type ReadMessage =
  | { readonly type: 'progress'; readonly done: number; readonly total: number }
  /** Behind a reading come its rows, and `end`. */
  | { readonly type: 'result'; readonly result: ReadResult }
  | { readonly type: 'end' }
