import { setImmediate as turn } from 'node:timers/promises'
import { fill, INVARIANT_BROKEN } from '@lotbook/contract'
import { INVARIANT_WORDS } from '@lotbook/journal'
import { CalculationInputError } from '@lotbook/rules'
import {
  ComingResult,
  InvariantBroken,
  manifestOfHashes,
  holdTableToInvariants,
  resultParts,
  type Invariant,
  type LotRows,
  type ResultTable,
} from '@lotbook/tax'
import type { Database, Tx } from '../../platform/database.ts'
import { FenceLost, writeLongUnderFence, type Fence } from '../../platform/fence.ts'
import { inTurn } from '../../platform/in-turn.ts'
import { notify } from '../../platform/notify.ts'
import { mailOutcome } from '../../platform/outcome-mail.ts'
import { webhookOutcome } from '../../platform/outcome-webhook.ts'
import { plannedOnce } from '../../platform/sql.ts'
import { refreshStatisticsOfResults } from '../../platform/statistics.ts'
import type { Stage } from './calculation-state.ts'
import { CannotGoOn, collectToKeep, type CollectedToKeep, type CollectOptions } from './collect-to-keep.ts'
import { keepStretches } from '../keep/input-stretches.ts'
import { keepCheckpoints } from './keep-checkpoints.ts'
import { refusedInput, type RefusedInput } from '../collect/refused-input.ts'
import { NO_RANGES, rangesOf } from '../keep/row-ranges.ts'
import { storeResults } from '../keep/store-results.ts'
import { keepText } from '../keep/keep-text.ts'
import { readAhead, type BlocksRead } from '../keep/text-blocks.ts'
import { emptyRecentCalculation, type RecentCalculation } from '../keep/recent-calculation.ts'
import { oneForOnePairs } from '../keep/one-for-one-pairs.ts'
import { writeFindings } from '../keep/write-findings.ts'

/** Outcome of a calculation. It is refused when its input is wrong or its result broke an invariant: nothing of it is kept. */
export type WorkedOut =
  | {
      readonly result: 'done'
      /** Why it did not go on from a checkpoint that seemed to hold, but began at the start. */
      readonly begunAnew?: string
    }
  | { readonly result: 'fence-lost' }
  | {
      readonly result: 'refused'
      readonly reason: string
      readonly broken?: readonly Invariant[]
      /** The part of the input that is refused, where that is why. */
      readonly input?: Pick<RefusedInput, 'transactionId' | 'detail'>
    }

export interface WorkOutOptions {
  readonly collect?: typeof collectToKeep
  /** State that earlier calculations left in this thread. Resuming from it gives the same as reading anew. */
  readonly recent?: RecentCalculation
}

type OnProgress = (stage: Stage, done: number, total: number) => void

/**
 * Work a calculation out, from rows to rows: read the journal, calculate, hold the result to the engine's
 * invariants (N16), and write it whole under its fence. Where nothing changed before a checkpoint of the
 * newest calculation it goes on from there; if that does not come out right, it starts over from the
 * beginning.
 */
export async function workOut(
  db: Database,
  fence: Fence,
  onProgress: OnProgress,
  { collect = collectToKeep, recent = emptyRecentCalculation() }: WorkOutOptions = {},
): Promise<WorkedOut> {
  const attempt = async (options?: CollectOptions) => {
    // A run that begins at the start because a resumed one went wrong takes nothing over.
    const here = options?.isWhole === true ? emptyRecentCalculation() : recent
    const progress = (done: number, total: number) => onProgress('Collecting transactions', done, total)
    const collected = await collect(db, fence, progress, { ...options, recent: here })
    const mayBeginAnew = collected.from !== undefined || collected.keptStretches.blocks.size > 0
    try {
      await calculateAndKeep(db, fence, collected, onProgress, here)
    } catch (error) {
      throw mayBeginAnew && !(error instanceof FenceLost) ? new CannotGoOn(error) : error
    }
  }
  try {
    try {
      await attempt()
      return { result: 'done' }
    } catch (error) {
      if (!(error instanceof CannotGoOn)) throw error
      await attempt({ isWhole: true })
      return { result: 'done', begunAnew: String(error.cause) }
    }
  } catch (error) {
    if (error instanceof FenceLost) return { result: 'fence-lost' }
    if (error instanceof CalculationInputError) {
      const { reason, ...input } = await refusedInput(db, fence.userId, error)
      return { result: 'refused', reason, input }
    }
    if (error instanceof InvariantBroken)
      return { result: 'refused', reason: reasonOf(error.broken), broken: error.broken }
    throw error
  }
}

