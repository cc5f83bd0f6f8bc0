import { daysBetween, isFiat, localClock, taxDayOf } from '@lotbook/journal'
import { compare, isZero, minus, plus, sum, zero, type Decimal } from '@lotbook/money'
import { longTermFrom } from '@lotbook/rules/us'
import type { Tx } from '../../platform/database.ts'
import { sql } from '../../platform/sql.ts'
import { balances } from '../../journal/transactions/balances.ts'
import { newestCalculation } from '../../journal/transactions/transaction-rows.ts'
import { lastPrices, type LastPrice } from '../../journal/valuing/last-prices.ts'
import { amountOf, gainOf, valueOf } from './lot-gain.ts'
import { narrowedLots, type LotsAsOf } from './lots-as-of.ts'
import { accountsOf, storedLots, type GiftRow, type HeldWhere, type LotSumRow } from './stored-lots.ts'

/** Holding of an account in one asset. Without a calculation only the quantity is known. */
export interface HeldPart {
  /** Null is the one pool of all accounts. */
  readonly account: string | null
  readonly quantity: Decimal
  readonly lots: LotSums | null
  readonly value: Decimal | null
  readonly gain: GainByTerm | null
}

/** Sums over the lots of one asset in one account. */
interface LotSums {
  readonly count: number
  readonly basis: Decimal
  readonly longQuantity: Decimal
  /** Units whose cost nobody knows, at a basis of zero. */
  readonly assumed: Decimal
  /** The day of acquisition of the oldest lot that is not long-term yet. */
  readonly next: string | null
  /** Units of the lots of that day; null where they are looked up for the assets shown. */
  readonly turning: Decimal | null
}

export interface GainByTerm {
  readonly long: Decimal
  readonly short: Decimal
}

/** An asset that is held, with what it is worth. */
export interface HeldAsset {
  readonly asset: string
  readonly symbol: string
  readonly name: string
  readonly quantity: Decimal
  readonly price: LastPrice | null
  readonly value: Decimal | null
  readonly basis: Decimal | null
  readonly gain: GainByTerm | null
  readonly longQuantity: Decimal | null
  readonly assumed: Decimal | null
  readonly longValue: Decimal | null
  readonly lots: number | null
  /**
   * The next units that become long-term: acquired on this day, long-term so many days from today. Their quantity is null where it is
   * looked up for the assets shown.
   */
  readonly next: {
    readonly acquired: string
    readonly from: string
    readonly days: number
    readonly quantity: Decimal | null
  } | null
  readonly parts: readonly HeldPart[]
}

/** Everything that a customer, or one account of theirs, holds at a moment: the largest value first, what has no price last. */
export interface Held {
  readonly assets: readonly HeldAsset[]
  readonly currency: string
  /** The customer's day. */
  readonly today: string
  /** Lots, and with them cost and terms, are known. */
  readonly isCalculated: boolean
  /** The calculation that left the lots; null where balances or the lots of an earlier day are shown. */
  readonly calculation: { readonly finishedAt: Date; readonly changesSince: number } | null
}

/**
 * Holdings at a moment: the lots that the newest done calculation left, or, as long as there is none, the balances of the journal, whose
 * cost nobody knows. Cash is no holding.
 *
 * @param asOf the lots of an earlier day, whose end `at` is; they take the place of those of the calculation.
 */
export async function heldAssets(
  tx: Tx,
  userId: string,
  at: Date,
  where: HeldWhere = {},
  asOf?: LotsAsOf,
): Promise<Held> {
  const customer = await tx.one<{
    currency: string
    time_zone: string
    finished_at: Date | null
    changes: string | null
  }>(sql`
    select c.currency, c.time_zone, k.finished_at, greatest(j.version - k.journal_version, 0)::text as changes
    from customers c join journals j on j.user_id = c.user_id
    left join calculations k on k.user_id = c.user_id and k.id = ${newestCalculation(userId)}
    where c.user_id = ${userId}`)
  const { currency } = customer
  const today = taxDayOf(at.getTime(), localClock(customer.time_zone))
  const lots =
    asOf !== undefined
      ? await narrowedLots(tx, userId, asOf, where)
      : customer.finished_at !== null
        ? await storedLots(tx, userId, today, where)
        : undefined
  const rows = lots === undefined ? await balanceRows(tx, userId, at, where) : lots.sums.map(rowOf)
  const byAsset = Map.groupBy(rows, ({ asset }) => asset)
  const ids = [...byAsset.keys()]
  const prices = await lastPrices(tx, userId, ids, at)
  const names = new Map(
    (
      await tx.all<{ id: string; symbol: string; name: string }>(
        sql`select id, symbol, name from assets where id = any (${ids})`,
      )
    ).map((row) => [row.id, row]),
  )
  const gifts = giftCorrections(lots?.gifts ?? [], prices, today)
  const assets = ids.flatMap((asset) => {
    const parts = (byAsset.get(asset) ?? []).map((row) => partOf(row, prices.get(asset), gifts))
    const { symbol = asset, name = asset } = names.get(asset) ?? {}
    const held = assetOf({ asset, symbol, name }, parts, prices.get(asset) ?? null, today)
    // A quantity below zero is no holding: the review asks where the missing coins came from.
    return compare(held.quantity, zero) > 0 ? [held] : []
  })
  return {
    assets: assets.toSorted(byValue),
    currency,
    today,
    isCalculated: lots !== undefined,
    calculation:
      asOf !== undefined || customer.finished_at === null
        ? null
        : { finishedAt: customer.finished_at, changesSince: Number(customer.changes) },
  }
}

