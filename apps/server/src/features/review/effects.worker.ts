// Entry of the thread that works out what deeds would change, so that the event loop of the server does not.
import type { DecisionEffect, ReviewAnswer } from '@lotbook/contract'
import { CalculationInputError } from '@lotbook/rules'
import { compareYears, type CalculationResult } from '@lotbook/tax'
import { self, withSubject, type Database, type Tx } from '../../platform/database.ts'
import { Refusal } from '../../platform/refusal.ts'
import { serveThread } from '../../platform/serve-thread.ts'
import { sql } from '../../platform/sql.ts'
import { unpricedAs } from '../../journal/findings/unpriced-as.ts'
import { saveAndSettle, type DraftedRule } from '../../journal/rules/save-rule.ts'
import { collectWithin, type Collected } from '../../calculating/collect/collect-input.ts'
import { refusedInput } from '../../calculating/collect/refused-input.ts'
import { answerFinding } from './answer-finding.ts'
import type { Editor } from '../../journal/transactions/editor.ts'

/** A change of the journal that is previewed before it is decided. */
export type Deed =
  | { readonly kind: 'answer'; readonly findingId: string; readonly answer: ReviewAnswer }
  | { readonly kind: 'rule'; readonly rule: DraftedRule }

export interface EffectsTask {
  readonly userId: string
  readonly deeds: readonly Deed[]
}

/** One deed worked out, in their order; or how far it is. */
export type EffectsMessage =
  | { readonly effect: DecisionEffect }
  | { readonly stage: string; readonly done: number; readonly total: number }

/** Figures of a journal, and its transactions that count at $0.00 because their value is unknown. */
interface Outcome {
  readonly years: CalculationResult['years']
  readonly unpriced: ReadonlySet<string>
}

interface Refused {
  readonly refused: string
}

/** How long another writer of the journal is waited for. */
const LOCK_TIMEOUT = '10s'

type Tell = (message: EffectsMessage) => void

serveThread<EffectsTask, EffectsMessage>(
  async (db, { userId, deeds }, tell) => {
    const before = await outcomeOf(db, userId, async () => {}, tell)
    for (const deed of deeds) {
      const editor = { userId, actorId: userId, now: new Date() }
      const after = await outcomeOf(db, userId, (tx) => perform(tx, editor, deed, tell), tell)
      tell({ effect: effectOf(before, after) })
    }
  },
  { poolSize: 1 },
)

/** After less before. Where nothing can be calculated before, the figures of after are all that there is to tell. */
function effectOf(before: Outcome | Refused, after: Outcome | Refused): DecisionEffect {
  if ('refused' in after) return { refused: after.refused, mends: false, years: [], unpriced: 0 }
  const mends = 'refused' in before
  return {
    refused: null,
    mends,
    years: compareYears(mends ? {} : before.years, after.years),
    unpriced: mends ? after.unpriced.size : after.unpriced.difference(before.unpriced).size,
  }
}

/** The years as they would be, did `change` happen; or why they cannot be calculated, or why it cannot happen. */
async function outcomeOf(
  db: Database,
  userId: string,
  change: (tx: Tx) => Promise<unknown>,
  tell: Tell,
): Promise<Outcome | Refused> {
  try {
    return await outcomeAfter(db, userId, change, tell)
  } catch (error) {
    return { refused: await whyRefused(db, userId, error) }
  }
}

/** In words for a person; a fault is thrown on. */
async function whyRefused(db: Database, userId: string, error: unknown): Promise<string> {
  if (error instanceof CalculationInputError) return (await refusedInput(db, userId, error)).reason
  if (!(error instanceof Refusal)) throw error
  // The message of a field says more than the general one.
  const [refused = error.message] = Object.values(error.fields ?? {})
  return refused
}

/** The years as they would be, did `change` happen; it never does. */
async function outcomeAfter(
  db: Database,
  userId: string,
  change: (tx: Tx) => Promise<unknown>,
  tell: Tell,
): Promise<Outcome> {
  let collected: Collected | undefined
  let unpriced = new Set<string>()
  const rolledBack = new Error('rolled back')
  try {
    await withSubject(db, self(userId), async (tx) => {
      await tx.all(sql`select set_config('lock_timeout', ${LOCK_TIMEOUT}, true)`)
      await change(tx)
      unpriced = await withoutPrice(tx, userId)
      collected = await collectWithin(tx, userId, (done, total) =>
        tell({ stage: 'Reading transactions', done, total }),
      )
      throw rolledBack
    })
  } catch (error) {
    if (error !== rolledBack) throw error
  }
  if (collected === undefined) throw new Error('nothing was collected')
  const { transactions, calculate } = collected
  tell({ stage: 'Calculating', done: 0, total: transactions })
  const { years } = calculate({
    onProgress: ({ done, total }) => tell({ stage: 'Calculating', done, total }),
  })
  return { years, unpriced }
}

/**
 * Transactions that count at $0.00 because nothing knows what they are worth, whether or not a person accepted that. What is given
 * away, lost or stolen moves no figure of a year by its value.
 */
async function withoutPrice(tx: Tx, userId: string): Promise<Set<string>> {
  const rows = await tx.all<{ subject_id: string }>(sql`
    select f.subject_id from findings f join transactions t on t.user_id = f.user_id and t.id = f.transaction_id
    where f.user_id = ${userId} and f.code = 'missing_price' and f.subject = 'transaction' and f.state <> 'resolved'
      and ${unpricedAs} = 'nothing'
      and not (t.type = 'outgoing' and t.sub_type in ('gift_sent', 'lost', 'stolen') and t.fee_asset is null)`)
  return new Set(rows.map((row) => row.subject_id))
}

function perform(tx: Tx, editor: Editor, deed: Deed, tell: Tell): Promise<unknown> {
  switch (deed.kind) {
    case 'answer':
      return answerFinding(tx, editor, deed.findingId, deed.answer)
    case 'rule':
      tell({ stage: 'Changing transactions', done: 0, total: 0 })
      return saveAndSettle(tx, editor, deed.rule)
  }
}