async function calculateAndKeep(
  db: Database,
  fence: Fence,
  collected: CollectedToKeep,
  onProgress: OnProgress,
  recent: RecentCalculation,
): Promise<void> {
  const { names, transactions, from } = collected
  const { userId, id } = fence
  let workedOut: WorkedOutHere | undefined
  await writeLongUnderFence(db, fence, {
    async work(tx, stillWanted) {
      const inherited = from === undefined ? NO_RANGES : await rangesOf(tx, userId, from.calculationId)
      // Read before rows are written, as is all that the texts go on from.
      const here =
        from === undefined
          ? collected.keptStretches.here
          : await readAhead(tx, userId, from.kept.blocks, recent)
      const coming = new ComingResult(
        collected.calculateInSteps({
          borders: collected.borders.map(({ event }) => event),
          onProgress: ({ stage, done, total }) => onProgress(stage, done, total),
        }),
        turn,
      )
      // The database takes the rows while they are worked out, checked and packed here; nothing is kept before all is done.
      const alone = inTurn(1)
      const stored = storeResults(
        tx,
        fence,
        coming,
        collected,
        inherited,
        (done, total) => onProgress('Writing results', done, total),
        { alone, stillWanted, lotsLeft: recent.lots },
      )
      const checked = coming.whole.then((result) =>
        checkAndKeepTexts(tx, fence, { ...collected, here, recent }, result, alone),
      )
      const belowZero = Promise.all([coming.whole, checked]).then(([result]) =>
        collected.negativeBalances(result.warnings),
      )
      await Promise.allSettled([stored, belowZero])
      // Whatever came of both: nothing may still be asked of the transaction once it is over.
      await alone(() => Promise.resolve())
      // The check names a fault of the result better than the database does.
      const [result, kept] = [await coming.whole, await checked]
      const lots = await stored
      const { input, output, states } = kept
      await Promise.all([input.stored, output.stored])
      // Others write the following rows too, so a worker that was overtaken must not get in their way.
      await stillWanted()
      const pairs = await oneForOnePairs(tx, userId, id, collected.engine)
      await writeFindings(tx, userId, result, await belowZero, names, pairs, from?.kept.effects)
      const checkpoints = await keepCheckpoints(
        tx,
        fence,
        collected,
        result,
        { input, output, states },
        recent,
      )
      await keepStretches(tx, userId, collected.stretches, input, from === undefined)
      await tellJournal(tx, userId, id)
      workedOut = { result, kept, lots, checkpoints }
    },
    async finish(tx) {
      if (workedOut === undefined) throw new Error('nothing was worked out')
      const { result, kept, checkpoints } = workedOut
      const { invariants, input, output } = kept
      const manifest = manifestOfHashes(
        collected.engine,
        transactions,
        input.sha256,
        output.sha256,
        invariants,
      )
      await tx.run(plannedOnce`
        update calculations set state = 'done', stage = 'Done', done = ${transactions},
          total = ${transactions}, journal_version = ${collected.journalVersion},
          settings = ${JSON.stringify(collected.settings)}::jsonb, engine_version = ${manifest.engine_version},
          rules_version = ${manifest.rules_version}, input_hash = decode(${manifest.input_hash}, 'hex'),
          result_hash = decode(${manifest.result_hash}, 'hex'), manifest = ${JSON.stringify(manifest)}::jsonb,
          input_blocks = ${input.blocks}, result_blocks = ${output.blocks}, checkpoints = ${checkpoints},
          rule_sets = ${JSON.stringify(result.ruleSets)}::jsonb,
          totals = ${JSON.stringify({ years: result.years, transactions })}::jsonb,
          finished_at = clock_timestamp()
        where user_id = ${userId} and id = ${id}`)
      await notify(tx, userId, { type: 'calculation', id, status: 'done' })
      await mailOutcome(tx, userId, 'calculation', id)
      await webhookOutcome(tx, userId, 'calculation', id)
    },
  })
  const lots = workedOut?.lots
  recent.lots = lots && { rows: lots, calculationId: id }
  await refreshStatisticsOfResults(db, workedOut?.result.disposals.rows.count ?? 0)
}

interface WorkedOutHere {
  readonly result: ResultTable
  readonly kept: CheckedAndKept
  readonly lots: LotRows | undefined
  /** Checkpoints that the next run may resume from. */
  readonly checkpoints: readonly string[]
}

/** The journal knows how many questions are open, and whose lots it has: from when all of both are written. */
async function tellJournal(tx: Tx, userId: string, calculationId: string): Promise<void> {
  await tx.run(plannedOnce`
    update journals set lots_of = ${calculationId}, review = (
      select count(*) from findings f where f.user_id = ${userId} and f.state = 'open' and f.severity <> 'info'
    ) where user_id = ${userId}`)
}

type CheckedAndKept = Awaited<ReturnType<typeof checkAndKeepTexts>>

/** In small steps: what the database takes in meanwhile is handed over between them. Texts are handed over as they are packed. */
async function checkAndKeepTexts(
  tx: Tx,
  { userId }: Fence,
  collected: CollectedToKeep & { readonly here: BlocksRead; readonly recent: RecentCalculation },
  result: ResultTable,
  alone: ReturnType<typeof inTurn>,
) {
  const borders = collected.borders.map(({ event }) => event)
  const before = collected.from?.kept
  const plan = { borders, ...(before === undefined ? {} : { kept: before.blocks }) }
  // Each reads what is kept already while the other is hashed.
  const texts = [
    keepText(tx, userId, resultParts(result, plan), alone, collected.here, collected.recent),
    keepText(tx, userId, collected.inputText(plan), alone, collected.here, collected.recent),
  ] as const
  await Promise.allSettled(texts)
  const [output, input] = [await texts[0], await texts[1]]
  const states = new Map<number, Uint8Array>()
  const steps = holdTableToInvariants(result, collected.engine, {
    borders,
    onBorder: (event, state) => states.set(event, state),
    ...(before === undefined ? {} : { from: before.check }),
  })
  for (;;) {
    const { done, value: invariants } = steps.next()
    if (done === true) return { invariants, input, output, states }
    await turn()
  }
}

function reasonOf(broken: readonly Invariant[]): string {
  const names = broken.map((name) => INVARIANT_WORDS[name]?.title ?? name)
  return fill(INVARIANT_BROKEN, { names: names.join('; ') })
}
