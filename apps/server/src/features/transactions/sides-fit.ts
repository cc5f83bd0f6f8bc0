import type { SideRule, Sides } from '@lotbook/journal'
import { sql, type Sql } from '../../platform/sql.ts'

/**
 * `sidesFit` of the journal as SQL.
 *
 * @param rules - what `sidesOf` says of a type, as values or as columns that hold them. A side of which it says nothing may be there or not.
 * @param has - whether a row has the side, each a condition.
 */
export function sidesFitSql(rules: Sides<SideRule | Sql>, has: Sides<Sql>): Sql {
  return sql`(${isAllowed(rules.from, has.from)} and ${isAllowed(rules.to, has.to)})`
}

function isAllowed(rule: SideRule | Sql, isThere: Sql): Sql {
  const said = typeof rule === 'string' ? sql`${rule}::text` : rule
  return sql`case ${said} when 'needed' then ${isThere} when 'none' then not ${isThere} else true end`
}
