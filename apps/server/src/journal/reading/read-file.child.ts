// Entry of the processes in which files are read, one at a time in each. It has no network, no database and a heap of its own: a file that is made to
// break its reader breaks this process and nothing else (SE6).
import { flushCompileCache } from 'node:module'
import { setImmediate as breathe } from 'node:timers/promises'
import { answerTo, type ReadRequest, type ReadResult } from './read-request.ts'

/** Messages of a reading process before its answer. */
export type ReadMessage =
  /** The request has arrived: from here on its bounds are watched. */
  | { readonly type: 'begun'; readonly pid: number }
  | { readonly type: 'progress'; readonly done: number; readonly total: number }

// Loaded before the request comes, and kept compiled for the next process.
flushCompileCache()

export default async function read(request: ReadRequest): Promise<ReadResult> {
  tell({ type: 'begun', pid: process.pid })
  // The message has to leave before reading takes the event loop.
  await breathe()
  return answerTo(request, (done, total) => tell({ type: 'progress', done, total }))
}

function tell(message: ReadMessage): void {
  process.send?.(message)
}
