import type { ValueOverTime, ValuePeriod } from '@lotbook/contract'
import { formatDecimal } from '@lotbook/money'
import type { Tx } from '../../platform/database.ts'
import { joined, sql, type Sql } from '../../platform/sql.ts'
import { rowsWhere } from '../../calculating/keep/result-row.ts'
import { newestCalculation } from '../../journal/transactions/transaction-rows.ts'
import { lastPrices } from '../../journal/valuing/last-prices.ts'
import { amountOf } from './lot-gain.ts'
import { momentsBetween, valuePoints, type Step } from './value-points.ts'

/** Days that a period goes back. */
const DAYS: Readonly<Record<Exclude<ValuePeriod, 'All'>, number>> = { '1M': 30, '6M': 183, '1Y': 365 }
const DAY_MS = 86_400_000

/**
 * The value of what was held over a period and what it had cost, at 120 moments at most: the balances of the journal at each, by the
 * newest price that was known then. The cost is that of the lots of the newest calculation, null where there is none.
 */
export async function valueOverTime(
  tx: Tx,
  userId: string,
  period: ValuePeriod,
  at: Date,
): Promise<ValueOverTime> {
  const { currency, first, calculation } = await tx.one<{
    currency: string
    first: Date | null
    calculation: string | null
  }>(sql`
    select c.currency, ${newestCalculation(userId)} as calculation, (
      select t.at from transactions t where t.user_id = ${userId} and t.deleted_at is null and t.at <= ${at} order by t.at, t.id limit 1
    ) as first
    from customers c where c.user_id = ${userId}`)
  if (first === null) return { currency, points: [] }
  const start =
    period === 'All' ? first : new Date(Math.max(first.getTime(), at.getTime() - DAYS[period] * DAY_MS))
  const moments = momentsBetween(start, at)
  const stretch = stretchOf(moments)
  const moves = await unitSteps(tx, userId, at, stretch)
  const assets = [...new Set(moves.map(({ asset }) => asset))]
  const points = valuePoints(moments.length, {
    moves,
    costs: calculation === null ? [] : await costSteps(tx, userId, calculation, stretch),
    prices: await priceSteps(tx, userId, { assets, currency, start, at, stretch }),
  })
  return {
    currency,
    points: points.map(({ value, basis, unpriced }, n) => ({
      at: moments[n]!.toISOString(),
      value: formatDecimal(value),
      basis: calculation === null ? null : formatDecimal(basis),
      unpriced,
    })),
  }
}

/** The index of the first moment that is not before an instant: of what comes after the last moment, that one. */
function stretchOf(moments: readonly Date[]): (instant: Sql) => Sql {
  // The database counts how many bounds are not above a value: just behind each moment the next stretch begins.
  const bounds = moments.slice(0, -1).map((moment) => new Date(moment.getTime() + 1))
  return (instant) => sql`width_bucket(${instant}, ${bounds}::timestamptz[])`
}

async function unitSteps(tx: Tx, userId: string, at: Date, stretch: (instant: Sql) => Sql): Promise<Step[]> {
  const counts = sql`t.user_id = ${userId} and t.deleted_at is null and not t.is_ignored and t.at <= ${at}`
  const rows = await tx.all<{ asset: string; account: string; at: number; amount: string }>(sql`
    select m.asset, coalesce(p.pooled_with, p.id) as account, m.at, m.amount::text from (
      select u.asset, u.account, u.at, sum(u.units) as amount from (
        select t.to_asset as asset, t.account_id as account, ${stretch(sql`t.at`)} as at, t.to_amount as units from transactions t
          where ${counts} and t.to_asset is not null
        union all select t.from_asset, t.account_id, ${stretch(sql`t.at`)}, -t.from_amount from transactions t
          where ${counts} and t.from_asset is not null
        union all select t.fee_asset, t.account_id, ${stretch(sql`t.at`)}, -t.fee_amount from transactions t
          where ${counts} and t.fee_asset is not null
      ) u group by 1, 2, 3
    ) m join assets a on a.id = m.asset join accounts p on p.user_id = ${userId} and p.id = m.account where a.kind <> 'fiat'`)
  return rows.map((row) => ({ ...stepOf(row), account: row.account }))
}

