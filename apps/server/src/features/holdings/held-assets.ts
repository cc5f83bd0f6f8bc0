import { daysBetween, isFiat, localClock, taxDayOf } from '@lotbook/journal'
import { compare, isZero, minus, plus, sum, zero, type Decimal } from '@lotbook/money'
import { longTermFrom } from '@lotbook/tax'
import type { Tx } from '../../platform/database.ts'
import { refuse } from '../../platform/refusal.ts'
import { sql, type Sql } from '../../platform/sql.ts'
import { balances } from '../../journal/transactions/balances.ts'
import { newestCalculation } from '../../journal/transactions/transaction-rows.ts'
import { lastPrices, type LastPrice } from '../../journal/valuing/last-prices.ts'
import { amountOf, gainOf, lastLongTermDay, valueOf } from './lot-gain.ts'

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
  /** The day of acquisition of the oldest lot that is not long-term yet. */
  readonly next: string | null
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
  readonly longValue: Decimal | null
  readonly lots: number | null
  /** The next units that become long-term: acquired on this day, long-term so many days from today. */
  readonly next: { readonly acquired: string; readonly from: string; readonly days: number } | null
  readonly parts: readonly HeldPart[]
}

/** Everything that a customer, or one account of theirs, holds at a moment: the largest value first, what has no price last. */
export interface Held {
  readonly assets: readonly HeldAsset[]
  readonly currency: string
  /** The customer's day. */
  readonly today: string
  readonly calculation: { readonly finishedAt: Date; readonly changesSince: number } | null
}

/** Narrows what is held to an account, or to the accounts of one's own files. */
export interface HeldWhere {
  readonly account?: string | undefined
  readonly isCustomCsv?: boolean | undefined
}

/**
 * Holdings at a moment: the lots that the newest done calculation left, or, as long as there is none, the balances of the journal, whose
 * cost nobody knows. Cash is no holding.
 */
export async function heldAssets(tx: Tx, userId: string, at: Date, where: HeldWhere = {}): Promise<Held> {
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
  const isCalculated = customer.finished_at !== null
  const rows = isCalculated
    ? await lotRows(tx, userId, today, where)
    : await balanceRows(tx, userId, at, where)
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
  const gifts = isCalculated ? await giftCorrections(tx, userId, where, prices, today) : new Map()
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
    calculation:
      customer.finished_at === null
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

async function lotRows(tx: Tx, userId: string, today: string, where: HeldWhere): Promise<Row[]> {
  const isLong = sql`l.acquired <= ${lastLongTermDay(today)}::date`
  const rows = await tx.all<{
    asset: string
    account: string | null
    quantity: string
    basis: string
    count: string
    long_quantity: string
    long_basis: string
    next: string | null
  }>(sql`
    select l.asset_id as asset, l.account_id as account, sum(l.quantity)::text as quantity, sum(l.basis)::text as basis,
      count(*) as count, coalesce(sum(l.quantity) filter (where ${isLong}), 0)::text as long_quantity,
      coalesce(sum(l.basis) filter (where ${isLong}), 0)::text as long_basis,
      min(l.acquired) filter (where not ${isLong}) as next
    from lots l where ${await lotsWhere(tx, userId, where)} group by 1, 2`)
  return rows.map((row) => ({
    asset: row.asset,
    account: row.account,
    quantity: amountOf(row.quantity),
    lots: {
      count: Number(row.count),
      basis: amountOf(row.basis),
      longQuantity: amountOf(row.long_quantity),
      longBasis: amountOf(row.long_basis),
      next: row.next,
    },
  }))
}

/** The lots `l` of a customer, or of the accounts that are asked for. */
export async function lotsWhere(tx: Tx, userId: string, where: HeldWhere): Promise<Sql> {
  const accounts = await accountsOf(tx, userId, where)
  return accounts === undefined
    ? sql`l.user_id = ${userId}`
    : sql`l.user_id = ${userId} and l.account_id = any (${accounts}::uuid[])`
}

/** Accounts that are asked for, those whose lots they share included; undefined of all. Refuses with `not_found` for one that is not there. */
async function accountsOf(
  tx: Tx,
  userId: string,
  { account, isCustomCsv = false }: HeldWhere,
): Promise<string[] | undefined> {
  if (account === undefined && !isCustomCsv) return undefined
  const rows = await tx.all<{ id: string; pooled_with: string | null; source_slug: string }>(sql`
    select id, pooled_with, source_slug from accounts
    where user_id = ${userId} and deleted_at is null ${account === undefined ? sql`` : sql`and id = ${account}`}`)
  if (account !== undefined && rows.length === 0) return refuse('not_found')
  return rows
    .filter(({ source_slug }) => !isCustomCsv || source_slug === 'custom-csv')
    .map(({ id, pooled_with }) => pooled_with ?? id)
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
async function giftCorrections(
  tx: Tx,
  userId: string,
  where: HeldWhere,
  prices: ReadonlyMap<string, LastPrice>,
  today: string,
): Promise<ReadonlyMap<string, GainByTerm>> {
  const rows = await tx.all<{
    asset: string
    account: string | null
    quantity: string
    basis: string
    acquired: string | null
    loss_basis: string
    loss_acquired: string | null
  }>(sql`
    select l.asset_id as asset, l.account_id as account, l.quantity::text, l.basis::text, l.acquired, l.loss_basis::text,
      l.loss_acquired
    from lots l where ${await lotsWhere(tx, userId, where)} and l.loss_basis is not null`)
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
    longValue:
      price === null || longQuantity === null
        ? null
        : sum(lots.map((lot) => valueOf(lot.longQuantity, amountOf(price.price)))),
    lots: isKnown ? lots.reduce((count, lot) => count + lot.count, 0) : null,
    next:
      acquired === undefined || from === undefined
        ? null
        : { acquired, from, days: Math.max(0, daysBetween(today, from)) },
    parts: parts.filter(({ quantity }) => !isZero(quantity)),
  }
}
