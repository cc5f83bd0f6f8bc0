import type { ImportSource, Notification } from '@lotbook/contract'
import type { Progress } from '../../ui/progress.ts'

/** How far the running imports are, by the id of their source, as the socket tells it while this screen is open. */
export type LiveProgress = ReadonlyMap<string, Progress>

/** A message about an import as the state of its bar. */
export function progressOf({ id, seq, status, stage, done, total, unit, message }: Notification): Progress {
  const state =
    status === 'complete'
      ? stage === 'Failed'
        ? 'failed'
        : 'done'
      : stage === 'Queued'
        ? 'waiting'
        : 'running'
  return { id, seq, state, stage, done: done ?? 0, total, unit, reason: message }
}

/** The bar of a source at work: what the socket told last, else what the list said. */
export function shownProgress(
  source: Pick<ImportSource, 'id' | 'import_status' | 'progress'>,
  live: LiveProgress,
): Progress | undefined {
  if (source.import_status !== 'in-progress') return undefined
  const told = live.get(source.id)
  if (told !== undefined && (told.state === 'waiting' || told.state === 'running')) return told
  const { stage = 'Queued', done = 0, total = null, unit = null } = source.progress ?? {}
  const state = stage === 'Queued' ? 'waiting' : 'running'
  return { id: source.id, seq: 0, state, stage, done, total, unit }
}
