import type { DecisionEffect } from '@lotbook/contract'
import type { Database } from '../../platform/database.ts'
import { runThread } from '../../platform/in-thread.ts'
import { journalLoad } from '../../journal/transactions/journal-load.ts'
import type { EffectsMessage, EffectsTask } from './effects.worker.ts'

const THREAD = { url: new URL('./effects.worker.ts', import.meta.url), heapMb: 2048 }

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
export async function effectsInThread(
  db: Database,
  asked: EffectsTask,
  { signal, limitMs, onProgress = () => {} }: ThreadOptions = {},
): Promise<DecisionEffect[]> {
  const found: DecisionEffect[] = []
  await runThread<EffectsTask, EffectsMessage>(db, THREAD, asked, {
    load: await journalLoad(db, asked.userId),
    signal,
    limitMs,
    onMessage: (message) => {
      if ('effect' in message) found.push(message.effect)
      else onProgress(message.stage, message.done, message.total)
    },
  })
  return found
}
