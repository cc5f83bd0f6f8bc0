import type { RuleCondition, RuleOffer } from '@lotbook/contract'
import { isTransactionType, typeLabel } from '@lotbook/journal'
import type { Tx } from '../../platform/database.ts'
import { sql } from '../../platform/sql.ts'
import { joinedByHash } from '../../platform/statistics.ts'
import { imported } from '../../journal/rules/rule-condition.ts'
import { ruleNames, ruleSentence } from '../../journal/rules/rule-sentence.ts'
import { rulesThatAreOn } from '../../journal/rules/stored-rules.ts'

/** Times that the same edit is made by hand before a rule is offered. */
const OFTEN = 2

interface Alike {
  readonly edited: string
  readonly before_type: string
  readonly before_sub: string | null
  readonly type: string
  readonly sub_type: string | null
  readonly source: string | null
  readonly asset: string | null
  readonly direction: 'in' | 'out' | 'both' | null
}

/**
 * The rule that would have done what a person did last by hand: of the type they changed last, all rows that they changed
 * from the same type to the same, and what those rows have in common.
 */
export async function offerRule(tx: Tx, userId: string): Promise<RuleOffer | null> {
  const alike = await joinedByHash(tx, () =>
    tx.maybe<Alike>(sql`
    with by_hand as materialized (
      select distinct e.target_id as id from edits e join changes c on (c.user_id, c.id) = (e.user_id, e.change_id)
      where e.user_id = ${userId} and e.target = 'transaction' and e.after ?| '{type,sub_type}' and c.undone_at is null
        and c.rule_id is null
    ), rows as materialized (
      select t.id, i.type as before_type, i.sub_type as before_sub, t.type, t.sub_type, a.source_slug as source,
        coalesce(i.to_asset, i.from_asset) as asset, case when i.from_asset is null then 'in' when i.to_asset is null then 'out'
          else 'both' end as direction
      from by_hand h join transactions t on t.user_id = ${userId} and t.id = h.id and t.deleted_at is null
      join accounts a on (a.user_id, a.id) = (t.user_id, t.account_id) ${imported}
      where (i.type, coalesce(i.sub_type, '')) <> (t.type, coalesce(t.sub_type, ''))
    ), last as (
      select r.* from rows r join edits e on e.user_id = ${userId} and e.target = 'transaction' and e.target_id = r.id
        and e.after ?| '{type,sub_type}'
      join changes c on (c.user_id, c.id) = (e.user_id, e.change_id) and c.undone_at is null and c.rule_id is null
      order by c.at desc, c.id desc limit 1
    )
    select count(*) as edited, l.before_type, l.before_sub, l.type, l.sub_type,
      case when count(distinct r.source) = 1 then min(r.source) end as source,
      case when count(distinct r.asset) = 1 then min(r.asset) end as asset,
      case when count(distinct r.direction) = 1 then min(r.direction) end as direction
    from last l join rows r on (r.before_type, coalesce(r.before_sub, ''), r.type, coalesce(r.sub_type, ''))
      = (l.before_type, coalesce(l.before_sub, ''), l.type, coalesce(l.sub_type, ''))
    group by l.before_type, l.before_sub, l.type, l.sub_type`),
  )
  if (alike === undefined || Number(alike.edited) < OFTEN) return null
  const { before_type, type, source, asset, direction } = alike
  if (!isTransactionType(before_type) || !isTransactionType(type)) return null
  const condition: RuleCondition = {
    ...(source === null ? {} : { source }),
    ...(asset === null ? {} : { asset }),
    ...(direction === null ? {} : { direction }),
    type: { type: before_type, sub_type: alike.before_sub },
  }
  const result = { set: 'type' as const, type, sub_type: alike.sub_type }
  const known = await rulesThatAreOn(tx, userId)
  const names = await ruleNames(tx, userId, [{ condition, result }, ...known])
  const sentence = ruleSentence({ condition, result }, names)
  if (known.some((rule) => ruleSentence(rule, names) === sentence)) return null
  return {
    condition,
    result,
    sentence,
    edited: Number(alike.edited),
    before: typeLabel(before_type, alike.before_sub),
    after: typeLabel(type, alike.sub_type),
  }
}
