import { sql, type Sql } from '../../platform/sql.ts'

interface NamedRow {
  readonly n: number
  readonly transaction_id: string
  /** The ticker that a person reads. */
  readonly asset: string
  readonly account_name: string
  readonly quantity: string
}

export interface NamedDisposal extends NamedRow {
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

const common = sql`d.n, d.transaction_id, coalesce(s.symbol, d.asset_id) as asset, a.name as account_name, d.quantity::text`

const joinedNames = sql`join accounts a on (a.user_id, a.id) = (d.user_id, d.account_id) left join assets s on s.id = d.asset_id`

/** The rules that made a row `d`. */
export const rulesOfRow = sql`(
  select c.rule_sets -> d.rule_set::integer from calculations c where (c.user_id, c.id) = (d.user_id, d.calculation_id)
) as rules`

/** Rows of results `d` with the names of their account and asset: what to select, and from where. Amounts are text. */
export const named = {
  disposals: {
    columns: sql`${common}, d.kind, d.lot_transaction_id, d.acquired, d.disposed, d.proceeds::text, d.basis::text, d.gain::text, d.term, d.box`,
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
