import { typeLabel, type TransactionType } from '@lotbook/journal'
import type { Holdings, Leg, PriceRecord, TransactionRecord, YearReport } from '@lotbook/reports'
import { sourceBySlug } from '@lotbook/sources'
import type { Tx } from '../../platform/database.ts'
import { sql, type Sql } from '../../platform/sql.ts'
import { sharedTexts } from '../../platform/shared-texts.ts'
import { plain } from '../../journal/transactions/transaction-rows.ts'
import { spanOfYear } from '../workpapers/year-span.ts'
import { PRICE_ORIGINS } from './price-origins.ts'

/** Transactions of a year, and those that its rows, their lots and its holdings came from, in the order of their instants. */
export async function readTransactions(
  tx: Tx,
  userId: string,
  report: Pick<YearReport, 'year' | 'disposals' | 'removals' | 'incomes'>,
  holdings: readonly Holdings[],
): Promise<TransactionRecord[]> {
  const named = namedBy(report, holdings)
  const rows = await tx.all<TransactionRow>(sql`
    with wanted as materialized (${wanted(userId, named, await spanOfYear(tx, userId, report.year))})
    select t.id, t.at, t.type, t.sub_type, t.matched_as, a.name as account_name, a.source_slug,
      t.from_amount::text, coalesce(fs.symbol, t.from_asset) as from_symbol, t.to_amount::text, coalesce(ts.symbol, t.to_asset) as to_symbol,
      t.fee_amount::text, coalesce(es.symbol, t.fee_asset) as fee_symbol, t.tx_hash, t.external_id, t.comment,
      o.file_name, o.line, o.native_id, o.method
    from wanted w cross join lateral (select * from transactions where user_id = ${userId} and id = w.id offset 0) t
    join accounts a on a.user_id = ${userId} and a.id = t.account_id
    left join assets fs on fs.id = t.from_asset left join assets ts on ts.id = t.to_asset left join assets es on es.id = t.fee_asset
    left join lateral (${firstRecord(userId)}) o on true
    order by t.at, t.id`)
  const shared = sharedTexts(named)
  const leg = (quantity: string | null, asset: string | null): Leg | null =>
    quantity === null || asset === null ? null : { quantity: plain(quantity), asset: shared(asset) }
  return rows.map((row) => ({
    id: shared(row.id),
    at: row.at.toISOString(),
    type: shared(typeWords(row)),
    account: shared(row.account_name || sourceName(row.source_slug)),
    sent: leg(row.from_amount, row.from_symbol),
    received: leg(row.to_amount, row.to_symbol),
    fee: leg(row.fee_amount, row.fee_symbol),
    source: shared(
      row.file_name ?? (row.method === 'manual' ? 'Entered by hand' : sourceName(row.source_slug)),
    ),
    line: row.line,
    providerId: row.native_id ?? row.external_id,
    hash: row.tx_hash,
    comment: row.comment,
  }))
}

interface TransactionRow {
  readonly id: string
  readonly at: Date
  readonly type: TransactionType
  readonly sub_type: string | null
  readonly matched_as: 'in' | 'out' | null
  readonly account_name: string
  readonly source_slug: string
  readonly from_amount: string | null
  readonly from_symbol: string | null
  readonly to_amount: string | null
  readonly to_symbol: string | null
  readonly fee_amount: string | null
  readonly fee_symbol: string | null
  readonly tx_hash: string | null
  readonly external_id: string | null
  readonly comment: string | null
  readonly file_name: string | null
  readonly line: number | null
  readonly native_id: string | null
  readonly method: string | null
}

/** Transactions that are gone stay listed where a row of the year rests on them. */
function wanted(
  userId: string,
  named: ReadonlySet<string>,
  { begins, ends }: { readonly begins: Date; readonly ends: Date },
): Sql {
  return sql`
    select id from transactions where user_id = ${userId} and deleted_at is null and not is_ignored and at >= ${begins} and at < ${ends}
    union select unnest(${[...named]}::uuid[])`
}

