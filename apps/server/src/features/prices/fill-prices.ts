import type { PricedAsset } from '@lotbook/sources'
import { isFiat } from '@lotbook/journal'
import { judgeTokens } from '../../journal/findings/find-spam.ts'
import { holdJournal, recount } from '../../journal/transactions/write-journal.ts'
import { FILL_PRICES } from '../../journal/valuing/queue-price-lookup.ts'
import { type Concerned, revalue } from '../../journal/valuing/revalue.ts'
import { isOpen } from '../../journal/valuing/value-transactions.ts'
import { type Database, self, type Tx, withSubject } from '../../platform/database.ts'
import { addJob, defineJob, WAITING } from '../../platform/jobs.ts'
import { notify } from '../../platform/notify.ts'
import type { Services } from '../../platform/request-context.ts'
import { type Sql, sql } from '../../platform/sql.ts'
import { joinedByHash } from '../../platform/statistics.ts'
import { askedAssets } from './asked-assets.ts'
import { fetchPrices, PRICE_CURRENCY, type Searched, type Wanted } from './fetch-prices.ts'

/** How often progress is told. */
const TOLD_EVERY_MS = 500
/** Transactions that are valued in one change of the journal. */
const AT_ONCE = 2_000
/** How long a provider that does not answer is left alone: twice as long after each search in vain. */
const FIRST_WAIT_MS = 15 * 60_000
const LONGEST_WAIT_MS = 24 * 60 * 60_000

export type PriceServices = Pick<Services, 'config' | 'outbound' | 'clock'>

/**
 * Look up the prices that a customer's transactions lack, and value these by them. What is found is kept for everybody and stands
 * at once; the transactions to value are found by the prices that are newer than the question for one. So whenever its worker is killed, the
 * next goes on from there.
 */
export const fillPricesJob = ({ config, outbound, clock }: PriceServices) =>
  defineJob<{ userId: string }>(
    FILL_PRICES.name,
    async ({ userId }, { db, log, signal }) => {
      const now = clock.now()
      const providers = config.priceProviders
      const wanted = providers.length === 0 ? [] : await begin(db, userId, now)
      const total = wanted.reduce((sum, { times }) => sum + times.size, 0)
      const tell = progressOf(db, userId, total)
      const searched = await fetchPrices({ db, outbound, log, providers, now, signal }, wanted, 'day', tell)
      await valueAnew(db, userId, signal)
      await end(db, userId, searched)
    },
    { retryLimit: FILL_PRICES.retryLimit, turns: WAITING },
  )

/** What is missing: currencies first, for a value that is stated in one counts before the price of what was moved. */
async function begin(db: Database, userId: string, now: Date): Promise<Wanted[]> {
  return withSubject(db, self(userId), async (tx) => {
    const rows = await fromLacking<{ asset: string; days: Date[] }>(
      tx,
      userId,
      sql`
      select asset, array_agg(distinct day order by day) as days from (
        select m.asset, date_trunc('day', t.at, 'UTC') as day ${lacking(userId)}
          and t.at < date_trunc('day', ${now}::timestamptz, 'UTC') and c.currency = ${PRICE_CURRENCY}
      ) d where not exists (select from prices q where q.asset_id = d.asset and q.currency = ${PRICE_CURRENCY}
        and q.grain = 'day' and q.at = d.day)
      group by asset order by asset`,
    )
    const assets = new Map(
      (
        await askedAssets(
          tx,
          userId,
          rows.map(({ asset }) => asset),
        )
      ).map((one) => [one.id, one]),
    )
    const wanted = rows.flatMap(({ asset, days }) => {
      const known: PricedAsset | undefined = assets.get(asset)
      return known === undefined ? [] : [{ asset: known, times: new Set(days.map((day) => day.getTime())) }]
    })
    const total = wanted.reduce((sum, { times }) => sum + times.size, 0)
    await tx.run(sql`
      update price_lookups set state = 'running', done = 0, total = ${total}, until = null, changed_at = now()
      where user_id = ${userId}`)
    await tellOf(tx, userId, 'running', 0, total)
    return wanted.toSorted((a, b) => Number(isFiat(b.asset.id)) - Number(isFiat(a.asset.id)))
  })
}

/**
 * The transactions that lack a value, after the lock, each with every asset `m.asset` whose price would give it one: what the
 * question names, the other side of a trade, and the currency that its value is stated in.
 */
