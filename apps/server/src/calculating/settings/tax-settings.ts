import { methodOfYear, taxSettings, type TaxSettings } from '@lotbook/contract'
import {
  inNameOrder,
  type CalculationSettings,
  type DefaultAllocation,
  type LotMethod,
  type SafeHarbor,
  type SpecificAllocation,
} from '@lotbook/tax'
import { chainOfAccount } from '@lotbook/sources'
import type { Tx } from '../../platform/database.ts'
import { plannedOnce, sql } from '../../platform/sql.ts'

/** The settings that decide a customer's calculation. Every calculation asks for them, so they are read by one query. */
export async function readTaxSettings(tx: Tx, userId: string): Promise<TaxSettings> {
  const { standing_orders, filed, plan_id, plan, plan_accounts, bound_by, ...row } = await tx.one<
    {
      method: string
      pool_before_2025: string
      transfer_fee: string
      time_zone: string
      treatments: unknown
      tokens: unknown
      standing_orders: readonly StandingOrder[] | null
      filed: readonly FiledUnder[] | null
    } & (AllocationOnRecord | Record<keyof AllocationOnRecord, null>)
  >(plannedOnce`
    select c.method, c.pool_before_2025, c.transfer_fee, c.time_zone, c.treatments, c.tokens, p.*, (${standingOrders}) as standing_orders,
      (${filedUnder}) as filed
    from customers c left join lateral (${newestAllocation}) p on true where c.user_id = ${userId}`)
  return taxSettings.parse({
    ...row,
    filed_methods: filedMethods(row.method, filed ?? []),
    safe_harbor: plan === null ? null : safeHarborOf({ plan_id, plan, plan_accounts, bound_by }),
    standing_orders: (standing_orders ?? []).map((order) => ({
      ...order,
      recorded_at: new Date(order.recorded_at).toISOString(),
      ended_at: order.ended_at === null ? null : new Date(order.ended_at).toISOString(),
    })),
  })
}

/** Instants as the database writes them in JSON. */
type StandingOrder = TaxSettings['standing_orders'][number]

/** Those of a customer `c`. */
const standingOrders = sql`
  select jsonb_agg(jsonb_build_object('account', coalesce(p.key, a.key), 'asset', o.asset_id, 'from', o.from_day,
    'method', o.method, 'recorded_at', o.recorded_at, 'ended_at', o.ended_at) order by o.recorded_at, o.id)
  from standing_orders o left join accounts a on (a.user_id, a.id) = (o.user_id, o.account_id)
  left join accounts p on (p.user_id, p.id) = (a.user_id, a.pooled_with) where o.user_id = c.user_id`

/** A filed year, and the settings of the calculation that it was filed with. */
interface FiledUnder {
  readonly year: number
  readonly method: TaxSettings['method']
  readonly filed_methods: TaxSettings['filed_methods'] | null
}

/** Those of a customer `c`, the oldest first. */
const filedUnder = sql`
  select jsonb_agg(jsonb_build_object('year', y.tax_year, 'method', k.settings -> 'method',
    'filed_methods', k.settings -> 'filed_methods') order by y.tax_year)
  from tax_years y join calculations k on (k.user_id, k.id) = (y.user_id, y.calculation_id)
  where y.user_id = c.user_id and y.state = 'filed'`

/**
 * The methods of filed years, as far as they differ from the one that is set now. Consecutive years of one
 * method are one entry.
 */
function filedMethods(method: string, filed: readonly FiledUnder[]): TaxSettings['filed_methods'] {
  const methods: TaxSettings['filed_methods'] = []
  for (const { year, ...under } of filed) {
    const then = methodOfYear({ method: under.method, filed_methods: under.filed_methods ?? [] }, year)
    if (methods.at(-1)?.method === then) methods.pop()
    methods.push({ year, method: then })
  }
  if (methods.at(-1)?.method === method) methods.pop()
  return methods
}

interface AllocationOnRecord {
  readonly plan_id: string
  readonly plan: AllocationPlan
  /** By their keys, where the plan is a rule. */
  readonly plan_accounts: readonly string[] | null
  readonly bound_by: readonly string[]
}

/** The newest of a customer `c`, and earlier ones that still count for an asset. */
const newestAllocation = sql`
  select p.id as plan_id, p.plan, (
    select array_agg(coalesce(b.key, a.key) order by e.n)
    from jsonb_array_elements_text(p.plan -> 'accounts') with ordinality as e (id, n)
    join accounts a on a.user_id = p.user_id and a.id = e.id::uuid
    left join accounts b on (b.user_id, b.id) = (a.user_id, a.pooled_with)
  ) as plan_accounts, array(
    select q.id from safe_harbor_plans q
    where q.user_id = p.user_id and q.id <> p.id and (q.frozen_at is not null or not exists (
      select 1 from safe_harbor_plans r
      where r.user_id = q.user_id and (r.recorded_at, r.id) > (q.recorded_at, q.id) and r.left_out = '{}'
    ))
    order by q.recorded_at, q.id
  ) as bound_by
  from safe_harbor_plans p where p.user_id = c.user_id order by p.recorded_at desc, p.id desc limit 1`

