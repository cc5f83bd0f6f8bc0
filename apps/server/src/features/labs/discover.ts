import type { PricedAsset } from '@lotbook/contract'
import { compare, type Decimal, isZero, parseDecimal, times } from '@lotbook/money'
import type { Tx } from '../../platform/database.ts'
import { sql } from '../../platform/sql.ts'
import { beginningOf, currencyOf, pricedAssets, type PriceScope } from './priced-assets.ts'

/** How long each list is. */
const LENGTH = 7
/** The most assets that are compared for the greatest gain. */
const COMPARED = 2_000
const DAY_MS = 86_400_000

interface Counted {
  readonly asset_id: string
  readonly count: string
}

/** The assets searched for most in the last 24 hours, by everybody of this installation. */
export async function trending(tx: Tx, scope: PriceScope) {
  const counted = await tx.all<Counted>(sql`
    select asset_id, count(*) from searches
    where asset_id is not null and at > ${new Date(scope.now.getTime() - DAY_MS)}
    group by asset_id order by count(*) desc, asset_id limit ${LENGTH}`)
  return (await withCounts(tx, scope, counted)).map(({ count, ...asset }) => ({ ...asset, searches: count }))
}

/** The assets in most of the customer's own transactions. */
export async function mostTransacted(tx: Tx, scope: PriceScope) {
  const counted = await tx.all<Counted>(sql`
    select s.asset as asset_id, count(*) from transactions t
    cross join lateral (select t.from_asset as asset union select t.to_asset) s
    where t.user_id = ${scope.userId} and t.deleted_at is null and not t.is_ignored and s.asset is not null
      and exists (select from assets a where a.id = s.asset and a.kind <> 'fiat')
    group by s.asset order by count(*) desc, s.asset limit ${LENGTH}`)
  return (await withCounts(tx, scope, counted)).map(({ count, ...asset }) => ({
    ...asset,
    transactions: count,
  }))
}

/** The assets that gained most over the period in percent, among all whose price is known from within it. */
export async function biggestGainers(tx: Tx, scope: PriceScope): Promise<PricedAsset[]> {
  const currency = await currencyOf(tx, scope.userId)
  const begun = beginningOf(scope)
  const priced = await tx.all<{ id: string }>(sql`
    select a.id from assets a where a.kind <> 'fiat' and (
      exists (select from prices q where q.asset_id = a.id and q.currency = ${currency} and q.grain = 'hour'
        and q.at > ${begun} and q.at <= ${scope.now})
      or exists (select from prices q where q.asset_id = a.id and q.currency = ${currency} and q.grain = 'day'
        and q.at > ${begun} and q.at <= ${scope.now})
      or exists (select from own_prices o where o.user_id = ${scope.userId} and o.asset_id = a.id
        and o.currency = ${currency} and o.at > ${begun} and o.at <= ${scope.now}))
    order by a.rank nulls last, a.id limit ${COMPARED}`)
  const assets = await pricedAssets(
    tx,
    scope,
    priced.map(({ id }) => id),
  )
  const gains = assets.flatMap((asset) => {
    const price = read(asset.price)
    const before = read(asset.price_before)
    if (price === undefined || before === undefined || isZero(before)) return []
    return compare(price, before) > 0 ? [{ asset, price, before }] : []
  })
  return gains
    .toSorted((a, b) => compare(times(b.price, a.before), times(a.price, b.before)))
    .slice(0, LENGTH)
    .map(({ asset }) => asset)
}

const read = (text: string | null): Decimal | undefined => (text === null ? undefined : parseDecimal(text))

async function withCounts(tx: Tx, scope: PriceScope, counted: readonly Counted[]) {
  const counts = new Map(counted.map(({ asset_id, count }) => [asset_id, Number(count)]))
  const assets = await pricedAssets(tx, scope, [...counts.keys()])
  return assets.map((asset) => ({ ...asset, count: counts.get(asset.asset_id) ?? 0 }))
}