/** What lots cost comes with the day they were acquired, and goes when they are disposed of. */
async function costSteps(
  tx: Tx,
  userId: string,
  calculationId: string,
  stretch: (instant: Sql) => Sql,
): Promise<Step[]> {
  const acquired = (row: string) =>
    stretch(sql`((${row === 'l' ? sql`l.acquired` : sql`d.acquired`})::timestamp at time zone 'UTC')`)
  const gone = (['disposals', 'removals'] as const).flatMap((list) => {
    const rows = sql`${rowsWhere({ list, userId, calculationId })} d where d.acquired is not null and d.basis is not null`
    return [
      sql`select d.asset_id as asset, ${acquired('d')} as at, d.basis as amount from ${rows}`,
      sql`select d.asset_id, ${stretch(sql`d.at`)}, -d.basis from ${rows}`,
    ]
  })
  const left = sql`select l.asset_id as asset, ${acquired('l')} as at, l.basis as amount from lots l
    where l.user_id = ${userId} and l.acquired is not null`
  const rows = await tx.all<{ asset: string; at: number; amount: string }>(sql`
    select asset, at, sum(amount)::text as amount from (${joined([left, ...gone], ' union all ')}) c group by 1, 2`)
  return rows.map(stepOf)
}

/** The newest known price of each stretch, and of the first moment the newest there was. */
async function priceSteps(
  tx: Tx,
  userId: string,
  {
    assets,
    currency,
    start,
    at,
    stretch,
  }: {
    readonly assets: readonly string[]
    readonly currency: string
    readonly start: Date
    readonly at: Date
    readonly stretch: (instant: Sql) => Sql
  },
): Promise<Step[]> {
  const before = [...(await lastPrices(tx, userId, assets, start))].map(([asset, { price }]): Step => ({
    asset,
    at: 0,
    amount: amountOf(price),
  }))
  const traded = (side: 'from' | 'to') => {
    const [asset, amount] =
      side === 'to' ? [sql`t.to_asset`, sql`t.to_amount`] : [sql`t.from_asset`, sql`t.from_amount`]
    return sql`
      select ${asset} as asset, t.at, v.value / ${amount} as price, 3 as rank from (
        select * from transactions t where t.user_id = ${userId} and t.deleted_at is null and not t.is_ignored
          and t.at > ${start} and t.at <= ${at} and ${asset} = any (${assets}) and ${amount} > 0 offset 0
      ) t cross join lateral (
        select value from valuations v where v.user_id = ${userId} and v.transaction_id = t.id and v.side = ${side}
          and v.currency = ${currency} and v.value > 0 offset 0
      ) v`
  }
  const rows = await tx.all<{ asset: string; at: number; amount: string }>(sql`
    select distinct on (k.asset, stretch) k.asset, ${stretch(sql`k.at`)} as at, k.price::text as amount, ${stretch(sql`k.at`)} as stretch
    from (
      select o.asset_id as asset, o.at, o.price, 1 as rank from own_prices o
        left join price_files f on f.user_id = o.user_id and f.id = o.file_id
        where o.user_id = ${userId} and o.asset_id = any (${assets}) and o.currency = ${currency}
          and o.at > ${start} and o.at <= ${at} and f.deleted_at is null
      union all
      select q.asset_id, q.at, q.price, 2 from prices q
        where q.asset_id = any (${assets}) and q.currency = ${currency} and q.at > ${start} and q.at <= ${at}
      union all ${traded('to')}
      union all ${traded('from')}
    ) k order by k.asset, stretch, k.at desc, k.rank`)
  return [...before, ...rows.map(stepOf)]
}

function stepOf({ asset, at, amount }: { asset: string; at: number; amount: string }): Step {
  return { asset, at, amount: amountOf(amount) }
}