const lacking = (userId: string) => sql`
  from findings f
  join transactions t on t.user_id = f.user_id and t.id = f.transaction_id and t.deleted_at is null
  join customers c on c.user_id = t.user_id
  cross join lateral (
    select unnest(string_to_array(f.note, ', ')) as asset
    union select unnest(array[t.from_asset, t.to_asset]) where t.from_asset is not null and t.to_asset is not null
    union select t.value_currency where t.value is not null
  ) m
  where f.user_id = ${userId} and f.code = 'missing_price' and f.state = 'open' and ${isOpen}
    and m.asset is not null and m.asset <> c.currency`

/** Rows of a query over `lacking`. Behind a long import the planner has not heard of its rows yet, and would compare each with each. */
async function fromLacking<Row>(tx: Tx, userId: string, query: Sql): Promise<Row[]> {
  const { open } = await tx.one<{ open: number }>(sql`
    select count(*)::int as open from findings where user_id = ${userId} and code = 'missing_price' and state = 'open'`)
  return joinedByHash(tx, () => tx.all<Row>(query), open)
}

/** Value what lacks a value and has a price that came since that was found. */
async function valueAnew(db: Database, userId: string, signal: AbortSignal): Promise<void> {
  for (;;) {
    signal.throwIfAborted()
    const left = await withSubject(db, self(userId), async (tx) => {
      await holdJournal(tx, userId)
      const priced = await fromLacking<{ id: string; assets: string[] }>(
        tx,
        userId,
        sql`
        select t.id, array_agg(distinct m.asset) as assets ${lacking(userId)}
          and exists (select from prices q where q.asset_id = m.asset and q.currency = c.currency and q.fetched_at > f.updated_at
            and (q.grain = 'day' and q.at = date_trunc('day', t.at, 'UTC')
              or q.grain = 'hour' and q.at = date_trunc('hour', t.at, 'UTC')))
        group by t.id order by t.id limit ${AT_ONCE}`,
      )
      if (priced.length === 0) return 0
      await judgeTokens(tx, userId, [...new Set(priced.flatMap(({ assets }) => assets))])
      await recount(tx, userId)
      const concerned = priced.map(({ id }): Concerned => ({ id, is_locked: false }))
      await revalue(tx, userId, PRICE_CURRENCY, concerned)
      return priced.length
    })
    if (left < AT_ONCE) return
  }
}

/** The end of a search, or the wait for a provider that gave no answer. A search that was asked for meanwhile stays so. */
async function end(db: Database, userId: string, { silent, until }: Searched): Promise<void> {
  await withSubject(db, self(userId), async (tx) => {
    if (silent.size === 0) {
      await tx.run(sql`
        update price_lookups set state = 'done', done = total, tries = 0, changed_at = now()
        where user_id = ${userId} and state = 'running'`)
      return tellOf(tx, userId, 'done')
    }
    const row = await tx.maybe<{ until: Date }>(sql`
      update price_lookups set state = 'waiting', tries = tries + 1, changed_at = now(), until = coalesce(${until ?? null}::timestamptz,
        now() + least(${FIRST_WAIT_MS} * 2 ^ least(tries, 20), ${LONGEST_WAIT_MS}) * interval '1 ms')
      where user_id = ${userId} and state = 'running' returning until`)
    if (row !== undefined) await addJob(tx, FILL_PRICES, { userId }, { startAfter: row.until })
    await tellOf(tx, userId, 'waiting')
  })
}

function progressOf(db: Database, userId: string, total: number): (times: number) => Promise<void> {
  let done = 0
  let toldAt = performance.now()
  return async (times) => {
    done += times
    if (performance.now() - toldAt < TOLD_EVERY_MS) return
    toldAt = performance.now()
    await withSubject(db, self(userId), async (tx) => {
      await tx.run(sql`
        update price_lookups set done = ${done}, changed_at = now() where user_id = ${userId} and state = 'running'`)
      await tellOf(tx, userId, 'running', done, total)
    })
  }
}

function tellOf(tx: Tx, userId: string, status: string, done?: number, total?: number): Promise<void> {
  const news = { type: 'prices', id: userId, status } as const
  return notify(
    tx,
    userId,
    done === undefined || total === undefined
      ? news
      : { ...news, stage: 'Looking up prices', done, total, unit: 'prices' },
  )
}
