import { Worker } from 'node:worker_threads'
import type { DecisionEffect } from '@lotbook/contract'
import type { Database } from '../../platform/database.ts'
import { inTurn } from '../../platform/in-turn.ts'
import type { EffectsMessage, EffectsRequest } from './effects.worker.ts'

const HEAP_MB = 2048
/** Threads at a time, of all customers; others wait their turn. */
const oneOfTwo = inTurn(2)

export interface ThreadOptions {
  /** Stops it; what is worked out by then is the answer. */
  readonly signal?: AbortSignal
  /** Stops it after so long at work. */
  readonly limitMs?: number
  readonly onProgress?: (stage: string, done: number, total: number) => void
}

/**
 * What deeds would change, in their order: each is done for real in a transaction that is rolled back, and the engine
 * calculates the journal as it is then. Those that did not come to an end are left out at the end.
 */
export function effectsInThread(
  db: Database,
  asked: Pick<EffectsRequest, 'userId' | 'deeds'>,
  { signal, limitMs, onProgress = () => {} }: ThreadOptions = {},
): Promise<DecisionEffect[]> {
  return oneOfTwo(
    () =>
      new Promise((resolve, reject) => {
        const request: EffectsRequest = { connection: JSON.stringify(db.connect('lotbook_app')), ...asked }
        const worker = new Worker(new URL('./effects.worker.ts', import.meta.url), {
          workerData: request,
          resourceLimits: { maxOldGenerationSizeMb: HEAP_MB },
        })
        const found: DecisionEffect[] = []
        const stop = () => void worker.terminate()
        const limit = limitMs === undefined ? undefined : setTimeout(stop, limitMs)
        if (signal?.aborted === true) stop()
        signal?.addEventListener('abort', stop, { once: true })
        worker.on('message', (message: EffectsMessage) => {
          if ('effect' in message) found.push(message.effect)
          else onProgress(message.stage, message.done, message.total)
        })
        worker.on('error', reject)
        worker.on('exit', () => {
          clearTimeout(limit)
          signal?.removeEventListener('abort', stop)
          resolve(found)
        })
      }),
  )
}
