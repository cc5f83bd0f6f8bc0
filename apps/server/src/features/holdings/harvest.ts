import { methodOfYear, taxSettings, type Harvest, type HarvestLot } from '@lotbook/contract'
import { daysBetween, localClock, taxDayOf, yearOf } from '@lotbook/journal'
import { formatDecimal, isNegative, negate, parseDecimal, plus, zero } from '@lotbook/money'
import { longTermFrom, type EstimateOf } from '@lotbook/rules/us'
import type { Tx } from '../../platform/database.ts'
import { sql, type Sql } from '../../platform/sql.ts'
import { newestDone } from '../../calculating/keep/done-calculation.ts'
import { taxOnTop, type GainsByTerm } from '../../calculating/keep/estimated-tax.ts'
import { plain } from '../../journal/transactions/transaction-rows.ts'
import { lastPrices, type LastPrice } from '../../journal/valuing/last-prices.ts'
import { accountNames } from './account-names.ts'
import { amountOf, lastLongTermDay } from './lot-gain.ts'

/** Lots that are listed one by one; the sums are of all. */
const LISTED = 200

interface LossRow {
  readonly asset: string
  readonly account_id: string | null
  readonly acquired: string | null
  readonly quantity: string
  readonly basis: string
  readonly value: string
  readonly loss: string
  readonly term: 'short' | 'long'
}

/**
 * Lots of the newest calculation that are worth less than they cost, by the last known prices, and the tax that their sale would save.
 * A gift that was worth less than it had cost is measured by its basis for a loss (section 1015(a)).
 */
export async function readHarvest(tx: Tx, userId: string, of: EstimateOf, now: Date): Promise<Harvest> {
  const { settings } = await newestDone(tx, userId)
  const { currency, time_zone } = await tx.one<{ currency: string; time_zone: string }>(
    sql`select currency, time_zone from customers where user_id = ${userId}`,
  )
  const today = taxDayOf(now.getTime(), localClock(time_zone))
  const year = yearOf(today)
  const held = await tx.all<{ asset: string; symbol: string; lots: number }>(sql`
    select l.asset_id as asset, coalesce(s.symbol, l.asset_id) as symbol, count(*)::integer as lots
    from lots l left join assets s on s.id = l.asset_id where l.user_id = ${userId} group by 1, 2`)
  const prices = await lastPrices(
    tx,
    userId,
    held.map(({ asset }) => asset),
    now,
  )
  const losses = lossesAt(userId, prices, today)
  const rows = await tx.all<LossRow>(sql`${losses} order by loss desc, asset, n limit ${LISTED}`)
  const sums = await tx.one<{ lots: number; short: string; long: string }>(sql`
    select count(*)::integer as lots, coalesce(sum(loss) filter (where term = 'short'), 0)::text as short,
      coalesce(sum(loss) filter (where term = 'long'), 0)::text as long from (${losses}) x`)
  const nameOf = await accountNames(
    tx,
    userId,
    rows.map(({ account_id }) => account_id),
  )
  const saves = savedBy(await taxOnTop(tx, userId, of, [year]), year)
  const symbols = new Map(held.map(({ asset, symbol }) => [asset, symbol]))
  return {
    today,
    tax_year: year,
    currency,
    method: methodOfYear(taxSettings.parse(settings), year),
    lots: rows.map((row): HarvestLot => ({
      asset: row.asset,
      symbol: symbols.get(row.asset) ?? row.asset,
      account_id: row.account_id,
      account_name: nameOf(row.account_id).name,
      acquired: row.acquired,
      quantity: plain(row.quantity),
      basis: plain(row.basis),
      value: plain(row.value),
      loss: plain(row.loss),
      term: row.term,
      days: row.acquired === null ? null : Math.max(0, daysBetween(today, longTermFrom(row.acquired))),
      saves: saves({ short: '0', long: '0', [row.term]: row.loss }),
    })),
    lots_total: sums.lots,
    loss: { short: plain(sums.short), long: plain(sums.long), total: totalOf(sums) },
    saves: saves(sums),
    long_term_from: longTermFrom(today),
    unpriced: held.filter(({ asset }) => !prices.has(asset)).reduce((sum, { lots }) => sum + lots, 0),
    oldest_price: oldestOf(prices)?.toISOString() ?? null,
  }
}

/** Lots that a sale at these prices would make a loss of; the loss is positive. */
function lossesAt(userId: string, prices: ReadonlyMap<string, LastPrice>, today: string): Sql {
  const known = JSON.stringify([...prices].map(([asset, { price }]) => ({ asset, price })))
  // The second basis of a gift counts for a loss, with its own holding period.
  const cost = sql`coalesce(l.loss_basis, l.basis)`
  const acquired = sql`case when l.loss_basis is null then l.acquired else l.loss_acquired end`
  const value = sql`round(l.quantity * p.price, 12)`
  return sql`
    select l.n, l.asset_id as asset, l.account_id, ${acquired} as acquired, l.quantity::text, (${cost})::text as basis,
      (${value})::text as value, ${cost} - ${value} as loss,
      case when ${acquired} <= ${lastLongTermDay(today)}::date then 'long' else 'short' end as term
    from lots l join jsonb_to_recordset(${known}::jsonb) as p (asset text, price numeric) on p.asset = l.asset_id
    where l.user_id = ${userId} and ${cost} > ${value}`
}

/** The tax that losses take off that of the year; a tax that they do not lower is zero. */
function savedBy(onTop: Awaited<ReturnType<typeof taxOnTop>>, year: number) {
  return ({ short, long }: GainsByTerm): string | null => {
    const change = onTop(year, { short: below(short), long: below(long) })
    const by = change === null ? undefined : parseDecimal(change)
    return by === undefined ? null : formatDecimal(isNegative(by) ? negate(by) : zero)
  }
}

const below = (loss: string) => formatDecimal(negate(amountOf(loss)))

function totalOf({ short, long }: GainsByTerm): string {
  return formatDecimal(plus(amountOf(short), amountOf(long)))
}

function oldestOf(prices: ReadonlyMap<string, LastPrice>): Date | undefined {
  return [...prices.values()].map(({ at }) => at).toSorted((a, b) => a.getTime() - b.getTime())[0]
}