/** The largest value first, then what has no price, by name. */
function byValue(a: HeldAsset, b: HeldAsset): number {
  if (a.value === null || b.value === null) {
    if (a.value !== b.value) return a.value === null ? 1 : -1
  } else {
    const order = compare(b.value, a.value)
    if (order !== 0) return order
  }
  return a.symbol < b.symbol ? -1 : a.symbol > b.symbol ? 1 : a.asset < b.asset ? -1 : 1
}

interface Row {
  readonly asset: string
  readonly account: string | null
  readonly quantity: Decimal
  readonly lots: (LotSums & { readonly longBasis: Decimal }) | null
}

/** Balances of the journal by account, for a history that was never calculated. */
async function balanceRows(tx: Tx, userId: string, at: Date, where: HeldWhere): Promise<Row[]> {
  const accounts = await accountsOf(tx, userId, where)
  const rows = await balances(tx, userId, { accounts, until: at })
  return rows
    .filter(({ asset }) => !isFiat(asset))
    .map(({ accountId, asset, quantity }) => ({
      asset,
      account: accountId,
      quantity: amountOf(quantity),
      lots: null,
    }))
}

function rowOf({ asset, account, ...row }: LotSumRow): Row {
  return {
    asset,
    account,
    quantity: amountOf(row.quantity),
    lots: {
      count: Number(row.count),
      basis: amountOf(row.basis),
      longQuantity: amountOf(row.long_quantity),
      longBasis: amountOf(row.long_basis),
      assumed: amountOf(row.assumed_quantity),
      next: row.next,
      turning: row.turning === null ? null : amountOf(row.turning),
    },
  }
}

function partOf(
  { account, asset, quantity, lots }: Row,
  price: LastPrice | undefined,
  gifts: ReadonlyMap<string, GainByTerm>,
): HeldPart {
  if (price === undefined) return { account, quantity, lots, value: null, gain: null }
  const unit = amountOf(price.price)
  const value = valueOf(quantity, unit)
  if (lots === null) return { account, quantity, lots, value, gain: null }
  const longValue = valueOf(lots.longQuantity, unit)
  const correction = gifts.get(partKey(asset, account)) ?? { long: zero, short: zero }
  return {
    account,
    quantity,
    lots,
    value,
    gain: {
      long: plus(minus(longValue, lots.longBasis), correction.long),
      short: plus(minus(minus(value, longValue), minus(lots.basis, lots.longBasis)), correction.short),
    },
  }
}

const partKey = (asset: string, account: string | null) => `${account ?? ''} ${asset}`

/** By how much gains differ from value less basis, for gifts that have two: few lots do. */
function giftCorrections(
  rows: readonly GiftRow[],
  prices: ReadonlyMap<string, LastPrice>,
  today: string,
): ReadonlyMap<string, GainByTerm> {
  const corrections = new Map<string, GainByTerm>()
  for (const row of rows) {
    const price = prices.get(row.asset)
    if (price === undefined) continue
    const lot = {
      quantity: amountOf(row.quantity),
      basis: amountOf(row.basis),
      acquired: row.acquired,
      lossBasis: amountOf(row.loss_basis),
      lossAcquired: row.loss_acquired,
    }
    const value = valueOf(lot.quantity, amountOf(price.price))
    const counted = gainOf({ ...lot, lossBasis: null }, value, today)
    const actual = gainOf(lot, value, today)
    const key = partKey(row.asset, row.account)
    const by = { ...(corrections.get(key) ?? { long: zero, short: zero }) }
    by[counted.term] = minus(by[counted.term], counted.gain)
    by[actual.term] = plus(by[actual.term], actual.gain)
    corrections.set(key, by)
  }
  return corrections
}

function assetOf(
  named: Pick<HeldAsset, 'asset' | 'symbol' | 'name'>,
  parts: readonly HeldPart[],
  price: LastPrice | null,
  today: string,
): HeldAsset {
  const lots = parts.flatMap((part) => (part.lots === null ? [] : [part.lots]))
  const isKnown = lots.length === parts.length
  const gains = parts.flatMap(({ gain }) => (gain === null ? [] : [gain]))
  const nexts = lots.flatMap(({ next }) => (next === null ? [] : [next])).toSorted()
  const [acquired] = nexts
  const longQuantity = isKnown ? sum(lots.map((lot) => lot.longQuantity)) : null
  const from = acquired === undefined ? undefined : longTermFrom(acquired)
  return {
    ...named,
    quantity: sum(parts.map(({ quantity }) => quantity)),
    price,
    value: price === null ? null : sum(parts.flatMap(({ value }) => (value === null ? [] : [value]))),
    basis: isKnown ? sum(lots.map(({ basis }) => basis)) : null,
    gain:
      gains.length < parts.length
        ? null
        : { long: sum(gains.map(({ long }) => long)), short: sum(gains.map(({ short }) => short)) },
    longQuantity,
    assumed: isKnown ? sum(lots.map((lot) => lot.assumed)) : null,
    longValue:
      price === null || longQuantity === null
        ? null
        : sum(lots.map((lot) => valueOf(lot.longQuantity, amountOf(price.price)))),
    lots: isKnown ? lots.reduce((count, lot) => count + lot.count, 0) : null,
    next:
      acquired === undefined || from === undefined
        ? null
        : {
            acquired,
            from,
            days: Math.max(0, daysBetween(today, from)),
            quantity: turningOn(lots, acquired),
          },
    parts: parts.filter(({ quantity }) => !isZero(quantity)),
  }
}

function turningOn(lots: readonly LotSums[], day: string): Decimal | null {
  const units = lots.filter(({ next }) => next === day).map(({ turning }) => turning)
  return units.includes(null) ? null : sum(units.filter((each) => each !== null))
}
