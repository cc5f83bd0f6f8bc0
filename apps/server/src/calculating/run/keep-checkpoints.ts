import {
  effectsSoFar,
  eventAtPlace,
  ID_BYTES,
  worthKeeping,
  type Checkpoint,
  type ResultTable,
} from '@lotbook/tax'
import type { Tx } from '../../platform/database.ts'
import type { Fence } from '../../platform/fence.ts'
import type { RecentCalculation } from '../keep/recent-calculation.ts'
import { dropCheckpointsBut, keepCheckpoint } from '../keep/checkpoints.ts'
import type { CollectedToKeep } from './collect-to-keep.ts'
import type { KeptText } from '../keep/keep-text.ts'

/** State of the result at each border. */
interface KeptSoFar {
  readonly input: KeptText
  readonly output: KeptText
  /** State of the check, by the event of the border. */
  readonly states: ReadonlyMap<number, Uint8Array>
}

/**
 * Keep what the next calculation may go on from: a checkpoint at each chosen border, and earlier ones that
 * are still worth it. @returns their ids.
 */
export async function keepCheckpoints(
  tx: Tx,
  { userId }: Fence,
  collected: CollectedToKeep,
  result: ResultTable,
  { input, output, states }: KeptSoFar,
  recent: RecentCalculation,
): Promise<readonly string[]> {
  const { borders, resumable, from, names, transactions } = collected
  if (resumable === undefined) return []
  const balances = collected.balancesAt(
    result.warnings,
    borders.map(({ event }) => event),
  )
  const effects = effectsSoFar(
    result,
    names.transactionId,
    result.checkpoints.map(({ rows }) => rows),
    from?.kept.effects,
  )
  const there = [...(from?.ids ?? [])]
  for (const [n, { event, place, chunks }] of borders.entries()) {
    const engine = result.checkpoints[n]!
    const check = states.get(event)
    if (check === undefined) continue
    const spoken = new Set(balances[n]!.below.map(({ tx }) => tx))
    for (const { tx } of engine.warnings) if (tx !== null) spoken.add(tx)
    const kept = await keepCheckpoint(
      tx,
      userId,
      resumable,
      chunks,
      {
        engine,
        check,
        balances: balances[n]!,
        effects: effects[n]!,
        transactions: idsNamed(collected, result, engine),
        ids: new Map(Array.from(spoken, (tx) => [tx, names.transactionId(tx)])),
        blocks: {
          input: input.upTo('input', event),
          disposals: output.upTo('disposals', event),
          incomes: output.upTo('incomes', event),
          removals: output.upTo('removals', event),
        },
      },
      recent.checkpoints,
    )
    there.push({ id: kept, events: place })
  }
  const worth = worthKeeping(
    there.sort((a, b) => a.events - b.events),
    transactions,
  ).map((one) => one.id)
  await dropCheckpointsBut(tx, userId, worth)
  return worth
}

/** The ids of the transactions that a checkpoint names. */
function idsNamed(
  { eventIds }: Pick<CollectedToKeep, 'eventIds'>,
  { events }: ResultTable,
  { named }: Checkpoint,
): Uint8Array {
  const all = eventIds().transactions
  const ids = new Uint8Array(named.places.length * ID_BYTES)
  named.places.forEach((place, n) => {
    const event = eventAtPlace(events, place)!
    ids.set(all.subarray(event * ID_BYTES, (event + 1) * ID_BYTES), n * ID_BYTES)
  })
  return ids
}
