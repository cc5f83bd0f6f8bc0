import type { DecisionEffect } from '@lotbook/contract'
import type { Tx } from '../../platform/database.ts'
import { sql } from '../../platform/sql.ts'
import { startRun } from '../../journal/acts/journal-run.ts'
import { knownEffects, type KnownEffects } from '../review/kept-effects.ts'
import { checkedDraft, type DraftedRule } from '../../journal/rules/save-rule.ts'
import { rulesThatAreOn } from '../../journal/rules/stored-rules.ts'
import type { Editor } from '../../journal/transactions/editor.ts'

/** Effect of saving a rule on the figures, if it is stored already; under the rules as they are. */
export async function ruleEffectKnown(tx: Tx, userId: string, rule: DraftedRule): Promise<KnownEffects> {
  const draft = await checkedDraft(tx, userId, rule)
  return knownEffects(tx, userId, [['rule', rule.id ?? null, draft, await rulesThatAreOn(tx, userId)]])
}

/** Effect of saving a rule on the figures, or the job that works it out. A new request cancels the one before. */
export async function askRuleEffect(
  tx: Tx,
  editor: Editor,
  rule: DraftedRule,
): Promise<{ data: DecisionEffect | null; run_id: string | null }> {
  const { userId } = editor
  const { keys, known } = await ruleEffectKnown(tx, userId, rule)
  const effect = known.get(keys[0] ?? '')
  await tx.run(sql`
    update journal_runs set state = 'cancelled', fence = fence + 1, finished_at = ${editor.now}
    where user_id = ${userId} and request ->> 'kind' = 'effect' and state in ('queued', 'running')`)
  if (effect !== undefined) return { data: effect, run_id: null }
  return { data: null, run_id: await startRun(tx, editor, { kind: 'effect', rule }) }
}
