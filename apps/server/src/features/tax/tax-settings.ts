import { taxSettings, type TaxSettings } from '@lotbook/contract'
import type { CalculationSettings, LotMethod, SafeHarbor, SpecificAllocation } from '@lotbook/tax'
import type { Tx } from '../../platform/database.ts'
import { plannedOnce, sql } from '../../platform/sql.ts'

/** What decides a customer's calculation, as they set it. */
export async function readTaxSettings(tx: Tx, userId: string): Promise<TaxSettings> {
  const row = await tx.one<{
    method: string
    pool_before_2025: string
    transfer_fee: string
    time_zone: string
    treatments: unknown
    tokens: unknown
  }>(plannedOnce`
    select c.method, c.pool_before_2025, c.transfer_fee, c.time_zone, c.treatments, c.tokens
    from customers c where c.user_id = ${userId}`)
  const safe_harbor = await safeHarbor(tx, userId)
  const standing_orders = await standingOrders(tx, userId)
  return taxSettings.parse({ ...row, safe_harbor, standing_orders })
}

/**
 * The allocation that counts: the newest on record, and beside it earlier ones for the assets that they bind and for
 * those that every later one left out. Accounts by their keys, each once.
 */
async function safeHarbor(tx: Tx, userId: string): Promise<TaxSettings['safe_harbor']> {
  const row = await tx.maybe<{
    id: string
    plan: AllocationPlan
    accounts: string[] | null
    bound_by: string[]
  }>(plannedOnce`
    select p.id, p.plan, (
      select array_agg(coalesce(b.key, a.key) order by e.n)
      from jsonb_array_elements_text(p.plan -> 'accounts') with ordinality as e (id, n)
      join accounts a on a.user_id = p.user_id and a.id = e.id::uuid
      left join accounts b on (b.user_id, b.id) = (a.user_id, a.pooled_with)
    ) as accounts, array(
      select q.id from safe_harbor_plans q
      where q.user_id = p.user_id and q.id <> p.id and (q.frozen_at is not null or not exists (
        select 1 from safe_harbor_plans r
        where r.user_id = q.user_id and (r.recorded_at, r.id) > (q.recorded_at, q.id) and r.left_out = '{}'
      ))
      order by q.recorded_at, q.id
    ) as bound_by
    from safe_harbor_plans p where p.user_id = ${userId} order by p.recorded_at desc, p.id desc limit 1`)
  if (row === undefined) return null
  return row.plan.type === 'specific'
    ? { type: 'specific', record_id: row.id, bound_by: row.bound_by }
    : { type: 'global', order: row.plan.order, accounts: [...new Set(row.accounts)] }
}

/** Assets that records on hand bind: no other allocation can be made for them. */
export type BoundAssets = ReadonlySet<string> | 'every'

export async function boundAssets(tx: Tx, userId: string): Promise<BoundAssets> {
  const rows = await tx.all<{ bound_assets: string[] | null }>(plannedOnce`
    select bound_assets from safe_harbor_plans where user_id = ${userId} and frozen_at is not null`)
  return rows.some((row) => row.bound_assets === null)
    ? 'every'
    : new Set(rows.flatMap((row) => row.bound_assets ?? []))
}

/** What is kept of an allocation: the rule, or each unit of it. */
export type AllocationPlan =
  | { readonly type: 'global'; readonly order: LotMethod; readonly accounts: readonly string[] }
  | { readonly type: 'specific'; readonly units: readonly AllocatedUnits[] }

export interface AllocatedUnits {
  readonly asset: string
  readonly lot_transaction_id: string
  readonly account_id: string
  readonly quantity: string
}

