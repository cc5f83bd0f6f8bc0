import type { RulePreview } from '@lotbook/contract'
import { typeLabel, type TransactionType } from '@lotbook/journal'
import type { Tx } from '../../platform/database.ts'
import { newId } from '../../platform/ids.ts'
import { sql } from '../../platform/sql.ts'
import { joinedByHash } from '../../platform/statistics.ts'
import {
  listedRows,
  newestCalculation,
  transactionRow,
  type ListedRow,
} from '../../journal/transactions/transaction-rows.ts'
import { planOf, type PlannedRow, type PlannedRule } from '../../journal/rules/plan-rules.ts'
import { conditionOf, imported } from '../../journal/rules/rule-condition.ts'
import { ruleNames, ruleSentence } from '../../journal/rules/rule-sentence.ts'
import { checkedDraft, type DraftedRule } from '../../journal/rules/save-rule.ts'

/** The most rows shown. */
const ROWS = 10

type Counted = Pick<PlannedRow, 'rule_place' | 'act'> & { readonly count: string; readonly transfers: string }

/** Preview of a rule's effect on the past (N18), worked out as saving does it; nothing is written. */
export async function previewRule(tx: Tx, userId: string, drafted: DraftedRule): Promise<RulePreview> {
  const draft = await checkedDraft(tx, userId, drafted)
  const { rules, place } = placed(await allRules(tx, userId), drafted.id, draft)
  const plan = planOf(userId, { rules, ids: 'all' })
  const { counts, first } = await joinedByHash(tx, () =>
    tx.one<{ counts: Counted[]; first: PlannedRow[] }>(sql`
    with p as materialized (${plan})
    select
      (select coalesce(jsonb_agg(c), '[]') from (
        select rule_place, act, count(*)::text as count, (count(*) filter (where matched_as is not null))::text as transfers
        from p where act is not null group by rule_place, act) c) as counts,
      (select coalesce(jsonb_agg(f), '[]') from (
        select id, rule_place, act, type, sub_type, is_ignored, after from p where act = 'change' order by at desc, id desc limit ${ROWS}
      ) f) as first`),
  )
  const { matching } = await tx.one<{ matching: string }>(sql`
    select count(*) as matching from transactions t join accounts a on (a.user_id, a.id) = (t.user_id, t.account_id) ${imported}
    where t.user_id = ${userId} and t.deleted_at is null and ${conditionOf(draft.condition)}`)
  const sum = (which: (row: Counted) => boolean, of: 'count' | 'transfers' = 'count') =>
    counts.filter(which).reduce((all, row) => all + Number(row[of]), 0)
  const left = (act: PlannedRow['act']) => sum((row) => row.rule_place === place && row.act === act)
  return {
    sentence: ruleSentence(draft, await ruleNames(tx, userId, [draft])),
    matching: Number(matching),
    changes: sum((row) => row.act === 'change'),
    back: sum((row) => row.act === 'back'),
    transfers: sum((row) => row.act === 'change', 'transfers'),
    left_out: {
      edited: left('edited'),
      earlier_rule: Number(matching) - sum((row) => row.rule_place === place),
      unfit: left('unfit'),
      filed: left('filed'),
      locked: left('locked'),
    },
    rows: await shown(tx, userId, first),
  }
}

interface StoredRule extends PlannedRule {
  readonly is_active: boolean
}

function allRules(tx: Tx, userId: string): Promise<StoredRule[]> {
  return tx.all<StoredRule>(sql`
    select id, revision, condition, result, is_active from rules
    where user_id = ${userId} and deleted_at is null order by position, id`)
}

/** The rules that would be on, and the place of the draft among them. */
function placed(
  stored: readonly StoredRule[],
  id: string | undefined,
  draft: Pick<PlannedRule, 'condition' | 'result'>,
): { rules: PlannedRule[]; place: number } {
  const before = stored.find((rule) => rule.id === id)
  const rules =
    before === undefined
      ? [...stored.filter((rule) => rule.is_active), { ...draft, id: newId(), revision: 1 }]
      : stored
          .filter((rule) => rule.is_active || rule === before)
          .map((rule) => (rule === before ? { ...draft, id: rule.id, revision: rule.revision + 1 } : rule))
  return { rules, place: before === undefined ? rules.length - 1 : rules.findIndex((rule) => rule.id === id) }
}

async function shown(tx: Tx, userId: string, first: readonly PlannedRow[]): Promise<RulePreview['rows']> {
  const planned = new Map(first.map((row) => [row.id, row]))
  const rows = await tx.all<ListedRow>(
    listedRows(
      userId,
      newestCalculation(userId),
      sql`select unnest(${[...planned.keys()]}::uuid[]) as id`,
      sql`order by at desc, id desc`,
    ),
  )
  return rows.map((row) => {
    const transaction = transactionRow(row)
    return { transaction, before: transaction.label, after: labelAfter(planned.get(row.id)) }
  })
}

function labelAfter(row: PlannedRow | undefined): string {
  if (row === undefined) return ''
  if (row.after.is_ignored === true) return 'Ignored'
  const { type, sub_type } = { ...row, ...row.after }
  return typeLabel(type as TransactionType, sub_type)
}
