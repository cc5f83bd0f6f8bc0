import type { RuleCondition } from '@lotbook/contract'
import { joined, sql, type Sql } from '../../platform/sql.ts'

/**
 * The imported fields of transaction `t`, as `i`: a rule asks for these and not for the result of edits or rules, so that rules do
 * not chain and applying them again changes nothing.
 */
export const imported = sql`cross join lateral (select
  case when t.base ? 'type' then t.base ->> 'type' else t.type end as type,
  case when t.base ? 'sub_type' then t.base ->> 'sub_type' else t.sub_type end as sub_type,
  case when t.base ? 'is_ignored' then (t.base -> 'is_ignored')::boolean else t.is_ignored end as is_ignored,
  case when t.base ? 'from_asset' then t.base ->> 'from_asset' else t.from_asset end as from_asset,
  case when t.base ? 'from_amount' then (t.base ->> 'from_amount')::numeric else t.from_amount end as from_amount,
  case when t.base ? 'to_asset' then t.base ->> 'to_asset' else t.to_asset end as to_asset,
  case when t.base ? 'to_amount' then (t.base ->> 'to_amount')::numeric else t.to_amount end as to_amount,
  case when t.base ? 'comment' then t.base ->> 'comment' else t.comment end as comment
) i`

/** Whether a transaction is what a rule asks for; of `i` (`imported`) and of its account `a`. */
export function conditionOf(condition: RuleCondition): Sql {
  const { source, account_id, asset, direction, type, amount, text } = condition
  const all: Sql[] = [sql`true`]
  if (source !== undefined) all.push(sql`a.source_slug = ${source}`)
  if (account_id !== undefined) all.push(sql`a.id = ${account_id}::uuid`)
  if (direction === 'in') all.push(sql`i.to_asset is not null and i.from_asset is null`)
  if (direction === 'out') all.push(sql`i.from_asset is not null and i.to_asset is null`)
  if (direction === 'both') all.push(sql`i.from_asset is not null and i.to_asset is not null`)
  if (type !== undefined)
    all.push(sql`i.type = ${type.type} and i.sub_type is not distinct from ${type.sub_type}`)
  if (asset !== undefined || amount !== undefined) {
    const side = (name: 'from' | 'to') => {
      const [itsAsset, itsAmount] =
        name === 'from' ? [sql`i.from_asset`, sql`i.from_amount`] : [sql`i.to_asset`, sql`i.to_amount`]
      const both: Sql[] = []
      if (asset !== undefined) both.push(sql`${itsAsset} = ${asset}`)
      if (amount !== undefined) both.push(compared(itsAmount, amount))
      return sql`coalesce(${joined(both, ' and ')}, false)`
    }
    all.push(sql`(${side('from')} or ${side('to')})`)
  }
  if (text !== undefined)
    all.push(sql`coalesce(i.comment ilike ${`%${text.replace(/[\\%_]/g, (c) => `\\${c}`)}%`}, false)`)
  return sql`(${joined(all, ' and ')})`
}

function compared(value: Sql, { test, amount }: NonNullable<RuleCondition['amount']>): Sql {
  switch (test) {
    case 'at_least':
      return sql`${value} >= ${amount}::numeric`
    case 'at_most':
      return sql`${value} <= ${amount}::numeric`
    case 'exactly':
      return sql`${value} = ${amount}::numeric`
  }
}
