import type { DecisionEffect, ReviewAnswer } from '@lotbook/contract'
import { withSubject, type Database, type Who } from '../../platform/database.ts'
import { refuse } from '../../platform/refusal.ts'
import { sql } from '../../platform/sql.ts'
import { effectsInThread } from './effects-in-thread.ts'
import { keepEffects, knownEffects } from './kept-effects.ts'

/** Time limit of a preview; a deed that takes longer has none. */
const TIME_LIMIT_MS = 60_000

/** Effects of the answers to an item of the queue; null for answers that could not be worked out in time. */
export async function workOutEffects(
  db: Database,
  who: Who,
  findingId: string,
  answers: readonly ReviewAnswer[],
): Promise<(DecisionEffect | null)[]> {
  const userId = who.subjectId
  const { journalVersion, keys, known } = await withSubject(db, who, async (tx) => {
    const there = await tx.maybe(sql`
      select 1 from findings where user_id = ${userId} and id = ${findingId} and state <> 'resolved'`)
    if (there === undefined) refuse('not_found')
    return knownEffects(
      tx,
      userId,
      answers.map(({ note: _note, ...answer }) => [findingId, answer]),
    )
  })
  const open = answers.filter((_answer, i) => !known.has(keys[i] ?? ''))
  if (open.length > 0) {
    const found = await effectsInThread(
      db,
      { userId, deeds: open.map((answer) => ({ kind: 'answer', findingId, answer })) },
      { limitMs: TIME_LIMIT_MS },
    )
    const worked = open.flatMap((answer, i) => {
      const effect = found[i]
      const key = keys[answers.indexOf(answer)]
      if (effect === undefined || key === undefined) return []
      known.set(key, effect)
      return [{ key, effect }]
    })
    await keepEffects(db, userId, journalVersion, worked)
  }
  return keys.map((key) => known.get(key) ?? null)
}
