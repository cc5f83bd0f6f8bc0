// Entry of the process in which one file is read. It has no network, no database and a heap of its own: a file that
// is made to break its reader breaks this process and nothing else (SE6).
import { flushCompileCache } from 'node:module'
import {
  askFile,
  type FileAnswers,
  readFile,
  readPriceFile,
  recogniseFile,
  rowsAt,
  type PriceFileOptions,
  type ReadOptions,
  type SourceFile,
} from '@lotbook/sources'
import { packed } from './packed-reading.ts'

/** What the parent asks for. */
export type ReadRequest =
  | ({ readonly file: SourceFile; readonly options: ReadOptions } & (
      | { readonly task: 'read' | 'recognise' }
      /** Which data rows to give back as they stand in the file. */
      | { readonly task: 'rows'; readonly rows: readonly number[] }
      | { readonly task: 'ask'; readonly said: FileAnswers; readonly proposed: FileAnswers }
    ))
  | { readonly task: 'prices'; readonly file: SourceFile; readonly options: PriceFileOptions }

// Stays until the parent has heard the result and ends it; a parent that is gone takes it along.
process.on('disconnect', () => process.exit())
process.on('message', (request: ReadRequest) => {
  if (request.task === 'prices') {
    return send({ type: 'result', result: readPriceFile(request.file, request.options) })
  }
  const { file, options } = request
  if (request.task === 'recognise') {
    send({ type: 'result', result: recogniseFile(file, options) })
  } else if (request.task === 'rows') {
    send({ type: 'result', result: rowsAt(file, request.rows, options) })
  } else if (request.task === 'ask') {
    const { said, proposed } = request
    const asked = askFile(file, options, said, ({ question }) => proposed[question] ?? null)
    send({ type: 'result', result: asked })
  } else {
    const reading = readFile(file, {
      ...options,
      onProgress: (done, total) => send({ type: 'progress', done, total }),
    })
    if (reading.outcome === 'read') {
      const { transactions, ...rest } = reading
      for (const piece of packed(transactions)) send({ type: 'rows', piece })
      send({ type: 'result', result: rest })
    } else {
      send({ type: 'result', result: reading })
    }
  }
})

send({ type: 'ready' })
// The process is ended from outside, which would not keep them.
flushCompileCache()

function send(message: object) {
  process.send?.(message)
}
