import { self, withSubject, type Database } from '../../platform/database.ts'
import { FenceLost, takeFence, writeUnderFence, type Fence, WATCH_MS } from '../../platform/fence.ts'
import { journalLoad } from '../../journal/transactions/journal-load.ts'
import type { Load } from '../../platform/lanes.ts'
import { makeReady, runThread, type ThreadEntry } from '../../platform/in-thread.ts'
import { defineJob, type JobContext, type JobPayload } from '../../platform/jobs.ts'
import { notify } from '../../platform/notify.ts'
import { mailOutcome } from '../../platform/outcome-mail.ts'
import { webhookOutcome } from '../../platform/outcome-webhook.ts'
import { plannedOnce } from '../../platform/sql.ts'
import type { CalculateMessage } from './calculate.worker.ts'
import { percentOf, unitOf, type Stage } from './calculation-state.ts'
import { CALCULATE } from './start-calculation.ts'
import type { WorkedOut } from './work-out.ts'

/** A million transactions stay well below its heap. With more room for what is made and dropped at once, a third less time goes into tidying. */
const THREAD = { url: new URL('./calculate.worker.ts', import.meta.url), heapMb: 4096, youngMb: 192 }

interface Asked extends JobPayload {
  readonly userId: string
  readonly calculationId: string
}

export const calculateJob = defineJob<Asked>(
  CALCULATE.name,
  (asked, context) => runCalculation(asked, context, THREAD),
  {
    retryLimit: CALCULATE.retryLimit,
    giveUp: async ({ userId, calculationId }, { db }) => {
      const fence = await takeFence(db, 'calculations', userId, calculationId)
      if (fence !== undefined) await fail(db, fence, GIVEN_UP)
    },
  },
)

const GIVEN_UP =
  'The calculation failed several times because of an error on our side. Your earlier results are unchanged. Try it again later.'

/**
 * Run a calculation in a thread of its own, which reads the journal, works it out and writes the result whole under
 * the fence. Killed at any moment it leaves nothing but its fence behind, and is run again from the start. Cancelled, or taken over
 * by another worker, its thread is stopped at the next it tells.
 *
 * @throws FenceLost when it was stopped so.
 */
export async function runCalculation(
  { userId, calculationId }: Asked,
  { db, log, signal }: JobContext,
  thread: ThreadEntry,
): Promise<void> {
  const fence = await takeFence(db, 'calculations', userId, calculationId)
  if (fence === undefined) return
  const progress = progressOf(db, fence)
  const outcome = await inThread(db, thread, fence, {
    signal: AbortSignal.any([signal, progress.unwanted]),
    onProgress: (...news) => progress.tell(...news),
  }).finally(() => progress.stop())
  await progress.settled()
  if (outcome.result === 'done' && outcome.begunAnew !== undefined)
    log.warn({ calculationId, because: outcome.begunAnew }, 'a calculation did not go on from its checkpoint')
  if (outcome.result !== 'refused') return
  if (outcome.broken !== undefined)
    log.error({ calculationId, broken: outcome.broken }, 'a result broke invariants of the engine')
  if (outcome.input !== undefined)
    log.warn({ calculationId, input: outcome.input.detail }, 'a calculation was refused its input')
  await fail(db, fence, outcome.reason, outcome.input?.transactionId)
}

/** Load the engine ahead: a calculation usually follows an import. */
export function prepareToCalculate(load: Load): void {
  makeReady(THREAD, load)
}

interface Listening {
  readonly signal: AbortSignal
  readonly onProgress: (stage: Stage, done: number, total: number) => void
}

/** Resolves with what came of it, also where that is a refusal; a fault of the thread is thrown and tried again. */
async function inThread(
  db: Database,
  thread: ThreadEntry,
  fence: Fence,
  { signal, onProgress }: Listening,
): Promise<WorkedOut> {
  let outcome: WorkedOut | undefined
  await runThread<Fence, CalculateMessage>(db, thread, fence, {
    load: await journalLoad(db, fence.userId),
    signal,
    onMessage: (message) => {
      if (message.type === 'progress') onProgress(message.stage, message.done, message.total)
      else outcome = message
    },
  })
  if (outcome === undefined) {
    if (signal.reason instanceof FenceLost) throw signal.reason
    throw new Error('the calculation stopped before its end')
  }
  if (outcome.result === 'fence-lost') throw new FenceLost(fence)
  return outcome
}

/**
 * Tells progress as rows and messages, one after the other. `unwanted` is aborted once the calculation turns
 * out to be cancelled or taken over by another worker, also while one statement goes on and nothing is told.
 */
function progressOf(db: Database, fence: Fence) {
  const taken = new AbortController()
  let pending: Promise<unknown> = Promise.resolve()
  const noteIfTaken = async (error: unknown) => {
    // One that is done by now is nobody's to write either, and its thread is not to be stopped in what it still does.
    if (error instanceof FenceLost && (await isTaken(db, fence))) taken.abort(error)
  }
  const look = async () => {
    if (await isTaken(db, fence)) taken.abort(new FenceLost(fence))
  }
  // A database that is away for a moment says nothing about the fence.
  const timer = setInterval(() => void look().catch(() => {}), WATCH_MS)
  return {
    unwanted: taken.signal,
    stop: () => clearInterval(timer),
    tell(stage: Stage, done: number, total: number) {
      pending = pending
        .then(() => write(db, fence, stage, done, total))
        .catch(noteIfTaken)
        .catch(() => {})
    },
    settled: () => pending,
  }
}

function isTaken(db: Database, { userId, id, token }: Fence): Promise<boolean> {
  return withSubject(db, self(userId), async (tx) => {
    const taken = await tx.maybe(plannedOnce`
      select 1 from calculations where user_id = ${userId} and id = ${id} and (state = 'cancelled' or fence <> ${token})`)
    return taken !== undefined
  })
}

function write(db: Database, fence: Fence, stage: Stage, done: number, total: number) {
  return writeUnderFence(db, fence, async (tx) => {
    await tx.run(plannedOnce`
      update calculations set stage = ${stage}, done = ${done}, total = ${total}
      where user_id = ${fence.userId} and id = ${fence.id}`)
    await notify(tx, fence.userId, {
      type: 'calculation',
      id: fence.id,
      status: 'running',
      stage,
      done,
      total,
      unit: unitOf(stage),
      message: String(percentOf('running', stage, done, total)),
    })
  })
}

/**
 * Give a calculation up, with a reason for its customer; what was calculated before stands.
 *
 * @param transactionId of what the reason is about, where it is one transaction.
 */
export function fail(db: Database, fence: Fence, reason: string, transactionId: string | null = null) {
  return writeUnderFence(db, fence, async (tx) => {
    await tx.run(plannedOnce`
      update calculations set state = 'failed', reason_code = ${reason},
        reason_transaction_id = ${transactionId}::uuid, finished_at = now()
      where user_id = ${fence.userId} and id = ${fence.id}`)
    await notify(tx, fence.userId, { type: 'calculation', id: fence.id, status: 'failed', message: reason })
    await mailOutcome(tx, fence.userId, 'calculation', fence.id)
    await webhookOutcome(tx, fence.userId, 'calculation', fence.id)
  })
}
