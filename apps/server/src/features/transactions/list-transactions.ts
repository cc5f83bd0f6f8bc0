import type { ListedTransaction } from '@lotbook/contract'
import { isFiat, type AssetId } from '@lotbook/journal'
import type { Tx } from '../../platform/database.ts'
import { refuse } from '../../platform/refusal.ts'
import { joined, sql, type Sql } from '../../platform/sql.ts'
import {
  listedRows,
  newestCalculation,
  transactionRow,
  type ListedRow,
} from '../../journal/transactions/transaction-rows.ts'
import { customerCurrencies, inCurrency, ratesOfDays } from '../../journal/valuing/display-currency.ts'
import {
  filterOf,
  foundBy,
  isText,
  type TransactionFilter,
} from '../../journal/transactions/transaction-filter.ts'

export interface ListRequest extends TransactionFilter {
  readonly cursor?: string | undefined
  readonly limit: number
  readonly order: 'newest' | 'oldest'
}

/**
 * A page of the list by keyset: however long the history is, a page costs a page. What fits the filters is a sum of
 * kept counts, and is counted only where a text, a span of days or open findings are asked for.
 */
export async function listTransactions(
  tx: Tx,
  userId: string,
  request: ListRequest,
): Promise<{
  rows: ListedTransaction[]
  currency: string
  tax_currency: string
  next: string | null
  total: number
  joined: number | null
}> {
  const found = await tx.all<ListedRow & Totals>(listQuery(userId, request))
  const rows = found.slice(0, request.limit)
  const last = rows.at(-1)
  const totals = found[0] ?? (await tx.one<Totals>(sql`select ${totalsOf(userId, request)}`))
  return {
    ...(await shownRows(tx, userId, rows)),
    next: found.length > request.limit && last !== undefined ? cursorOf(last) : null,
    total: Number(totals.total),
    joined: totals.joined === null ? null : Number(totals.joined),
  }
}

/** Rows with their values in the currency that the customer chose, each at the rate of its UTC day: one statement for all rates. */
async function shownRows(tx: Tx, userId: string, rows: readonly ListedRow[]) {
  const currencies = await customerCurrencies(tx, userId)
  const { shown, tax } = currencies
  const rateOn = await ratesOfDays(
    tx,
    currencies,
    rows.flatMap(({ at, fair_market_value }) => (fair_market_value === null ? [] : [at])),
  )
  return {
    currency: shown,
    tax_currency: tax,
    rows: rows.map((row): ListedTransaction => {
      const listed = transactionRow(row)
      return { ...listed, shown_value: inCurrency(listed.fair_market_value, currencies, rateOn(row.at)) }
    }),
  }
}

interface Totals {
  readonly total: string
  readonly joined: string | null
}

/** The one query of a page: its rows, each with how many fit the filters. */
export function listQuery(userId: string, request: ListRequest): Sql {
  const isNewest = request.order === 'newest'
  const after = request.cursor === undefined ? undefined : readCursor(request.cursor)
  const conditions = filterOf(userId, request)
  if (after !== undefined)
    conditions.push(
      isNewest
        ? sql`(t.at, t.id) < (${after.at}::timestamptz, ${after.id}::uuid)`
        : sql`(t.at, t.id) > (${after.at}::timestamptz, ${after.id}::uuid)`,
    )
  const order = isNewest ? sql`order by at desc, id desc` : sql`order by at, id`
  const limit = request.limit + 1
  const pageOf = (more: readonly Sql[]): Sql =>
    sql`select t.at, t.id from transactions t where ${joined([...conditions, ...more], ' and ')} ${order} limit ${limit}`
  /** Three orders, one for each side: the one that has most of them as far as the page goes, and the others no further than that. */
  const pageOfSides = (asset: AssetId) => {
    const [most, other] = mostlyArrives(request.type, asset)
      ? [sql`t.to_asset`, sql`t.from_asset`]
      : [sql`t.from_asset`, sql`t.to_asset`]
    const isFull = sql`count(*) = ${limit}`
    // By `case`, for under the policies `coalesce` would not be asked of an order (`docs/decisions/database.md`).
    const far = isNewest
      ? sql`t.at >= (select case when ${isFull} then min(at) else '-infinity' end from most)`
      : sql`t.at <= (select case when ${isFull} then max(at) else 'infinity' end from most)`
    const isFeeOnly = [
      sql`t.fee_asset is distinct from t.from_asset`,
      sql`t.fee_asset is distinct from t.to_asset`,
    ]
    return sql`with most as materialized (${pageOf([sql`${most} = ${asset}`])})
      select at, id from ((select at, id from most) union (${pageOf([sql`${other} = ${asset}`, far])})
        union (${pageOf([sql`t.fee_asset = ${asset}`, ...isFeeOnly, far])})) u ${order} limit ${limit}`
  }
  const page = request.asset === undefined ? pageOf([]) : pageOfSides(request.asset)
  return listedRows(userId, newestCalculation(userId), page, order, sql`, ${totalsOf(userId, request)}`)
}

