import type { Explanation } from '@lotbook/contract'
import { formatDisplay } from '@lotbook/journal'
import { priceAttributionOf } from '@lotbook/sources'
import type { Tx } from '../../platform/database.ts'
import { sql, type Sql } from '../../platform/sql.ts'
import { plain } from '../transactions/transaction-rows.ts'

/** The value of a side of a transaction and its source, in a sentence (E19). */
export type PriceSource = NonNullable<Explanation['price']>

/** A figure of a finished calculation, and the price that it was made with. */
export interface CalculatedValue {
  readonly priceId: string | null
  readonly value: string
}

interface ValuationRow {
  readonly value: string
  readonly currency: string
  readonly origin: string
  readonly price_id: string | null
  readonly file_name: string | null
  readonly line: number | null
  /** Its record was entered by hand. */
  readonly is_entered: boolean | null
  readonly set_at: Date | null
  readonly is_own: boolean | null
  /** A fee, paid or given back, that is a part of the event it was one of: a file states no value of such. */
  readonly is_part: boolean
}

/**
 * What a transaction, or its fee (of one that is a fee, itself), is worth and where that comes from; null where nothing knows. Of a finished calculation
 * the price that it used is told, also when another counts by now.
 */
export async function priceSourceOf(
  tx: Tx,
  userId: string,
  transactionId: string,
  side: 'main' | 'fee',
  calculated?: CalculatedValue,
): Promise<PriceSource | null> {
  const row = await tx.maybe<ValuationRow>(sql`
    select v.value::text, v.currency, v.origin, v.price_id, r.file_name, r.line, r.is_entered, e.at as set_at, e.is_own,
      (t.sub_type in ('fee', 'rebate') and t.event_id is not null and t.event_id <> encode(t.fingerprint, 'hex'))
        or (t.fee_of is not null and t.event_id is null) as is_part
    from valuations v
    join transactions t on (t.user_id, t.id) = (v.user_id, v.transaction_id)
    left join lateral (
      select c.file_name, r.line, c.method = 'manual' as is_entered from records r
      join connections c on (c.user_id, c.id) = (r.user_id, r.connection_id) and c.deleted_at is null
      where r.user_id = v.user_id and r.transaction_id = v.transaction_id order by r.line limit 1) r on true
    left join lateral (
      select c.at, c.actor_id = c.user_id as is_own from edits e
      join changes c on (c.user_id, c.id) = (e.user_id, e.change_id) and c.undone_at is null
      where e.user_id = v.user_id and e.target = 'transaction' and e.target_id = v.transaction_id and e.after ? 'value'
      order by c.at desc, c.id desc limit 1) e on true
    where v.user_id = ${userId} and v.transaction_id = ${transactionId}
      and ${side === 'fee' ? sql`(v.side = 'fee' or t.sub_type = 'fee')` : sql`v.side <> 'fee'`}
    order by case v.side when 'to' then 1 when 'from' then 2 else 3 end limit 1`)
  const used = calculated?.priceId ?? null
  if (used !== null && used !== row?.price_id) {
    const price = await priceNamed(tx, userId, used)
    if (price !== undefined)
      return { ...price.source, value: calculated?.value ?? '0', sentence: `${price.sentence} ${RENEWED}` }
  }
  if (row === undefined) return null
  const price = row.price_id === null ? undefined : await priceNamed(tx, userId, row.price_id)
  return {
    provider: price?.source.provider ?? null,
    attribution: price?.source.attribution ?? null,
    at: price?.source.at ?? null,
    value: plain(row.value),
    currency: row.currency,
    origin: row.origin,
    sentence: sentenceOf(row, price?.sentence),
  }
}

const RENEWED = 'Another price counts by now: calculate again to use it.'

function sentenceOf(row: ValuationRow, price: string | undefined): string {
  switch (row.origin) {
    case 'edit': {
      const by = row.is_own === false ? 'Your tax professional' : 'You'
      const on = row.set_at === null ? '' : ` on ${row.set_at.toISOString().slice(0, 10)}`
      return joinedWith(`${by} set this value${on}.`, price)
    }
    case 'record': {
      if (row.is_part)
        return joinedWith('Its share of the other side of the exchange that it was a fee of.', price)
      if (row.is_entered === true) return joinedWith('The value that was entered with it.', price)
      const line = row.line === null ? '' : `, line ${row.line.toLocaleString('en')},`
      return joinedWith(`The value that ${row.file_name ?? 'the source'}${line} states.`, price)
    }
    case 'other_side':
      return joinedWith('The value of the other side of the same transaction.', price)
    default:
      return price ?? 'From the price history.'
  }
}

/** The source of a value, and the price that it was converted or worked out with. */
function joinedWith(said: string, price: string | undefined): string {
  return price === undefined ? said : `${said} ${price}`
}

interface PriceRow {
  readonly origin: 'own_price' | 'price'
  readonly provider: string
  readonly price: string
  readonly currency: string
  readonly at: Date
  readonly grain: string | null
  readonly line: number | null
  readonly fetched_at: Date | null
  readonly is_deleted: boolean
}

/** A price by its id with its source: of the customer's own files, or of the price history. */
export async function priceNamed(
  tx: Tx,
  userId: string,
  id: string,
): Promise<{ source: Omit<PriceSource, 'value' | 'sentence'>; sentence: string } | undefined> {
  const row = await tx.maybe<PriceRow>(priceById(userId, id))
  if (row === undefined) return undefined
  const { origin, provider, currency } = row
  return {
    source: {
      origin,
      provider,
      // A file of the customer's own may call its prices what it likes.
      attribution: origin === 'price' ? priceAttributionOf(provider) : null,
      currency,
      at: row.at.toISOString(),
    },
    sentence: row.origin === 'own_price' ? ownSentence(row) : historySentence(row),
  }
}

function priceById(userId: string, id: string): Sql {
  return sql`
    select 'own_price' as origin, o.origin as provider, o.price::text as price, o.currency, o.at, null as grain, o.line,
      null::timestamptz as fetched_at, f.deleted_at is not null as is_deleted
    from own_prices o left join price_files f on f.user_id = o.user_id and f.id = o.file_id
    where o.user_id = ${userId} and o.id = ${id}
    union all
    select 'price', p.provider, p.price::text, p.currency, p.at, p.grain, null, p.fetched_at, false
    from prices p where p.id = ${id} limit 1`
}

function ownSentence({ provider, line, is_deleted, ...price }: PriceRow): string {
  const where = line === null ? provider : `${provider}, line ${line.toLocaleString('en')}`
  const gone = is_deleted ? ', since deleted' : ''
  return `From your price file (${where}${gone}), at ${each(price)}, of ${formatDisplay(price.at.getTime())} UTC.`
}

function historySentence({ provider, grain, fetched_at, ...price }: PriceRow): string {
  const fetched =
    fetched_at === null ? '' : `, fetched on ${formatDisplay(fetched_at.getTime()).slice(0, 12)}`
  return `From ${provider}, at ${each(price)}, close of the ${grain ?? 'day'} of ${formatDisplay(price.at.getTime())} UTC${fetched}.`
}

function each({ price, currency }: Pick<PriceRow, 'price' | 'currency'>): string {
  return `${plain(price)} ${currency} each`
}
