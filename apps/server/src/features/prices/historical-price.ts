import { type HistoricalPrice, type PriceMatches, screenMessages } from '@lotbook/contract'
import { assetGiven, contractName, logoPath } from '@lotbook/sources'
import type { Tx } from '../../platform/database.ts'
import { refuse } from '../../platform/refusal.ts'
import { sql } from '../../platform/sql.ts'
import { plain } from '../../journal/transactions/transaction-rows.ts'
import { priceAt } from '../../journal/valuing/price-at.ts'
import { priceNamed } from '../../journal/valuing/price-source.ts'

/** Request for a price: a ticker or the id of an asset, or a contract; and Unix time, in seconds or milliseconds. */
export interface HistoricalPriceRequest {
  readonly code: string
  readonly timestamp: string
  readonly blockchain?: string | undefined
  readonly contract_address?: string | undefined
  readonly currency_id?: string | undefined
}

export type HistoricalPriceAnswer =
  | { readonly status: 200; readonly body: HistoricalPrice }
  | { readonly status: 300; readonly body: PriceMatches }

/** The one asset and moment that are meant, where no price of it is kept. */
export interface PriceToAsk {
  readonly status: 'unknown'
  readonly asset: string
  readonly at: Date
}

/**
 * Price of a unit of an asset in dollars, of those that are kept. A ticker that several assets share is answered with all of them, and none is
 * chosen (E13).
 */
export async function historicalPrice(
  tx: Tx,
  userId: string,
  request: HistoricalPriceRequest,
  now: Date,
): Promise<HistoricalPriceAnswer | PriceToAsk> {
  const at = momentOf(request.timestamp, now)
  const assets = await assetsMeant(tx, userId, request)
  const [asset, ...others] = assets
  if (asset === undefined) refuse('not_found', 'No asset has this name.')
  if (others.length > 0) {
    const matches = []
    for (const { id, symbol, name, rank } of assets) {
      const icon_url = logoPath('coins', id)
      const found = await dollarsOf(tx, userId, id, at)
      matches.push({ currency_id: id, code: symbol, name, rank, icon_url, price: found?.price ?? null })
    }
    const message = screenMessages.historicalPrice.multipleMatches
    return { status: 300, body: { status: 'error', code: 'multiple_matches', message, matches } }
  }
  const found = await dollarsOf(tx, userId, asset.id, at)
  if (found === undefined) return { status: 'unknown', asset: asset.id, at }
  const named = await priceNamed(tx, userId, found.price_id)
  return {
    status: 200,
    body: {
      price_usd: found.price,
      currency_id: asset.id,
      at: found.at.toISOString(),
      source: named?.sentence ?? '',
      attribution: named?.source.attribution ?? null,
    },
  }
}

/** The first block of Bitcoin: before it nothing had a price. */
const GENESIS = Date.UTC(2009, 0, 3)
/** Seconds reach this figure in the year 5138, milliseconds in 1973. */
const MILLISECONDS_FROM = 100_000_000_000

function momentOf(text: string, now: Date): Date {
  if (!/^\d{1,14}(\.\d+)?$/.test(text)) refuse('invalid_timestamp')
  const number = Number.parseInt(text, 10)
  const at = number < MILLISECONDS_FROM ? number * 1000 : number
  return at < GENESIS || at > now.getTime() ? refuse('invalid_timestamp') : new Date(at)
}

interface Asset {
  readonly id: string
  readonly symbol: string
  readonly name: string
  readonly rank: number | null
}

/**
 * The assets that a request may mean: the one of a contract; the one whose id the code is; else all that go by the ticker, among
 * what the token lists have (of a chain that is not named, coins alone) and what the customer's own history has, but never what another customer's has.
 */
async function assetsMeant(
  tx: Tx,
  userId: string,
  { code, blockchain, contract_address, currency_id }: HistoricalPriceRequest,
): Promise<Asset[]> {
  if (currency_id !== undefined && currency_id !== '') return [await assetOf(tx, currency_id)]
  if (contract_address !== undefined && contract_address !== '') {
    const contract = contractName(contract_address)
    const chain = blockchain?.toLowerCase() ?? 'ethereum'
    const listed = await tx.maybe<{ asset_id: string }>(sql`
      select asset_id from tokens where chain = ${chain} and contract = ${contract}`)
    return [await assetOf(tx, listed?.asset_id ?? `${chain}:${contract}`)]
  }
  if (code === '') return []
  if (code.includes(':')) return [await assetOf(tx, assetGiven(code) ?? code)]
  const ticker = code.toUpperCase()
  const chain = blockchain === undefined || blockchain === '' ? null : blockchain.toLowerCase()
  const found = await tx.all<Asset>(sql`
    select a.id, a.symbol, a.name, a.rank from assets a
    where upper(a.symbol) = ${ticker} and a.is_active and (a.id = ${ticker}
      or (a.kind = 'coin' or ${chain}::text is not null) and exists (select 1 from tokens k where k.asset_id = a.id)
      or exists (select 1 from transaction_counts c where c.user_id = ${userId} and c.asset_id = a.id and c.transactions > 0))
      and (${chain}::text is null or starts_with(a.id, ${chain}::text || ':')
        or exists (select 1 from tokens k where k.asset_id = a.id and k.chain = ${chain}))
    order by a.rank nulls last, a.id limit 50`)
  return found.length > 0 || chain !== null ? found : [await assetOf(tx, ticker)]
}

/** An asset by its id; one that nobody has brought in yet goes by its id alone. */
async function assetOf(tx: Tx, id: string): Promise<Asset> {
  const known = await tx.maybe<Asset>(sql`select id, symbol, name, rank from assets where id = ${id}`)
  return known ?? { id, symbol: id, name: id, rank: null }
}

async function dollarsOf(
  tx: Tx,
  userId: string,
  asset: string,
  at: Date,
): Promise<{ price: string; price_id: string; at: Date } | undefined> {
  const found = await tx.maybe<{ price: string; price_id: string; at: Date }>(sql`
    select p.price::text as price, p.price_id, p.at
    from ${priceAt(userId, 'USD', sql`${asset}`, sql`${at}::timestamptz`)} p`)
  return found && { ...found, price: plain(found.price) }
}