/** Whether what a type moves of an asset arrives, and does not leave. Any other order would be read to its end for the few that it has. */
function mostlyArrives(type: TransactionFilter['type'], asset: AssetId): boolean {
  if (type === 'buy') return !isFiat(asset)
  if (type === 'sell') return isFiat(asset)
  return type === 'incoming'
}

/** How many rows fit the filters, and how many transactions more stand on these rows. */
function totalsOf(userId: string, f: TransactionFilter): Sql {
  return sql`(${totalOf(userId, f)}) as total, (${joinedOf(userId, f)}) as joined`
}

/**
 * How many arrivals of transfers fit the filters: each stands on the row of what left, maybe that of another account. Null
 * where no kept count tells it.
 */
function joinedOf(userId: string, f: TransactionFilter): Sql {
  if (isCounted(f) || f.from_day !== undefined || f.to_day !== undefined) return sql`select null::bigint`
  if (f.sub_type !== undefined || (f.type !== undefined && f.type !== 'transfer'))
    return sql`select 0::bigint`
  const { type: _type, ...rest } = f
  const conditions = [...countsOf(userId, rest), sql`c.matched_as = 'in'`]
  return sql`select coalesce(sum(c.transactions), 0) from transaction_counts c where ${joined(conditions, ' and ')}`
}

/** No kept count tells what these filters find. */
const isCounted = (f: TransactionFilter) => f.review === true || f.removed === true || isText(f.q)

/** How many transactions fit the filters. */
function totalOf(userId: string, f: TransactionFilter): Sql {
  if (isCounted(f)) return sql`select (${rowsOf(userId, f, [])}) as total`
  const conditions = [...countsOf(userId, f), sql`c.matched_as <> 'in'`]
  const kept = sql`select coalesce(sum(c.transactions), 0) from transaction_counts c where ${joined(conditions, ' and ')}`
  if (f.from_day === undefined && f.to_day === undefined) return sql`select (${kept}) as total`
  // Counts are kept by year: of the years that the span touches, what lies outside of it is counted and taken off.
  const { from_day, to_day, ...rest } = f
  const outside: Sql[] = []
  if (from_day !== undefined)
    outside.push(
      rowsOf(userId, rest, [
        sql`t.at >= ${`${from_day.slice(0, 4)}-01-01T00:00:00Z`}::timestamptz`,
        sql`t.at < ${`${from_day}T00:00:00Z`}::timestamptz`,
      ]),
    )
  if (to_day !== undefined)
    outside.push(
      rowsOf(userId, rest, [
        sql`t.at >= ${`${to_day}T00:00:00Z`}::timestamptz + interval '24 hours'`,
        sql`t.at < ${`${Number(to_day.slice(0, 4)) + 1}-01-01T00:00:00Z`}::timestamptz`,
      ]),
    )
  const [first, second] = outside
  return sql`select greatest((${kept}) - (${first ?? sql`select 0`}) - (${second ?? sql`select 0`}), 0) as total`
}

