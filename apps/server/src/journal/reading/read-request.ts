import type {
  AskedFile,
  FileAnswers,
  FileRecognition,
  OriginalRow,
  PriceFileOptions,
  PriceFileReading,
  ReadOptions,
  SourceFile,
  Suggestion,
} from '@lotbook/sources'
import {
  askFile,
  readBrokerForms,
  originalRows,
  readFile,
  readPriceFile,
  recogniseFile,
  rowsAt,
  suggestFormat,
} from '@lotbook/sources/read-files'
import { packReading, type PackedFileReading } from './packed-reading.ts'
import { packRows, type PackedRows } from './packed-rows.ts'
import { packForms, type PackedFormReading } from './packed-forms.ts'

/** One question about one file. */
export type ReadRequest =
  | ({ readonly file: SourceFile; readonly options: ReadOptions } & (
      | { readonly task: 'read' | 'recognise' | 'all-rows' }
      /** The numbers of the data rows to return as they stand in the file. */
      | { readonly task: 'rows'; readonly rows: readonly number[] }
      | { readonly task: 'ask'; readonly said: FileAnswers; readonly proposed: FileAnswers }
    ))
  /** A guess at the contents of each column; `name` is that of the description. */
  | {
      readonly task: 'suggest'
      readonly file: SourceFile
      readonly name: string
      readonly options: ReadOptions
    }
  | { readonly task: 'broker-forms'; readonly file: SourceFile }
  | { readonly task: 'prices'; readonly file: SourceFile; readonly options: PriceFileOptions }

/** The answer to a request, by its task. */
export type ReadResult =
  | PackedFileReading
  | FileRecognition
  | OriginalRow[]
  | PackedRows
  | AskedFile
  | PriceFileReading
  | PackedFormReading
  | Suggestion
  | undefined

/** Answer a request from the bytes of its file alone: no network, no database, no clock. */
export function answerTo(
  request: ReadRequest,
  onProgress: (done: number, total: number) => void,
): ReadResult {
  if (request.task === 'prices') return readPriceFile(request.file, request.options)
  if (request.task === 'broker-forms')
    return packForms(readBrokerForms({ ...request.file, mostBytes: request.file.bytes.length }))
  const { file, options } = request
  if (request.task === 'suggest') return suggestFormat(file, request.name, options)
  switch (request.task) {
    case 'recognise':
      return recogniseFile(file, options)
    case 'rows':
      return rowsAt(file, request.rows, options)
    case 'all-rows':
      return packRows(originalRows(file, options))
    case 'ask':
      return askFile(file, options, request.said, ({ question }) => request.proposed[question] ?? null)
    case 'read':
      return packReading(readFile(file, { ...options, onProgress }))
  }
}
