import type { DecisionEffect } from '@lotbook/contract'
import type { Database } from '../../platform/database.ts'
import { runThread } from '../../platform/in-thread.ts'
import { inTurn } from '../../platform/in-turn.ts'
import type { EffectsMessage, EffectsTask } from './effects.worker.ts'

const THREAD = { url: new URL('./effects.worker.ts', import.meta.url), heapMb: 2048 }
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
 * Effects of deeds, in their order: each is done for real in a transaction that is rolled back, and the engine
 * calculates the journal as it is then. Deeds that did not finish are left out at the end.
 */
export function effectsInThread(
  db: Database,
  asked: EffectsTask,
  { signal, limitMs, onProgress = () => {} }: ThreadOptions = {},
): Promise<DecisionEffect[]> {
  return oneOfTwo(async () => {
    const found: DecisionEffect[] = []
    await runThread<EffectsTask, EffectsMessage>(db, THREAD, asked, {
      signal,
      limitMs,
      onMessage: (message) => {
        if ('effect' in message) found.push(message.effect)
        else onProgress(message.stage, message.done, message.total)
      },
    })
    return found
  })
}