/** A count of rows, for what is not kept. */
function rowsOf(userId: string, f: TransactionFilter, more: readonly Sql[]): Sql {
  return sql`select count(*) from transactions t where ${joined([foundBy(userId, f), ...more], ' and ')}`
}

/** The rows of the kept counts that add up to what fits the filters, whichever side of a transfer they are. */
function countsOf(userId: string, f: TransactionFilter): Sql[] {
  const conditions = [sql`c.user_id = ${userId}`, sql`c.asset_id = ${f.asset ?? ''}`]
  if (f.account_id !== undefined) conditions.push(sql`c.account_id = ${f.account_id}`)
  if (f.type === 'transfer') conditions.push(sql`c.matched_as = 'out'`)
  else if (f.type !== undefined) conditions.push(sql`c.type = ${f.type}`, sql`c.matched_as = ''`)
  if (f.sub_type !== undefined) conditions.push(sql`c.sub_type = ${f.sub_type}`)
  if (f.year !== undefined) conditions.push(sql`c.year = ${f.year}`)
  if (f.from_day !== undefined) conditions.push(sql`c.year >= ${Number(f.from_day.slice(0, 4))}`)
  if (f.to_day !== undefined) conditions.push(sql`c.year <= ${Number(f.to_day.slice(0, 4))}`)
  if (f.edited !== undefined) conditions.push(sql`c.is_edited = ${f.edited}`)
  if (f.ignored !== undefined) conditions.push(sql`c.is_ignored = ${f.ignored}`)
  return conditions
}

function cursorOf({ at, id }: Pick<ListedRow, 'at' | 'id'>): string {
  return Buffer.from(`${at.toISOString()} ${id}`).toString('base64url')
}

function readCursor(cursor: string): { at: string; id: string } {
  const text = Buffer.from(cursor, 'base64url').toString()
  const match = /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z) ([0-9a-f-]{36})$/.exec(text)
  if (match?.[1] === undefined || match[2] === undefined)
    refuse('invalid_input', 'The cursor is not one of ours.')
  return { at: match[1], id: match[2] }
}

/** Values of the filters, with counts: sums of the stored counts. */
export async function facets(tx: Tx, userId: string) {
  const shown = sql`c.user_id = ${userId} and c.matched_as <> 'in'`
  const ofAll = sql`${shown} and c.asset_id = ''`
  const accounts = await tx.all<{ id: string; name: string; slug: string; count: string }>(sql`
    select a.id, a.name, a.source_slug as slug, sum(c.transactions) as count from transaction_counts c
    join accounts a on (a.user_id, a.id) = (c.user_id, c.account_id) where ${ofAll}
    group by a.id, a.name, a.source_slug having sum(c.transactions) > 0 order by a.name, a.id`)
  const types = await tx.all<{ type: string; sub_type: string | null; count: string }>(sql`
    select case when c.matched_as = 'out' then 'transfer' else c.type end as type,
      case when c.matched_as = 'out' then null else nullif(c.sub_type, '') end as sub_type, sum(c.transactions) as count
    from transaction_counts c where ${ofAll} group by 1, 2 having sum(c.transactions) > 0 order by 3 desc, 1, 2`)
  const assets = await tx.all<{ asset: string; symbol: string; count: string }>(sql`
    select c.asset_id as asset, coalesce(s.symbol, c.asset_id) as symbol, sum(c.transactions) as count
    from transaction_counts c left join assets s on s.id = c.asset_id where ${shown} and c.asset_id <> ''
    group by 1, 2 having sum(c.transactions) > 0 order by 3 desc, 1 limit 500`)
  const years = await tx.all<{ year: number; count: string }>(sql`
    select c.year, sum(c.transactions) as count from transaction_counts c where ${ofAll}
    group by 1 having sum(c.transactions) > 0 order by 1 desc`)
  const { review } = await tx.one<{ review: string }>(
    sql`select review from journals where user_id = ${userId}`,
  )
  return { accounts, types, assets, years, review: Number(review) }
}
