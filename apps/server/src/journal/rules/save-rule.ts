import { amountWords, MOST_RULES, type RuleDraft } from '@lotbook/contract'
import { isSubTypeOf } from '@lotbook/journal'
import { canonicalAmount } from '@lotbook/money'
import { sourceBySlug } from '@lotbook/sources'
import type { Tx } from '../../platform/database.ts'
import { newId } from '../../platform/ids.ts'
import { refuse } from '../../platform/refusal.ts'
import { sql, type Sql } from '../../platform/sql.ts'
import { assetGivenBy } from '../transactions/asset-given-by.ts'
import { fewOnly } from '../edits/edit-transaction.ts'
import { recount, writeJournal } from '../transactions/write-journal.ts'
import { settleJournal } from '../settling/settle-journal.ts'
import { settleRules } from './settle-rules.ts'
import type { Editor } from '../transactions/editor.ts'

/** A rule to save: in the place of the one with this id, else behind all others. */
export interface DraftedRule extends RuleDraft {
  readonly id?: string | undefined
}

/**
 * Keep a rule, switched on; whoever calls has it applied to the past. Refuses with the field that is wrong, and one that is there already.
 *
 * @returns its id.
 */
export async function saveRule(
  tx: Tx,
  { userId, now }: Pick<Editor, 'userId' | 'now'>,
  draft: DraftedRule,
): Promise<string> {
  const { condition, result } = await checkedDraft(tx, userId, draft)
  // One after the other, so that two cannot take one place, be the same, nor be too many together.
  await tx.one(sql`select 1 as held from customers where user_id = ${userId} for update`)
  await refuseTwice(tx, userId, { condition, result, id: draft.id })
  if (draft.id !== undefined) {
    const saved = await tx.run(sql`
      update rules set condition = ${JSON.stringify(condition)}::jsonb, result = ${JSON.stringify(result)}::jsonb,
        is_active = true, revision = revision + 1, saved_at = ${now}
      where user_id = ${userId} and id = ${draft.id} and deleted_at is null`)
    if (saved === 0) refuse('not_found')
    return draft.id
  }
  const { count, last } = await tx.one<{ count: string; last: number }>(sql`
    select count(*), coalesce(max(position), 0) as last from rules where user_id = ${userId} and deleted_at is null`)
  if (Number(count) >= MOST_RULES) refuse('invalid_input', `At most ${MOST_RULES} rules.`)
  const id = newId()
  await tx.run(sql`
    insert into rules (user_id, id, condition, result, position, created_at, saved_at)
    values (${userId}, ${id}, ${JSON.stringify(condition)}::jsonb, ${JSON.stringify(result)}::jsonb, ${last + 1}, ${now}, ${now})`)
  return id
}

/** The same rule again would never be asked: the first that holds wins. What a comment contains is asked whatever its case. */
async function refuseTwice(tx: Tx, userId: string, { id, condition, result }: DraftedRule): Promise<void> {
  const asked = (of: Sql) =>
    sql`case when ${of} ? 'text' then jsonb_set(${of}, '{text}', to_jsonb(lower(${of} ->> 'text'))) else ${of} end`
  const same = await tx.maybe<{ is_active: boolean }>(sql`
    select r.is_active from rules r, (select ${JSON.stringify(condition)}::jsonb as condition) d
    where r.user_id = ${userId} and r.deleted_at is null and r.id is distinct from ${id ?? null}::uuid
      and r.result = ${JSON.stringify(result)}::jsonb and ${asked(sql`r.condition`)} = ${asked(sql`d.condition`)}`)
  if (same === undefined) return
  refuse(
    'conflict',
    same.is_active
      ? 'This rule is there already.'
      : 'This rule is there already, switched off. Switch it on.',
  )
}

/** Save a rule and all that follows from it, at once. */
export async function saveAndSettle(tx: Tx, editor: Editor, draft: DraftedRule): Promise<void> {
  const { userId } = editor
  const journalVersion = await writeJournal(tx, userId)
  await saveRule(tx, editor, draft)
  const { touched, was } = await settleRules(tx, editor, journalVersion, 'all')
  await settleJournal(tx, userId, touched, { was: fewOnly(was, touched) })
  await recount(tx, userId)
}

/** A draft that can be a rule, its amount and asset in one spelling. */
export async function checkedDraft(
  tx: Tx,
  userId: string,
  { condition: asked, result }: RuleDraft,
): Promise<RuleDraft> {
  const wrong = (field: string, message: string) =>
    refuse('invalid_input', undefined, { fields: { [field]: message } })
  const { source, account_id, type, amount } = asked
  if (Object.values(asked).every((part) => part === undefined))
    refuse('invalid_input', 'Add at least one condition.')
  if (source !== undefined && sourceBySlug(source) === undefined) wrong('source', 'There is no such source.')
  if (account_id !== undefined) {
    const account = await tx.maybe(sql`
      select 1 from accounts where user_id = ${userId} and id = ${account_id} and deleted_at is null`)
    if (account === undefined) wrong('account_id', 'There is no such account.')
  }
  const asset =
    asked.asset === undefined ? undefined : await assetGivenBy(tx, userId, asked.asset, { field: 'asset' })
  const condition = asset === undefined ? asked : { ...asked, asset }
  if (type !== undefined && !isSubTypeOf(type.type, type.sub_type)) wrong('type', 'There is no such type.')
  if (result.set === 'type' && !isSubTypeOf(result.type, result.sub_type))
    wrong('result', 'There is no such type.')
  if (amount === undefined) return { condition, result }
  const exact = canonicalAmount(amount.amount)
  if (exact === undefined) return wrong('amount', amountWords.tooLong('amount'))
  if (exact.startsWith('-')) return wrong('amount', amountWords.negative('amount', exact))
  return { condition: { ...condition, amount: { ...amount, amount: exact } }, result }
}
