import type { TransactionRow } from '@lotbook/contract'
import { typeLabel, type TransactionType } from '@lotbook/journal'
import { formatDecimal, parseDecimal } from '@lotbook/money'
import { sourceBySlug } from '@lotbook/sources'
import { sql, type Sql } from '../../platform/sql.ts'

/** A transaction with what the list shows beside it. */
export interface ListedRow {
  readonly id: string
  readonly at: Date
  readonly type: TransactionType
  readonly sub_type: string | null
  readonly account_id: string
  readonly account_name: string
  readonly account_slug: string
  readonly from_asset: string | null
  readonly from_amount: string | null
  readonly from_symbol: string | null
  readonly to_asset: string | null
  readonly to_amount: string | null
  readonly to_symbol: string | null
  readonly fee_asset: string | null
  readonly fee_amount: string | null
  readonly fee_symbol: string | null
  readonly is_ignored: boolean
  readonly is_edited: boolean
  readonly flags: readonly string[]
  readonly fair_market_value: string | null
  readonly gain: string | null
  readonly arrived_at: string | null
  readonly arrived_amount: string | null
  readonly findings: readonly string[] | null
}

/** The id of the newest done calculation, or null: as a query. */
export function newestCalculation(userId: string): Sql {
  return sql`(select c.id from calculations c where c.user_id = ${userId} and c.state = 'done'
    order by c.finished_at desc, c.id desc limit 1)`
}

/** The page that is one transaction. */
export function onlyRow(userId: string, id: string): Sql {
  return sql`select t.id from transactions t where t.user_id = ${userId} and t.id = ${id} and t.deleted_at is null`
}

/** The same, also where it was taken out of the history. */
export function everRow(userId: string, id: string): Sql {
  return sql`select t.id from transactions t where t.user_id = ${userId} and t.id = ${id}`
}

/**
 * Rows of the list for the transactions that `page` names (its `id`, in no order). Both sides of a made match are one
 * row, that of the departure. What was matched is looked up step by step (`offset 0` keeps the steps apart): joined, all sides there are
 * may come first.
 *
 * @param calculation the id of the one whose gains stand beside the transactions.
 * @param more further columns, each after a comma.
 */
export function listedRows(
  userId: string,
  calculation: Sql,
  page: Sql,
  order: Sql = sql``,
  more: Sql = sql``,
): Sql {
  return sql`
    with page as materialized (${page})
    select t.id, t.at, t.type, t.sub_type, t.account_id, a.name as account_name, a.source_slug as account_slug,
      t.from_asset, t.from_amount::text, fs.symbol as from_symbol, t.to_asset, t.to_amount::text, ts.symbol as to_symbol,
      t.fee_asset, t.fee_amount::text, es.symbol as fee_symbol, t.is_ignored, t.base is not null as is_edited, t.flags,
      coalesce((
        select w.value from (
          select side, value from valuations where user_id = ${userId} and transaction_id = t.id offset 0
        ) w where w.side <> 'fee' or t.sub_type = 'fee' order by case w.side when 'to' then 1 when 'from' then 2 else 3 end limit 1
      ), case k.currency when t.to_asset then t.to_amount when t.from_asset then t.from_amount end)::text as fair_market_value,
      (select sum(d.gain)::text from disposals_of_transactions d where d.user_id = ${userId} and d.calculation_id = ${calculation}
        and d.transaction_id = t.id) as gain,
      m.account_name as arrived_at, m.amount as arrived_amount,
      -- Step by step, which offset 0 keeps apart: joined with the state, all open findings of the customer may be read for each row.
      (select array_agg(f.code order by f.code) from (
          select code, state from findings where user_id = ${userId} and transaction_id = t.id offset 0
        ) f where f.state = 'open') as findings${more}
    from page p cross join lateral (select * from transactions where user_id = ${userId} and id = p.id offset 0) t
    join accounts a on a.user_id = ${userId} and a.id = t.account_id
    join customers k on k.user_id = ${userId}
    left join assets fs on fs.id = t.from_asset
    left join assets ts on ts.id = t.to_asset
    left join assets es on es.id = t.fee_asset
    left join lateral (
      select string_agg(distinct b.name, ', ') as account_name, least(sum(i.quantity), t.from_amount)::text as amount
      from (
        select match_id, direction from match_sides
        where t.matched_as = 'out' and user_id = ${userId} and transaction_id = t.id offset 0
      ) o
      cross join lateral (
        select state from matches where user_id = ${userId} and id = o.match_id offset 0
      ) x
      cross join lateral (
        select transaction_id, quantity, direction from match_sides
        where user_id = ${userId} and match_id = o.match_id offset 0
      ) i
      cross join lateral (
        select account_id from transactions where user_id = ${userId} and id = i.transaction_id offset 0
      ) u
      join accounts b on b.user_id = ${userId} and b.id = u.account_id
      where o.direction = 'out' and x.state = 'made' and i.direction = 'in'
    ) m on true
    ${order}`
}

/** Whether the list has a row for `t`: the arrival of a made match is shown with its departure. */
export const isListed = sql`t.matched_as is distinct from 'in'`

export function transactionRow(row: ListedRow): TransactionRow {
  const isTransfer = row.arrived_at !== null
  const type = isTransfer ? 'transfer' : row.type
  const arrived =
    isTransfer && row.from_asset !== null && row.arrived_amount !== null
      ? {
          asset: row.from_asset,
          symbol: row.from_symbol ?? row.from_asset,
          amount: plain(row.arrived_amount),
        }
      : null
  const source = sourceBySlug(row.account_slug)
  return {
    id: row.id,
    at: row.at.toISOString(),
    type,
    sub_type: isTransfer ? null : row.sub_type,
    label: typeLabel(type, isTransfer ? null : row.sub_type),
    account_id: row.account_id,
    account_name: row.account_name || (source?.name ?? row.account_slug),
    account_slug: row.account_slug,
    other_account_name: row.arrived_at,
    from: leg(row.from_asset, row.from_symbol, row.from_amount),
    to: arrived ?? leg(row.to_asset, row.to_symbol, row.to_amount),
    fee: leg(row.fee_asset, row.fee_symbol, row.fee_amount),
    fair_market_value: row.fair_market_value === null ? null : plain(row.fair_market_value),
    gain: row.gain === null ? null : plain(row.gain),
    is_edited: row.is_edited,
    is_ignored: row.is_ignored,
    flags: [...row.flags],
    findings: [...(row.findings ?? [])],
  }
}

function leg(asset: string | null, symbol: string | null, amount: string | null): TransactionRow['from'] {
  return asset === null || amount === null ? null : { asset, symbol: symbol ?? asset, amount: plain(amount) }
}

/** Decimal text without trailing zeros. */
export function plain(numeric: string): string {
  // Most are, and a page has hundreds.
  if (PLAIN.test(numeric)) return numeric
  const value = parseDecimal(numeric)
  return value === undefined ? numeric : formatDecimal(value)
}

const PLAIN = /^(?:0|-?[1-9]\d*|-?(?:0|[1-9]\d*)\.\d*[1-9])$/
