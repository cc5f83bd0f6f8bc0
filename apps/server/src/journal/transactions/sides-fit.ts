import {
  everyType,
  sidesOf,
  TRANSACTION_TYPES,
  type SideRule,
  type Sides,
  type TransactionType,
} from '@lotbook/journal'
import { joined, sql, type Sql } from '../../platform/sql.ts'

/**
 * `sidesFit` of the journal as SQL.
 *
 * @param rules - what `sidesOf` says of a type, as values or as columns that hold them. A side of which it says nothing may be there or not.
 * @param has - whether a row has the side, each a condition.
 */
export function sidesFitSql(rules: Sides<SideRule | Sql>, has: Sides<Sql>): Sql {
  return sql`(${isAllowed(rules.from, has.from)} and ${isAllowed(rules.to, has.to)})`
}

/** The answer of `sidesOf` for a side of a transaction `t`, by its type. */
function ruleOfType(side: keyof Sides<unknown>): Sql {
  const ruleOf = (type: TransactionType, subType: string | null) => sidesOf(type, subType)[side]
  const whens = (named: Sql, said: ReadonlyMap<SideRule, readonly string[]>) =>
    [...said].map(([rule, names]) => sql`when ${named} = any (${names}) then ${rule}::text`)
  // Few sub types have other sides than their type.
  const others = everyType().filter(({ type, subType }) => ruleOf(type, subType) !== ruleOf(type, null))
  return sql`case ${joined(
    [
      ...whens(
        sql`t.type || '/' || t.sub_type`,
        namesBy(others, ({ type, subType }) => [ruleOf(type, subType), `${type}/${subType}`]),
      ),
      ...whens(
        sql`t.type`,
        namesBy(TRANSACTION_TYPES, (type) => [ruleOf(type, null), type]),
      ),
    ],
    ' ',
  )} end`
}

function namesBy<Kind>(
  kinds: readonly Kind[],
  said: (kind: Kind) => readonly [SideRule, string],
): ReadonlyMap<SideRule, readonly string[]> {
  const pairs = kinds.map(said)
  return new Map(pairs.map(([rule]) => [rule, pairs.flatMap(([own, name]) => (own === rule ? [name] : []))]))
}

/** Whether a transaction `t` has the sides that its type has: what is from before types were refused for them may not. */
export const fitsItsType = sidesFitSql(
  { from: ruleOfType('from'), to: ruleOfType('to') },
  { from: sql`(t.from_asset is not null)`, to: sql`(t.to_asset is not null)` },
)

function isAllowed(rule: SideRule | Sql, isThere: Sql): Sql {
  const said = typeof rule === 'string' ? sql`${rule}::text` : rule
  return sql`case ${said} when 'needed' then ${isThere} when 'none' then not ${isThere} else true end`
}
