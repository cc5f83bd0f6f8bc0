import type { CurrencyResult } from '@lotbook/contract'
import { type Currency, logoPath, searchCurrencies } from '@lotbook/sources'
import type { Tx } from '../../platform/database.ts'
import { sql } from '../../platform/sql.ts'
import { lastPrices } from '../../journal/valuing/last-prices.ts'

/**
 * Active currencies by ticker or name: the known ones and those of the customer's own history, never what only others have; each with
 * the newest price that is known.
 */
export async function currenciesFor(tx: Tx, userId: string, q: string, now: Date): Promise<CurrencyResult[]> {
  const own = await tx.all<Currency>(sql`
    select a.id as asset, a.symbol as ticker, a.name, a.rank from (
      select distinct asset_id from transaction_counts where user_id = ${userId} and asset_id <> '' and transactions > 0 offset 0
    ) held cross join lateral (
      select id, symbol, name, rank from assets where id = held.asset_id and is_active and kind <> 'nft' offset 0
    ) a
    order by a.id limit ${MOST_OWN}`)
  const found = searchCurrencies(q, own)
  const prices = await lastPrices(
    tx,
    userId,
    found.map(({ asset }) => asset),
    now,
  )
  return found.map(({ asset, ticker, name, rank }) => ({
    currency_id: asset,
    code: ticker,
    name,
    rank,
    price: prices.get(asset)?.price ?? null,
    icon_url: logoPath('coins', asset),
  }))
}

/** Assets of one history that are looked through. */
const MOST_OWN = 2_000
