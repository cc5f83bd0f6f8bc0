// Entry of the processes in which files are read, one at a time in each. It has no network, no database and a heap of its own: a file that is made to
// break its reader breaks this process and nothing else (SE6).
import { flushCompileCache } from 'node:module'
import { setImmediate as breathe } from 'node:timers/promises'
import { answerTo, type ReadRequest, type ReadResult } from './read-request.ts'

/** Messages of a reading process: that it is up, and those of each request. */
export type ReadMessage =
  | { readonly type: 'ready' }
  /** The request has arrived: from here on its bounds are watched. */
  | { readonly type: 'begun' }
  | { readonly type: 'progress'; readonly done: number; readonly total: number }
  /** The answer, and what the heap holds after it. */
  | { readonly type: 'answered'; readonly result: ReadResult; readonly heapBytes: number }
  | { readonly type: 'failed'; readonly message: string; readonly stack: string | undefined }

// Loaded before the request comes, and kept compiled for the next process.
flushCompileCache()

process.on('message', (request: ReadRequest) => void answer(request))
tell({ type: 'ready' })

async function answer(request: ReadRequest): Promise<void> {
  tell({ type: 'begun' })
  // The message has to leave before reading takes the event loop.
  await breathe()
  try {
    const result = answerTo(request, (done, total) => tell({ type: 'progress', done, total }))
    tell({ type: 'answered', result, heapBytes: process.memoryUsage().heapUsed })
  } catch (error) {
    const { message, stack } = error instanceof Error ? error : new Error(String(error))
    tell({ type: 'failed', message, stack })
  }
}

function tell(message: ReadMessage): void {
  process.send?.(message)
}
