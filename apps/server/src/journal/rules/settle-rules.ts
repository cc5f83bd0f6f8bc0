import type { Tx } from '../../platform/database.ts'
import { sql } from '../../platform/sql.ts'
import { joinedByHash } from '../../platform/statistics.ts'
import { type Spot, spotOf } from '../matching/match-sides.ts'
import { type ChangeEdit, recordChange } from '../transactions/changes.ts'
import { layEdits } from '../transactions/overlay.ts'
import { planOf, type PlannedRow, type PlannedRule, type PlanOptions } from './plan-rules.ts'
import { ruleNames, ruleSentence } from './rule-sentence.ts'
import { rulesThatAreOn } from './stored-rules.ts'
import type { Editor } from '../transactions/editor.ts'

export interface SettledRules {
  /** One for each rule that changed rows. */
  readonly changeIds: readonly string[]
  /** Transactions that are not as they were. */
  readonly touched: readonly string[]
  /** The sides of transfers that these were before. */
  readonly was: readonly Spot[]
  readonly changed: number
  readonly takenBack: number
  /** Transactions that stay as they are, by the reason. */
  readonly leftOut: Readonly<Record<'edited' | 'unfit' | 'filed' | 'locked', number>>
}

const NOTHING: SettledRules = {
  changeIds: [],
  touched: [],
  was: [],
  changed: 0,
  takenBack: 0,
  leftOut: { edited: 0, unfit: 0, filed: 0, locked: 0 },
}

/**
 * Make transactions what the rules that are on make of them: what a rule changes is an edit of its own, beneath those of
 * persons, in one change for each rule. Asked again it does nothing. Whoever calls has the journal and settles it.
 */
export async function settleRules(
  tx: Tx,
  editor: Editor,
  journalVersion: string,
  ids: PlanOptions['ids'],
  takeBack: readonly string[] = [],
): Promise<SettledRules> {
  const { userId } = editor
  const rules = await rulesThatAreOn(tx, userId)
  if ((rules.length === 0 && takeBack.length === 0) || ids.length === 0) return NOTHING
  const rows = await joinedByHash(
    tx,
    () =>
      tx.all<PlannedRow>(sql`
      select id, rule_place, act, edit_id, type, sub_type, is_ignored, after
      from (${planOf(userId, { rules, ids, takeBack })}) p where act <> 'same' order by at, id`),
    ids === 'all' ? Infinity : ids.length,
  )
  const moved = rows.filter(({ act }) => act === 'change' || act === 'back')
  await tx.run(sql`
    update edits set withdrawn_at = ${editor.now} where user_id = ${userId}
      and id = any (${moved.flatMap(({ edit_id }) => edit_id ?? [])})`)
  const changeIds: string[] = []
  for (const [place, rule] of rules.entries()) {
    const ruled = moved.filter((row) => row.act === 'change' && row.rule_place === place)
    if (ruled.length === 0) continue
    const edits = ruled.map((row) => ({
      target: 'transaction' as const,
      targetId: row.id,
      before: Object.fromEntries(
        Object.keys(row.after).map((field) => [field, row[field as keyof typeof row.after]]),
      ),
      after: row.after,
    }))
    changeIds.push(await recordRuled(tx, editor, rule, edits))
  }
  const touched = moved.map(({ id }) => id)
  const was: Spot[] = []
  await layEdits(tx, { userId, journalVersion }, touched, (before) => was.push(...spotOf(before)))
  const count = (act: PlannedRow['act']) => rows.filter((row) => row.act === act).length
  return {
    changeIds,
    touched,
    was,
    changed: count('change'),
    takenBack: count('back'),
    leftOut: {
      edited: count('edited'),
      unfit: count('unfit'),
      filed: count('filed'),
      locked: count('locked'),
    },
  }
}

/** Write down what a rule did as one change. */
export async function recordRuled(
  tx: Tx,
  editor: Editor,
  rule: PlannedRule,
  edits: readonly ChangeEdit[],
): Promise<string> {
  // As it reads now: the rule may read otherwise one day.
  const summary = ruleSentence(rule, await ruleNames(tx, editor.userId, [rule]))
  return recordChange(tx, editor, { kind: 'rule', summary, edits, ruleId: rule.id })
}
