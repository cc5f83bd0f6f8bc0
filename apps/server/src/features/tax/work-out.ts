import { setImmediate as turn } from 'node:timers/promises'
import { fill, INVARIANT_BROKEN, INVARIANT_WORDS } from '@lotbook/contract'
import {
  CalculationInputError,
  InvariantBroken,
  manifestOfHashes,
  holdTableToInvariants,
  resultText,
  type Invariant,
  type ResultTable,
} from '@lotbook/tax'
import type { Database, Tx } from '../../platform/database.ts'
import { FenceLost, writeUnderFence, type Fence } from '../../platform/fence.ts'
import { inTurn } from '../../platform/in-turn.ts'
import { notify } from '../../platform/notify.ts'
import { identifier, sql } from '../../platform/sql.ts'
import { refreshStatisticsOfResults } from '../../platform/statistics.ts'
import { collectInput, type Collected } from './collect-input.ts'
import type { Stage } from './calculation-state.ts'
import { pack } from './packed-calculation.ts'
import { NO_RANGES } from './row-ranges.ts'
import { storeResults } from './store-results.ts'
import { writeFindings } from './write-findings.ts'

/** What came of a calculation. Refused is one whose input is wrong, or whose result broke an invariant: nothing of it is kept. */
export type WorkedOut =
  | { readonly result: 'done' | 'fence-lost' }
  | { readonly result: 'refused'; readonly reason: string; readonly broken?: readonly Invariant[] }

/**
 * Work a calculation out, from rows to rows: read the journal, calculate, hold the result to the engine's invariants (N16), and
 * write it whole under its fence.
 */
export async function workOut(
  db: Database,
  fence: Fence,
  onProgress: (stage: Stage, done: number, total: number) => void,
  collect: typeof collectInput = collectInput,
): Promise<WorkedOut> {
  const progress = (stage: Stage) => (done: number, total: number) => onProgress(stage, done, total)
  try {
    const collected = await collect(db, fence, progress('Collecting transactions'))
    const { names, transactions } = collected
    const result = collected.calculateTable({
      onProgress: ({ stage, done, total }) => onProgress(stage, done, total),
    })
    const belowZero = collected.negativeBalances(result.warnings)
    await writeUnderFence(db, fence, async (tx) => {
      const { userId, id } = fence
      // The database takes the rows while they are checked and packed here; nothing is kept before both are done.
      const alone = inTurn(1)
      const stored = storeResults(tx, id, result, collected, NO_RANGES, progress('Writing results'), alone)
      const checked = checkAndKeepTexts(tx, fence, collected, result, alone)
      await Promise.allSettled([stored, checked])
      // What is wrong with a result the check says better than the database.
      const { invariants, inputHash, resultHash, kept } = await checked
      await stored
      await Promise.all(kept)
      const manifest = manifestOfHashes(collected.engine, transactions, inputHash, resultHash, invariants)
      await writeFindings(tx, userId, result, belowZero, names)
      await tx.run(sql`
        update calculations set state = 'done', stage = 'Done', done = ${transactions},
          total = ${transactions}, journal_version = ${collected.journalVersion},
          settings = ${JSON.stringify(collected.settings)}::jsonb, engine_version = ${manifest.engine_version},
          rules_version = ${manifest.rules_version}, input_hash = decode(${manifest.input_hash}, 'hex'),
          result_hash = decode(${manifest.result_hash}, 'hex'), manifest = ${JSON.stringify(manifest)}::jsonb,
          rule_sets = ${JSON.stringify(result.ruleSets)}::jsonb,
          totals = ${JSON.stringify({ years: result.years, transactions })}::jsonb,
          finished_at = clock_timestamp()
        where user_id = ${userId} and id = ${id}`)
      await notify(tx, userId, { type: 'calculation', id, status: 'done' })
    })
    await refreshStatisticsOfResults(db, result.disposals.rows.count)
    return { result: 'done' }
  } catch (error) {
    if (error instanceof FenceLost) return { result: 'fence-lost' }
    if (error instanceof CalculationInputError) return { result: 'refused', reason: error.message }
    if (error instanceof InvariantBroken)
      return { result: 'refused', reason: reasonOf(error.broken), broken: error.broken }
    throw error
  }
}

/** In small steps: what the database takes in meanwhile is handed over between them. Texts are handed over as they are packed. */
async function checkAndKeepTexts(
  tx: Tx,
  fence: Fence,
  collected: Collected,
  result: ResultTable,
  alone: ReturnType<typeof inTurn>,
) {
  const kept: Promise<unknown>[] = []
  const keep = async (column: 'packed_input' | 'packed_result', text: Iterable<Uint8Array>) => {
    const { bytes, sha256 } = await pack(text)
    const taken = alone(() =>
      tx.run(sql`
        update calculations set ${identifier(column)} = ${bytes} where user_id = ${fence.userId} and id = ${fence.id}`),
    )
    // Awaited at the end, after the rows: what went wrong with those is the cause.
    taken.catch(() => {})
    kept.push(taken)
    return sha256
  }
  const resultHash = await keep('packed_result', resultText(result))
  const inputHash = await keep('packed_input', collected.inputText())
  const steps = holdTableToInvariants(result, collected.engine)
  for (;;) {
    const { done, value: invariants } = steps.next()
    if (done === true) return { invariants, inputHash, resultHash, kept }
    await turn()
  }
}

function reasonOf(broken: readonly Invariant[]): string {
  const names = broken.map((name) => INVARIANT_WORDS[name]?.title ?? name)
  return fill(INVARIANT_BROKEN, { names: names.join('; ') })
}
