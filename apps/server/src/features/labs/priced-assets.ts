import { LABS_PERIODS, type LabsPeriod, type PricedAsset } from '@lotbook/contract'
import { lastPrices } from '../../journal/valuing/last-prices.ts'
import type { Tx } from '../../platform/database.ts'
import { sql } from '../../platform/sql.ts'

export interface PriceScope {
  readonly userId: string
  readonly period: LabsPeriod
  readonly now: Date
}

/** The moment a period began. */
export function beginningOf({ period, now }: Pick<PriceScope, 'period' | 'now'>, times = 1): Date {
  const hours = LABS_PERIODS.find(({ value }) => value === period)?.hours ?? 24
  return new Date(now.getTime() - times * hours * 3_600_000)
}

/**
 * Assets with the newest price that is known of each, and the one that was known when the period began. A change is told only
 * of a price from within the period against one that was at most a period old when it began: of older ones it would be the change
 * over another time.
 *
 * @param ids - each once; the answer has them in this order, less those that are no assets.
 */
export async function pricedAssets(
  tx: Tx,
  scope: PriceScope,
  ids: readonly string[],
): Promise<PricedAsset[]> {
  const { userId, now } = scope
  const begun = beginningOf(scope)
  const oldest = beginningOf(scope, 2)
  const rows = await tx.all<{ id: string; symbol: string; name: string }>(
    sql`select id, symbol, name from assets where id = any (${[...ids]})`,
  )
  const known = new Map(rows.map((row) => [row.id, row]))
  const newest = await lastPrices(tx, userId, [...known.keys()], now)
  const before = await lastPrices(tx, userId, [...known.keys()], begun)
  return ids.flatMap((id) => {
    const asset = known.get(id)
    if (asset === undefined) return []
    const [last, first] = [newest.get(id), before.get(id)]
    const isOfPeriod = last !== undefined && last.at > begun && first !== undefined && first.at > oldest
    return [
      {
        asset_id: id,
        ticker: asset.symbol,
        name: asset.name,
        price: last?.price ?? null,
        price_at: last?.at.toISOString() ?? null,
        ...(last?.provider !== undefined && { provider: last.provider }),
        price_before: isOfPeriod ? first.price : null,
      },
    ]
  })
}

/** The currency that prices are told in. */
export async function currencyOf(tx: Tx, userId: string): Promise<string> {
  const { currency } = await tx.one<{ currency: string }>(
    sql`select currency from customers where user_id = ${userId}`,
  )
  return currency
}