/** The units that a specific allocation names, as the engine takes them: lots by fingerprint, accounts by key. */
export async function specificAllocation(
  tx: Tx,
  userId: string,
  units: readonly AllocatedUnits[],
): Promise<SpecificAllocation> {
  const lots = await tx.all<{ id: string; name: string }>(sql`
    select id, encode(fingerprint, 'hex') as name from transactions
    where user_id = ${userId} and id = any(${[...new Set(units.map((one) => one.lot_transaction_id))]}::uuid[])`)
  const accounts = await tx.all<{ id: string; name: string }>(plannedOnce`
    select a.id, coalesce(p.key, a.key) as name from accounts a
    left join accounts p on (p.user_id, p.id) = (a.user_id, a.pooled_with) where a.user_id = ${userId}`)
  const lotNames = new Map(lots.map(({ id, name }) => [id, name]))
  const accountNames = new Map(accounts.map(({ id, name }) => [id, name]))
  return {
    type: 'specific',
    allocations: units.map(({ lot_transaction_id, asset, account_id, quantity }) => ({
      lot: lotNames.get(lot_transaction_id) ?? lot_transaction_id,
      asset,
      account: accountNames.get(account_id) ?? account_id,
      quantity,
    })),
  }
}

/** What decides which record of units counts for an asset that it names. */
export interface RecordInForce {
  readonly bound_assets: readonly string[] | null
  readonly left_out: readonly string[]
}

/** Whether the first of some records, the oldest first, counts for an asset: it binds it, or all later ones leave it out. */
export function countsFor(asset: string, [record, ...later]: readonly RecordInForce[]): boolean {
  return (
    record?.bound_assets?.includes(asset) === true || later.every(({ left_out }) => left_out.includes(asset))
  )
}

async function standingOrders(tx: Tx, userId: string): Promise<TaxSettings['standing_orders']> {
  const orders = await tx.all<{
    account: string | null
    asset: string | null
    from: string
    method: TaxSettings['method']
    recorded_at: Date
    ended_at: Date | null
  }>(plannedOnce`
    select coalesce(p.key, a.key) as account, o.asset_id as asset, o.from_day as from, o.method, o.recorded_at, o.ended_at
    from standing_orders o left join accounts a on (a.user_id, a.id) = (o.user_id, o.account_id)
    left join accounts p on (p.user_id, p.id) = (a.user_id, a.pooled_with)
    where o.user_id = ${userId} order by o.recorded_at, o.id`)
  return orders.map((order) => ({
    ...order,
    recorded_at: order.recorded_at.toISOString(),
    ended_at: order.ended_at?.toISOString() ?? null,
  }))
}

/** The settings as the engine takes them. */
export async function engineSettings(
  tx: Tx,
  userId: string,
  settings: TaxSettings,
): Promise<CalculationSettings> {
  const { method, pool_before_2025, transfer_fee, time_zone, standing_orders, treatments, tokens } = settings
  return {
    jurisdiction: 'US',
    timezone: time_zone,
    method,
    ...(standing_orders.length > 0 && { method_overrides: standing_orders }),
    pool_before_2025,
    transfer_fee,
    // All of them, so that an input says for itself how it was treated.
    treatments,
    ...(tokens.length > 0 && { tokens }),
    safe_harbor: await allocationOf(tx, userId, settings),
  }
}

async function allocationOf(
  tx: Tx,
  userId: string,
  { pool_before_2025, safe_harbor }: TaxSettings,
): Promise<SafeHarbor | null> {
  if (pool_before_2025 !== 'universal' || safe_harbor === null) return null
  if (safe_harbor.type === 'global') return safe_harbor
  const { record_id, bound_by } = safe_harbor
  const records = await tx.all<RecordInForce & { units: AllocatedUnits[] }>(sql`
    select plan -> 'units' as units, bound_assets, left_out from safe_harbor_plans
    where user_id = ${userId} and id = any(${[...bound_by, record_id]}::uuid[]) order by recorded_at, id`)
  // Units of one asset stand in one record: what is bound is not recorded again, and of the others the newest counts.
  const units = records.flatMap(({ units }, n) =>
    units.filter(({ asset }) => countsFor(asset, records.slice(n))),
  )
  return specificAllocation(tx, userId, units)
}

/** Settings compare by content: the stored result answers where journal and settings are the same. */
export function sameSettings(a: TaxSettings, b: TaxSettings): boolean {
  return JSON.stringify(taxSettings.parse(a)) === JSON.stringify(taxSettings.parse(b))
}
