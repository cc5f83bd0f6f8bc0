import { isFiat } from '@lotbook/journal'
import { GRAIN_MS, tokenOf } from '@lotbook/sources'
import { type Database, type Tx, withOps, withoutSubject } from '../../platform/database.ts'
import { addJob, defineJob, WAITING } from '../../platform/jobs.ts'
import { sql } from '../../platform/sql.ts'
import { REFRESH_PRICES } from '../../journal/valuing/queue-price-lookup.ts'
import { askedAssets } from './asked-assets.ts'
import { RATE_PROVIDER, ratesWanted } from './display-rates.ts'
import { fetchPrices, PRICE_CURRENCY, type Wanted } from './fetch-prices.ts'
import type { PriceServices } from './fill-prices.ts'

/** Assets that are asked for at most, those in most transactions first. */
const MOST_ASSETS = 2_000
/** Days that are asked for of an asset that has no price yet, so that there is a line of the last month. */
const FIRST_DAYS = 31
const HOUR = GRAIN_MS.hour
const DAY = GRAIN_MS.day

/**
 * Ask once a day what is held, or watched in Labs, was worth: the closes of the days since the last that is known, and of the last hour
 * with the one a day before it; and the exchange rates that values are shown at. It looks every hour for whom that is due, so that what is new, and what a provider gave no
 * answer about, does not wait for the next day.
 */
export const refreshPricesJob = ({ config, outbound, clock }: PriceServices) =>
  defineJob<Record<string, never>>(
    REFRESH_PRICES.name,
    async (_, { db, log, signal }) => {
      if (config.priceProviders.length === 0) return
      const now = clock.now()
      const asking = { db, outbound, log, providers: config.priceProviders, now, signal }
      const held = await heldAssets(db, now)
      await fetchPrices(asking, daysOf(held, now), 'day')
      await fetchPrices(asking, hoursOf(held, now), 'hour')
      if (config.priceProviders.includes(RATE_PROVIDER))
        await fetchPrices({ ...asking, providers: [RATE_PROVIDER] }, await ratesWanted(db, now), 'day')
      await withoutSubject(db, (tx) => queueRefresh(tx, new Date(now.getTime() + HOUR)))
    },
    { retryLimit: REFRESH_PRICES.retryLimit, turns: { ...WAITING, atOnce: 1 } },
  )

/** Have prices refreshed from now on, unless that is queued already. */
export async function startPriceRefresh(
  db: Database,
  { priceProviders }: Pick<PriceServices['config'], 'priceProviders'>,
): Promise<void> {
  if (priceProviders.length > 0) await withoutSubject(db, (tx) => queueRefresh(tx))
}

async function queueRefresh(tx: Tx, startAfter?: Date): Promise<void> {
  // Two servers that start at once queue it once.
  await tx.all(sql`select pg_advisory_xact_lock(hashtext(${REFRESH_PRICES.name}))`)
  const queued = await tx.maybe(sql`
    select 1 as queued from jobs.job where name = ${REFRESH_PRICES.name} and state < 'active'`)
  if (queued === undefined) await addJob(tx, REFRESH_PRICES, {}, startAfter && { startAfter })
}

interface Held extends Omit<Wanted, 'times'> {
  /** The last day that a close is known of. */
  readonly last: Date | null
  /** Its last hour was not asked for today. */
  readonly isHourDue: boolean
}

/** What customers have transactions of or watch, but for what nobody could price lately. */
async function heldAssets(db: Database, now: Date): Promise<Held[]> {
  const rows = await withOps(db, (tx) =>
    tx.all<{ id: string; last: Date | null; is_hour_due: boolean }>(sql`
      with held as (
        select asset_id, sum(transactions) as n from transaction_counts where asset_id <> '' group by asset_id having sum(transactions) > 0
        union all select asset_id, 1 from labs_items union all select asset_id, 1 from research_assets
      ), priced as (
        select h.asset_id, h.n, (select max(q.at) from prices q where q.asset_id = h.asset_id and q.currency = ${PRICE_CURRENCY}
          and q.grain = 'day') as last
        from (select asset_id, sum(n) as n from held where asset_id <> ${PRICE_CURRENCY} group by asset_id) h
      )
      select asset_id as id, last,
        not exists (select from prices q where q.asset_id = p.asset_id and q.currency = ${PRICE_CURRENCY} and q.grain = 'hour'
          and q.at > ${now}::timestamptz - interval '20 hours')
        and not exists (select from price_gaps g where g.asset_id = p.asset_id and g.currency = ${PRICE_CURRENCY} and g.grain = 'hour'
          and g.asked_at > ${now}::timestamptz - interval '20 hours') as is_hour_due
      from priced p where last is not null or not exists (
        select from price_gaps g where g.asset_id = p.asset_id and g.currency = ${PRICE_CURRENCY}
          and g.asked_at > ${now}::timestamptz - interval '30 days')
      order by n desc, asset_id limit ${MOST_ASSETS}`),
  )
  const known = new Map(rows.map((row) => [row.id, row]))
  const assets = await withoutSubject(db, (tx) => askedAssets(tx, null, [...known.keys()]))
  return assets.map((asset) => {
    const { last = null, is_hour_due: isHourDue = false } = known.get(asset.id) ?? {}
    return { asset, last, isHourDue }
  })
}

function daysOf(held: readonly Held[], now: Date): Wanted[] {
  const today = now.getTime() - (now.getTime() % DAY)
  return held.flatMap(({ asset, last }) => {
    const first = Math.max((last?.getTime() ?? 0) + DAY, today - FIRST_DAYS * DAY)
    const times = new Set<number>()
    for (let at = first; at < today; at += DAY) times.add(at)
    return times.size === 0 ? [] : [{ asset, times }]
  })
}

/** Currencies and tokens have a price a day. */
function hoursOf(held: readonly Held[], now: Date): Wanted[] {
  const last = now.getTime() - (now.getTime() % HOUR) - HOUR
  return held.flatMap(({ asset, isHourDue }) =>
    !isHourDue || isFiat(asset.id) || tokenOf(asset.id) !== undefined
      ? []
      : [{ asset, times: new Set([last - DAY, last]) }],
  )
}
