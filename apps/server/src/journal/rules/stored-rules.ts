import type { Rule } from '@lotbook/contract'
import { sourceBySlug } from '@lotbook/sources'
import type { Tx } from '../../platform/database.ts'
import { sql } from '../../platform/sql.ts'
import type { PlannedRule } from './plan-rules.ts'
import { ruleNames, ruleSentence } from './rule-sentence.ts'

/** The rules that are asked, in their order. */
export function rulesThatAreOn(tx: Tx, userId: string): Promise<PlannedRule[]> {
  return tx.all<PlannedRule>(sql`
    select id, revision, condition, result from rules
    where user_id = ${userId} and is_active and deleted_at is null order by position, id`)
}

/** All rules in their order, each with how many transactions are what it made them. */
export async function listRules(tx: Tx, userId: string): Promise<Rule[]> {
  const rows = await tx.all<
    Omit<Rule, 'sentence' | 'rows' | 'created_at' | 'saved_at'> & {
      rows: string
      created_at: Date
      saved_at: Date
    }
  >(sql`
    select r.id, r.condition, r.result, r.is_active, r.created_at, r.saved_at, coalesce(n.rows, 0) as rows
    from rules r left join (
      select c.rule_id, count(*) as rows from changes c
      join edits e on (e.user_id, e.change_id) = (c.user_id, c.id) and e.withdrawn_at is null
      where c.user_id = ${userId} and c.rule_id is not null and c.undone_at is null
        and e.target_id not in (select t.id from transactions t where t.user_id = ${userId} and t.deleted_at is not null)
      group by c.rule_id
    ) n on n.rule_id = r.id
    where r.user_id = ${userId} and r.deleted_at is null order by r.position, r.id`)
  const names = await ruleNames(tx, userId, rows)
  return rows.map((row) => ({
    ...row,
    sentence: ruleSentence(row, names),
    rows: Number(row.rows),
    created_at: row.created_at.toISOString(),
    saved_at: row.saved_at.toISOString(),
  }))
}

/** The sources that a customer has accounts of. */
export async function sourcesThere(tx: Tx, userId: string): Promise<{ slug: string; name: string }[]> {
  const rows = await tx.all<{ slug: string }>(sql`
    select distinct source_slug as slug from accounts where user_id = ${userId} and deleted_at is null order by slug`)
  return rows.map(({ slug }) => ({ slug, name: sourceBySlug(slug)?.name ?? slug }))
}