/**
 * The allocation that counts: the newest on record, and beside it earlier ones for the assets that they bind and for
 * those that every later one left out. Accounts by their keys, each once.
 */
function safeHarborOf({ plan_id, plan, plan_accounts, bound_by }: AllocationOnRecord) {
  return plan.type === 'specific'
    ? { type: 'specific', record_id: plan_id, bound_by }
    : { type: 'global', order: plan.order, accounts: [...new Set(plan_accounts)] }
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

/** The stored form of an allocation: the rule, or each unit of it. */
export type AllocationPlan =
  | { readonly type: 'global'; readonly order: LotMethod; readonly accounts: readonly string[] }
  | { readonly type: 'specific'; readonly units: readonly AllocatedUnits[] }

export interface AllocatedUnits {
  readonly asset: string
  readonly lot_transaction_id: string
  readonly account_id: string
  readonly quantity: string
}

/**
 * The units that a specific allocation names, as the engine takes them: lots by fingerprint, accounts by key. A record stays as it is, so a lot
 * whose file was read under another answer since is what the same lines are now.
 */
export async function specificAllocation(
  tx: Tx,
  userId: string,
  units: readonly AllocatedUnits[],
): Promise<SpecificAllocation> {
  const ids = [...new Set(units.map((one) => one.lot_transaction_id))]
  const lots = await tx.all<{ id: string; name: string }>(sql`
    with as_read_now as (
      select t.id, min(encode(n.fingerprint, 'hex')) as name from transactions t
      join records r on (r.user_id, r.transaction_id) = (t.user_id, t.id)
      join connections o on (o.user_id, o.id) = (r.user_id, r.connection_id)
      join connections c on (c.user_id, c.upload_id) = (o.user_id, o.upload_id) and c.deleted_at is null
      join records q on (q.user_id, q.connection_id, q.line) = (c.user_id, c.id, r.line)
      join transactions n on (n.user_id, n.id) = (q.user_id, q.transaction_id) and n.deleted_at is null
      where t.user_id = ${userId} and t.id = any(${ids}::uuid[]) and t.deleted_at is not null
      group by t.id having count(distinct n.id) = 1
    )
    select t.id, coalesce(n.name, encode(t.fingerprint, 'hex')) as name from transactions t left join as_read_now n on n.id = t.id
    where t.user_id = ${userId} and t.id = any(${ids}::uuid[])`)
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

/** The facts of a record of units that decide whether it counts for an asset that it names. */
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

/** The settings as the engine takes them. */
export async function engineSettings(
  tx: Tx,
  userId: string,
  settings: TaxSettings,
): Promise<CalculationSettings> {
  const { pool_before_2025, transfer_fee, time_zone, treatments, tokens } = settings
  const { method, orders } = methodsOf(settings)
  return {
    jurisdiction: 'US',
    timezone: time_zone,
    method,
    ...(orders.length > 0 && { method_overrides: orders }),
    pool_before_2025,
    transfer_fee,
    // All of them, so that an input says for itself how it was treated.
    treatments,
    ...(tokens.length > 0 && { tokens }),
    safe_harbor: await allocationOf(tx, userId, settings),
    ...(await walletsOf(tx, userId)),
    ...(pool_before_2025 === 'universal' && { default_allocation: await defaultAllocation(tx, userId) }),
  }
}

/** Accounts on a chain, whose fees are gas (R-FEE-5); nothing where there is none. */
async function walletsOf(tx: Tx, userId: string): Promise<Pick<CalculationSettings, 'wallets'>> {
  const accounts = await tx.all<{ key: string }>(plannedOnce`
    select key from accounts where user_id = ${userId} and pooled_with is null order by key`)
  const wallets = accounts.flatMap(({ key }) => (chainOfAccount(key) === null ? [] : [key]))
  return wallets.length === 0 ? {} : { wallets }
}

/** Accounts as units go to them that no record allocates: by the names that the customer reads (R-POOL-4). */
async function defaultAllocation(tx: Tx, userId: string): Promise<DefaultAllocation> {
  const accounts = await tx.all<{ key: string; name: string }>(plannedOnce`
    select key, name from accounts where user_id = ${userId} and pooled_with is null`)
  return { accounts: inNameOrder(accounts) }
}

/**
 * The method that the first sales go by, and those that replace it, each from its day on. Filed years keep
 * theirs, and another method counts from the year after. Standing orders stand above both.
 */
function methodsOf({ method, filed_methods, standing_orders }: TaxSettings) {
  const inTurn = [...filed_methods.map((one) => one.method), method]
  const later = filed_methods.map(({ year }, n) => ({ from: `${year + 1}-01-01`, method: inTurn[n + 1]! }))
  return { method: inTurn[0]!, orders: [...later, ...standing_orders] }
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
