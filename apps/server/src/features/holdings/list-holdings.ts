import type { BalanceCheck, Holding, HoldingsAnswer, HoldingsShown, ShownCurrency } from '@lotbook/contract'
import { compare, formatDecimal, sum, zero } from '@lotbook/money'
import type { Tx } from '../../platform/database.ts'
import { refuse } from '../../platform/refusal.ts'
import { sql } from '../../platform/sql.ts'
import { accountNames } from './account-names.ts'
import { balanceChecks } from './balance-checks.ts'
import { gainText, allocationOf, totalsOf } from './holdings-totals.ts'
import { heldAssets, type HeldAsset } from './held-assets.ts'
import { amountOf } from './lot-gain.ts'
import type { LotsAsOf } from './lots-as-of.ts'
import { priceTrends } from './price-trend.ts'
import { lotsWhere, type HeldWhere } from './stored-lots.ts'

export interface HoldingsRequest {
  /** A page of the list, or all of it. */
  readonly page: { readonly number: number; readonly size: number } | 'all'
  readonly show: HoldingsShown
  /** An account, or with `isSource` one of its sources. */
  readonly account?: string | undefined
  readonly isSource?: boolean | undefined
  readonly isCustomCsv?: boolean | undefined
}

/** Days within which units that turn long-term are listed as worth waiting for. */
const SOON_DAYS = 60

/**
 * A page of what is held, by value, with the sums over all of it.
 *
 * @param now the moment of the request; of an earlier day its end is the moment that is shown.
 */
export async function listHoldings(
  tx: Tx,
  userId: string,
  request: HoldingsRequest,
  now: Date,
  asOf?: LotsAsOf,
): Promise<Omit<HoldingsAnswer, keyof ShownCurrency> & { readonly currency: string }> {
  const at = asOf?.at ?? now
  const account =
    request.account !== undefined && request.isSource === true
      ? await accountOfSource(tx, userId, request.account)
      : request.account
  const where = { account, isCustomCsv: request.isCustomCsv }
  const held = await heldAssets(tx, userId, at, where, asOf)
  const checks = await balanceChecks(tx, userId, { account, at })
  const narrowed = (show: HoldingsShown) =>
    held.assets.filter((asset) => isShown[show](asset, checks.get(asset.asset)))
  const shown = narrowed(request.show)
  const { page } = request
  const assets = page === 'all' ? shown : shown.slice((page.number - 1) * page.size, page.number * page.size)
  const totals = totalsOf(held)
  const count = (show: HoldingsShown) => narrowed(show).length
  return {
    data: {
      holdings: await rowsOf(tx, userId, { assets, where, checks, currency: held.currency, at }),
      assets_total: shown.length,
      group_id: account ?? null,
      total_holdings: totals.value,
    },
    currency: held.currency,
    holding_in_progress: await isInProgress(tx, userId),
    at: at.toISOString(),
    as_of: asOf?.day ?? null,
    calculation:
      held.calculation === null
        ? null
        : {
            finished_at: held.calculation.finishedAt.toISOString(),
            changes_since: held.calculation.changesSince,
          },
    totals,
    allocation: allocationOf(held.assets),
    counts: {
      all: held.assets.length,
      soon: count('soon'),
      differs: count('differs'),
      unpriced: count('unpriced'),
    },
  }
}

const isShown: Readonly<
  Record<HoldingsShown, (asset: HeldAsset, check: BalanceCheck | undefined) => boolean>
> = {
  all: () => true,
  soon: ({ next }) => next !== null && next.days <= SOON_DAYS,
  differs: (_asset, check) => check !== undefined && check.state !== 'matches',
  unpriced: ({ price }) => price === null,
}

/** Whether an import or a calculation is at work. */
export async function isInProgress(tx: Tx, userId: string): Promise<boolean> {
  const { busy } = await tx.one<{ busy: boolean }>(sql`
    select exists (select 1 from imports where user_id = ${userId} and state in ('queued', 'running', 'waiting'))
      or exists (select 1 from calculations where user_id = ${userId} and state in ('queued', 'running')) as busy`)
  return busy
}

async function accountOfSource(tx: Tx, userId: string, source: string): Promise<string> {
  const row = await tx.maybe<{ account_id: string }>(sql`
    select account_id from connections where user_id = ${userId} and id = ${source} and deleted_at is null`)
  return row?.account_id ?? refuse('not_found')
}

async function rowsOf(
  tx: Tx,
  userId: string,
  {
    assets,
    where,
    checks,
    currency,
    at,
  }: {
    readonly assets: readonly HeldAsset[]
    readonly where: HeldWhere
    readonly checks: ReadonlyMap<string, BalanceCheck>
    readonly currency: string
    readonly at: Date
  },
): Promise<Holding[]> {
  const nameOf = await accountNames(
    tx,
    userId,
    assets.flatMap(({ parts }) => parts.map(({ account }) => account)),
  )
  const turning = await quantitiesTurning(tx, userId, assets, where)
  const trends = await priceTrends(tx, userId, { assets: assets.map(({ asset }) => asset), currency, at })
  return assets.map((held) => {
    const { asset, symbol, name, price, value, basis, gain, longQuantity, lots, next, parts } = held
    return {
      asset,
      symbol,
      name,
      quantity: formatDecimal(held.quantity),
      price: price === null ? null : { ...price, at: price.at.toISOString() },
      value: value === null ? null : formatDecimal(value),
      basis: basis === null ? null : formatDecimal(basis),
      gain: gain === null ? null : gainText(gain),
      long_quantity: longQuantity === null ? null : formatDecimal(longQuantity),
      assumed_quantity: held.assumed === null ? null : formatDecimal(held.assumed),
      lots,
      balance_check: checks.get(asset) ?? null,
      next_long_term:
        next === null
          ? null
          : { quantity: turning.get(asset) ?? formatDecimal(zero), from: next.from, days: next.days },
      accounts: parts
        .toSorted((a, b) => compare(b.quantity, a.quantity))
        .map(({ account, quantity }) => ({
          id: account,
          ...nameOf(account),
          quantity: formatDecimal(quantity),
        })),
      trend: trends.get(asset) ?? [],
    }
  })
}

/** How much of each asset turns long-term next: the lots of one day. */
async function quantitiesTurning(
  tx: Tx,
  userId: string,
  assets: readonly HeldAsset[],
  where: HeldWhere,
): Promise<ReadonlyMap<string, string>> {
  const known = assets.flatMap(({ asset, next }): [string, string][] =>
    next === null || next.quantity === null ? [] : [[asset, formatDecimal(next.quantity)]],
  )
  const turning = assets.flatMap(({ asset, next }) =>
    next === null || next.quantity !== null ? [] : [{ asset, day: next.acquired }],
  )
  if (turning.length === 0) return new Map(known)
  const rows = await tx.all<{ asset: string; day: string; quantity: string }>(sql`
    select l.asset_id as asset, l.acquired as day, sum(l.quantity)::text as quantity from lots l
    where ${await lotsWhere(tx, userId, where)} and l.asset_id = any (${turning.map(({ asset }) => asset)})
      and l.acquired = any (${turning.map(({ day }) => day)}::date[])
    group by 1, 2`)
  return new Map(
    turning.map(({ asset, day }) => [
      asset,
      formatDecimal(
        sum(
          rows.filter((row) => row.asset === asset && row.day === day).map((row) => amountOf(row.quantity)),
        ),
      ),
    ]),
  )
}
