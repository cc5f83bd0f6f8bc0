import { identifier, joined, sql, type Sql } from '../../platform/sql.ts'
import { ROW_COLUMNS } from './row-columns.ts'
import type { RowList } from './row-ranges.ts'

interface NamedRow {
  /** The number of the row in its list, from 0. */
  readonly number: number
  readonly transaction_id: string
  readonly account_id: string
  readonly asset_id: string
  /** The ticker that a person reads. */
  readonly asset: string
  readonly account_name: string
  readonly quantity: string
}

export interface NamedDisposal extends NamedRow {
  readonly source_slug: string
  readonly kind: string
  readonly lot_transaction_id: string | null
  readonly acquired: string | null
  readonly disposed: string
  readonly proceeds: string
  readonly basis: string
  readonly gain: string
  readonly term: 'short' | 'long'
  readonly box: string
}

export interface NamedIncome extends NamedRow {
  readonly category: string
  readonly date: string
  readonly value: string
}

export interface NamedRemoval extends NamedRow {
  readonly kind: string
  readonly lot_transaction_id: string | null
  readonly acquired: string | null
  readonly date: string
  readonly basis: string | null
  readonly value: string | null
  readonly term: 'short' | 'long' | null
  readonly deduction: string | null
}

const common = sql`d.n as number, d.transaction_id, d.account_id, d.asset_id, coalesce(s.symbol, d.asset_id) as asset, a.name as account_name, d.quantity::text`

/** The names of the account and the asset of a row `d`. */
const joinedNames = sql`join accounts a on (a.user_id, a.id) = (d.user_id, d.account_id) left join assets s on s.id = d.asset_id`

/** The rules that made a row `d`. */
export const rulesOfRow = sql`(
  select c.rule_sets -> d.rule_set::integer from calculations c where (c.user_id, c.id) = (d.user_id, d.calculation_id)
) as rules`

/** Rows of results `d` with the names of their account and asset: what to select, and from where. Amounts are text. */
export const named = {
  disposals: {
    columns: sql`${common}, a.source_slug, d.kind, d.lot_transaction_id, d.acquired, d.disposed, d.proceeds::text, d.basis::text, d.gain::text, d.term, d.box`,
    rows: sql`disposals d ${joinedNames}`,
  },
  incomes: {
    columns: sql`${common}, d.category, d.date, d.value::text`,
    rows: sql`incomes d ${joinedNames}`,
  },
  removals: {
    columns: sql`${common}, d.kind, d.lot_transaction_id, d.acquired, d.date, d.basis::text, d.value::text, d.term, d.deduction::text`,
    rows: sql`removals d ${joinedNames}`,
  },
} as const satisfies Record<string, { columns: Sql; rows: Sql }>

/** Some rows of a calculation. */
export interface RowsAsked {
  readonly list: RowList
  readonly userId: string
  /** Its id, or a query for it. */
  readonly calculationId: string | Sql
  /** Condition on a row `d`. */
  readonly where?: readonly Sql[]
}

/**
 * Rows of a calculation as a thing to select from, for whatever asks of many: the ranges that it has come first, and each is asked for by
 * the order of what is stored. Asked through the view, the database may take all rows of a customer and look for each in all ranges.
 */
export function rowsWhere(asked: RowsAsked): Sql {
  return rowsOfRanges(asked, sql`d.n >= r.first`, sql`offset 0`)
}

/**
 * The first of them behind `after` in their order, with their names, as \`d\`: each range is asked for so many only, for nobody wants
 * a year of a hundred thousand rows sorted for a page.
 */
export function firstRows(asked: RowsAsked, after: number, limit: number): Sql {
  const first = sql`d.n >= greatest(r.first, ${after}::integer + 1)`
  return sql`${rowsOfRanges(asked, first, sql`order by d.n limit ${limit}`)} d ${joinedNames}`
}

/** `first` is where to begin in a range `r`, and `last` what to do with the rows of each; with either, each range is asked for by itself. */
function rowsOfRanges({ list, userId, calculationId, where = [] }: RowsAsked, first: Sql, last: Sql): Sql {
  const asked = joined([first, sql`d.n < r.until`, ...where], ' and ')
  return sql`(
    select r.calculation_id, s.* from calculation_rows r cross join lateral (
      select user_id, ${joined(ROW_COLUMNS[list].map(identifier), ', ')} from ${identifier(`stored_${list}`)} d
      where d.user_id = ${userId} and d.calculation_id = r.rows_of and ${asked} ${last}
    ) s
    where r.user_id = ${userId} and r.calculation_id = ${calculationId} and r.list = ${list}
  )`
}