/** Transactions that rows, their lots and holdings name. */
function namedBy(
  { disposals, removals, incomes }: Pick<YearReport, 'disposals' | 'removals' | 'incomes'>,
  holdings: readonly Holdings[],
): ReadonlySet<string> {
  const named = new Set<string>()
  for (const { transaction, lot } of [...disposals, ...removals]) {
    named.add(transaction)
    if (lot !== null) named.add(lot)
  }
  for (const { transaction } of incomes) named.add(transaction)
  for (const { lots } of holdings)
    for (const { transaction } of lots) if (transaction !== null) named.add(transaction)
  return named
}

/** A part of an event (a second fee) has no record of its own: the first of its event stands for it. */
function firstRecord(userId: string): Sql {
  const of = (transaction: Sql) => sql`
    (select c.file_name, r.line, r.native_id, c.method from records r
      join connections c on c.user_id = ${userId} and c.id = r.connection_id
      where r.user_id = ${userId} and r.transaction_id = ${transaction} order by r.line, r.id limit 1)`
  return sql`
    select * from (
      select 1 as rank, own.* from ${of(sql`t.id`)} own
      union all
      select 2, shared.* from (
        select id from transactions where user_id = ${userId} and event_id = t.event_id offset 0
      ) e cross join lateral ${of(sql`e.id`)} shared
    ) found order by rank limit 1`
}

function typeWords({ type, sub_type, matched_as }: TransactionRow): string {
  if (matched_as === null) return typeLabel(type, sub_type)
  return matched_as === 'out' ? 'Transfer, sent' : 'Transfer, received'
}

const sourceName = (slug: string) => sourceBySlug(slug)?.name ?? slug

const SIDES = { from: 'Sent', to: 'Received', fee: 'Fee' } as const

/** The value of each side of transactions with its source, in the order of the transactions. */
export async function readPrices(
  tx: Tx,
  userId: string,
  transactions: readonly TransactionRecord[],
): Promise<PriceRecord[]> {
  const rows = await tx.all<{
    transaction_id: string
    side: keyof typeof SIDES
    value: string
    origin: string
    price_id: string | null
  }>(sql`
    select v.transaction_id, v.side, v.value::text, v.origin, v.price_id
    from unnest(${transactions.map(({ id }) => id)}::uuid[]) with ordinality w (id, n)
    cross join lateral (select * from valuations where user_id = ${userId} and transaction_id = w.id offset 0) v
    order by w.n, v.side`)
  const prices = await pricesNamed(tx, userId, new Set(rows.flatMap(({ price_id }) => price_id ?? [])))
  const shared = sharedTexts(transactions.map(({ id }) => id))
  return rows.map((row) => {
    const price = row.price_id === null ? undefined : prices.get(row.price_id)
    const origin = PRICE_ORIGINS[row.origin] ?? row.origin
    return {
      transaction: shared(row.transaction_id),
      side: SIDES[row.side],
      value: plain(row.value),
      source:
        price === undefined
          ? origin
          : `${origin}: ${price.source}${price.line === null ? '' : `, line ${price.line}`}`,
      sourceName: shared(price === undefined ? origin : `${origin}: ${price.source}`),
      unitPrice: price === undefined ? null : plain(price.price),
      pricedAt: price === undefined ? null : price.at.toISOString(),
    }
  })
}

interface NamedPrice {
  readonly source: string
  /** Of a price file. */
  readonly line: number | null
  readonly price: string
  readonly at: Date
}

/** Prices by their ids, of the customer's own files and of the price history. */
async function pricesNamed(
  tx: Tx,
  userId: string,
  ids: ReadonlySet<string>,
): Promise<ReadonlyMap<string, NamedPrice>> {
  if (ids.size === 0) return new Map()
  const asked = [...ids]
  const rows = await tx.all<NamedPrice & { id: string }>(sql`
    select id, origin as source, line, price::text as price, at
    from own_prices where user_id = ${userId} and id = any (${asked}::uuid[])
    union all
    select id, provider, null, price::text, at from prices where id = any (${asked}::uuid[])`)
  return new Map(rows.map(({ id, ...price }) => [id, price]))
}
