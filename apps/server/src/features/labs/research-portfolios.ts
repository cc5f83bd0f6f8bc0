import {
  LABS_MAX_ASSETS,
  LABS_MAX_ITEMS,
  type PricedAsset,
  type ResearchPortfolio,
  screenMessages,
} from '@lotbook/contract'
import { type Decimal, formatDecimal, isZero, parseDecimal, sum, times } from '@lotbook/money'
import { plain } from '../../journal/transactions/transaction-rows.ts'
import type { Tx } from '../../platform/database.ts'
import { newId } from '../../platform/ids.ts'
import { refuse } from '../../platform/refusal.ts'
import { sql } from '../../platform/sql.ts'
import { pricedAssets, type PriceScope } from './priced-assets.ts'

interface AssetRow {
  readonly portfolio_id: string
  readonly asset_id: string
  readonly quantity: string
}

/** The portfolios of a customer in the order they were made, each with its value by the newest known prices. */
export async function researchPortfolios(tx: Tx, scope: PriceScope): Promise<ResearchPortfolio[]> {
  const portfolios = await tx.all<{ id: string; name: string }>(sql`
    select id, name from research_portfolios where user_id = ${scope.userId} and deleted_at is null order by created_at, id`)
  const rows = await tx.all<AssetRow>(sql`
    select a.portfolio_id, a.asset_id, a.quantity::text from research_assets a
    where a.user_id = ${scope.userId} and a.portfolio_id = any (${portfolios.map(({ id }) => id)}::uuid[])
    order by a.added_at, a.asset_id`)
  const priced = new Map(
    (await pricedAssets(tx, scope, [...new Set(rows.map(({ asset_id }) => asset_id))])).map((asset) => [
      asset.asset_id,
      asset,
    ]),
  )
  return portfolios.map(({ id, name }) => {
    const assets = rows.flatMap(({ portfolio_id, asset_id, quantity }) => {
      const asset = priced.get(asset_id)
      return portfolio_id === id && asset !== undefined ? [valued(asset, plain(quantity))] : []
    })
    return { id, name, assets, ...totalsOf(assets) }
  })
}

type ValuedAsset = ResearchPortfolio['assets'][number]

function valued(asset: PricedAsset, quantity: string): ValuedAsset {
  const of = (price: string | null) =>
    price === null ? null : formatDecimal(times(read(quantity), read(price)))
  return { ...asset, quantity, value: of(asset.price), value_before: of(asset.price_before) }
}

/** Sums over the assets that have a price; the change only over those whose price is known from both ends of the period. */
function totalsOf(assets: readonly ValuedAsset[]) {
  const known = assets.flatMap(({ value }) => value ?? [])
  const compared = assets.filter(({ value, value_before }) => value !== null && value_before !== null)
  const total = (values: readonly string[]) =>
    values.length === 0 ? null : formatDecimal(sum(values.map(read)))
  return {
    value: total(known),
    unpriced: assets.length - known.length,
    compared: compared.length,
    compared_value: total(compared.flatMap(({ value }) => value ?? [])),
    compared_value_before: total(compared.flatMap(({ value_before }) => value_before ?? [])),
  }
}

/** The limit of portfolios holds for two calls at once too: they wait for each other. */
async function requireRoom(tx: Tx, userId: string): Promise<void> {
  await tx.one(sql`select 1 from customers where user_id = ${userId} for update`)
  const { count } = await tx.one<{ count: string }>(
    sql`select count(*) from research_portfolios where user_id = ${userId} and deleted_at is null`,
  )
  if (Number(count) >= LABS_MAX_ITEMS) refuse('conflict', screenMessages.labs.limit)
}

export async function addPortfolio(tx: Tx, userId: string, name: string, now: Date): Promise<string> {
  await requireRoom(tx, userId)
  const id = newId(now.getTime())
  await tx.run(sql`
    insert into research_portfolios (user_id, id, name, created_at) values (${userId}, ${id}, ${name}, ${now})`)
  return id
}

export async function renamePortfolio(tx: Tx, userId: string, id: string, name: string): Promise<void> {
  await requirePortfolio(tx, userId, id)
  await tx.run(sql`update research_portfolios set name = ${name} where user_id = ${userId} and id = ${id}`)
}

export async function deletePortfolio(tx: Tx, userId: string, id: string, now: Date): Promise<void> {
  await requirePortfolio(tx, userId, id)
  await tx.run(
    sql`update research_portfolios set deleted_at = ${now} where user_id = ${userId} and id = ${id}`,
  )
}

/** Bring a deleted portfolio back with its assets; refused where others have taken its place. */
export async function restorePortfolio(tx: Tx, userId: string, id: string): Promise<void> {
  const deleted = await tx.maybe(sql`
    select 1 from research_portfolios where user_id = ${userId} and id = ${id} and deleted_at is not null`)
  if (deleted === undefined) refuse('not_found')
  await requireRoom(tx, userId)
  await tx.run(sql`update research_portfolios set deleted_at = null where user_id = ${userId} and id = ${id}`)
}

/** Set how much of an asset is in a portfolio. */
export async function setPortfolioAsset(
  tx: Tx,
  userId: string,
  { id, asset_id, quantity }: { readonly id: string; readonly asset_id: string; readonly quantity: string },
  now: Date,
): Promise<void> {
  await requirePortfolio(tx, userId, id)
  const amount = read(quantity)
  if (isZero(amount) || amount.units < 0n)
    refuse('invalid_input', undefined, { fields: { quantity: 'Enter a quantity above 0.' } })
  const asset = await tx.maybe(
    sql`select 1 from assets where id = ${asset_id} and kind in ('coin', 'token') and is_active`,
  )
  if (asset === undefined) refuse('not_found')
  const others = await tx.all(sql`
    select 1 from research_assets where user_id = ${userId} and portfolio_id = ${id} and asset_id <> ${asset_id}`)
  if (others.length >= LABS_MAX_ASSETS) refuse('conflict', screenMessages.labs.limit)
  await tx.run(sql`
    insert into research_assets (user_id, portfolio_id, asset_id, quantity, added_at)
    values (${userId}, ${id}, ${asset_id}, ${quantity}, ${now})
    on conflict (user_id, portfolio_id, asset_id) do update set quantity = excluded.quantity`)
}

export async function removePortfolioAsset(
  tx: Tx,
  userId: string,
  { id, asset_id }: { readonly id: string; readonly asset_id: string },
): Promise<void> {
  await requirePortfolio(tx, userId, id)
  const gone = await tx.run(sql`
    delete from research_assets where user_id = ${userId} and portfolio_id = ${id} and asset_id = ${asset_id}`)
  if (gone === 0) refuse('not_found')
}

/** Locks the portfolio, so that two changes of it at once keep to its limit. */
async function requirePortfolio(tx: Tx, userId: string, id: string): Promise<void> {
  const found = await tx.maybe(sql`
    select 1 from research_portfolios where user_id = ${userId} and id = ${id} and deleted_at is null for update`)
  if (found === undefined) refuse('not_found')
}

function read(text: string): Decimal {
  const value = parseDecimal(text)
  if (value === undefined) throw new Error(`not a decimal: ${text}`)
  return value
}
