import { setImmediate as breathe } from 'node:timers/promises'
import { declaredTrades } from '@lotbook/rules/us'
import {
  statedValue,
  valueTransaction,
  type CalculationSettings,
  type PriceFound,
  type Sides,
  type Valuation,
} from '@lotbook/tax'
import type { Tx } from '../../platform/database.ts'
import { newId } from '../../platform/ids.ts'
import { sql, type Sql } from '../../platform/sql.ts'
import { sidesInMatches, sidesOfMade } from '../matching/sides-in-matches.ts'
import { priceAt } from './price-at.ts'
import { queuePriceLookup } from './queue-price-lookup.ts'
import type { TransactionFields } from '../transactions/imported-transaction.ts'

/** The transactions to value: the ones named, or all of a customer's. */
export type Which = readonly string[] | 'all'

interface Row extends Omit<TransactionFields, 'at' | 'gift' | 'comment' | 'is_ignored'> {
  readonly id: string
  readonly at: Date
  readonly is_value_edited: boolean
  readonly is_ignored: boolean
  /** The role in a made match; the arrival of one has nothing to value. */
  readonly direction: 'out' | 'in' | null
  /** Less arrived than was sent. */
  readonly has_gap: boolean
  /** Another side of its match states a value. */
  readonly is_worth_told: boolean
  /** Cost basis of the donor of a gift. */
  readonly donor_basis: string | null
}

const CHUNK = 5_000

/** Transactions valued in one go: others get their turn after them. */
const AT_ONCE = 500

/** The values of some transactions, and those that lack a price, with the assets it is missing for. */
interface Worth {
  readonly valuations: readonly (Valuation & { readonly id: string })[]
  readonly missing: readonly { readonly id: string; readonly note: string }[]
}

/**
 * Set the fair market values of transactions anew, each with where it comes from, and open a finding
 * `missing_price` where a rule needs a value that nothing knows. Findings of those that are valued now are resolved, accepted or not. What is
 * locked is passed over.
 */
export async function valueTransactions(
  tx: Tx,
  userId: string,
  currency: string,
  which: Which,
  onValued: (done: number, total: number) => void = () => {},
): Promise<void> {
  if (which !== 'all') {
    for (let from = 0; from < which.length; from += CHUNK) {
      onValued(from, which.length)
      const ids = which.slice(from, from + CHUNK)
      const rows = await rowsWhere(tx, userId, currency, sql`t.id = any (${ids})`)
      if (rows.length > 0) await valueChunk(tx, userId, currency, rows)
    }
    return
  }
  for (let after = '00000000-0000-0000-0000-000000000000'; ;) {
    const rows = await rowsWhere(tx, userId, currency, sql`t.id > ${after}`)
    const last = rows.at(-1)
    if (last === undefined) return
    after = last.id
    await valueChunk(tx, userId, currency, rows)
  }
}

/** Transactions before the customer's lock keep the values that they were locked with (E18). */
export const isOpen: Sql = sql`t.at >= coalesce((select c.locked_before from customers c where c.user_id = t.user_id), '-infinity')`

/** A transaction that was just brought in, as it is at hand. */
export type NewTransaction = Omit<TransactionFields, 'gift' | 'comment' | 'is_ignored'> & {
  readonly id: string
}

/** The values of new transactions, in the customer's currency. */
export interface NewValues extends Worth {
  readonly currency: string
}

/** New transactions that are ready to be valued. */
export interface ReadyToValue {
  readonly ids: readonly string[]
  /** Those of them after the lock. */
  readonly rows: readonly Row[]
  readonly assets: ReadonlySet<string>
}

/**
 * The same for transactions that this very transaction of the database brings in, unmatched and as the file says: asked are their prices
 * only, so that they can be worked out while the database does something else.
 */
export class ValuesOfNew {
  readonly #tx: Tx
  readonly #userId: string
  readonly #terms: Terms
  readonly #lock: Date | null
  /** For each asset that was asked about, whether it has any price. */
  readonly #priced = new Map<string, boolean>()

  private constructor(tx: Tx, userId: string, terms: Terms, lock: Date | null) {
    this.#tx = tx
    this.#userId = userId
    this.#terms = terms
    this.#lock = lock
  }

  static async begin(tx: Tx, userId: string): Promise<ValuesOfNew> {
    const { lock } = await tx.one<{ lock: Date | null }>(
      sql`select locked_before as lock from customers where user_id = ${userId}`,
    )
    return new ValuesOfNew(tx, userId, await termsOf(tx, userId), lock)
  }

  /** Asks nothing. */
  ready(added: readonly NewTransaction[]): ReadyToValue {
    const asFileSays = { ...UNMATCHED, is_value_edited: false, is_ignored: false, donor_basis: null }
    const lock = this.#lock
    const rows = added
      .map((fields): Row => ({ ...fields, ...asFileSays, at: new Date(fields.at) }))
      .filter(({ at }) => lock === null || at >= lock)
    return { ids: added.map(({ id }) => id), rows, assets: assetsToPrice(rows, this.#terms.currency) }
  }

  /** @returns works them out, and asks nothing; `writeNewValues` writes them. */
  async ask({ rows, assets }: ReadyToValue): Promise<() => Promise<NewValues>> {
    const { currency } = this.#terms
    const unknown = [...assets].filter((asset) => !this.#priced.has(asset))
    if (unknown.length > 0) {
      const priced = await assetsWithPrices(this.#tx, this.#userId, currency, unknown)
      for (const asset of unknown) this.#priced.set(asset, priced.has(asset))
    }
    const prices = await pricesOf(this.#tx, this.#userId, currency, rows, this.#priced)
    return async () => ({ currency, ...(await worthOf(rows, this.#terms, prices)) })
  }
}

/** Write the values of those that are to have them: neither a value nor a finding of theirs stands from before. */
export async function writeNewValues(
  tx: Tx,
  userId: string,
  { currency, valuations, missing }: NewValues,
  isWanted: (id: string) => boolean,
): Promise<void> {
  const wanted = ({ id }: { readonly id: string }) => isWanted(id)
  await insertValuations(tx, userId, currency, valuations.filter(wanted))
  await openMissingPrices(tx, userId, missing.filter(wanted))
}

async function rowsWhere(tx: Tx, userId: string, currency: string, condition: Sql): Promise<Row[]> {
  const rows = await tx.all<Omit<Row, keyof RoleInMatch>>(sql`
    select t.id, t.at, t.type, t.sub_type, t.from_asset, t.from_amount, t.to_asset, t.to_amount, t.fee_asset,
      t.fee_amount, t.value, t.value_currency, coalesce(t.base ? 'value', false) as is_value_edited, t.is_ignored,
      t.gift ->> 'donor_basis' as donor_basis
    from transactions t
    where t.user_id = ${userId} and t.deleted_at is null and ${condition} and ${isOpen} order by t.id limit ${CHUNK}`)
  const roles = await rolesInMatches(
    tx,
    userId,
    currency,
    rows.map(({ id }) => id),
  )
  return rows.map((row) => ({ ...row, ...(roles.get(row.id) ?? UNMATCHED) }))
}

type RoleInMatch = Pick<Row, 'direction' | 'has_gap' | 'is_worth_told'>

const UNMATCHED: RoleInMatch = { direction: null, has_gap: false, is_worth_told: false }

/** The transactions that are in made matches. */
async function rolesInMatches(
  tx: Tx,
  userId: string,
  currency: string,
  ids: readonly string[],
): Promise<ReadonlyMap<string, RoleInMatch>> {
  const own = await sidesInMatches(tx, userId, ids)
  const sides = await sidesOfMade(tx, userId, own)
  if (sides.size === 0) return new Map()
  const told = await tx.all<{ id: string }>(sql`
    select id from transactions where user_id = ${userId} and id = any (${[...sides.values()].flat()})
      and value is not null and value_currency = ${currency}`)
  const tells = new Set(told.map(({ id }) => id))
  return new Map(
    own
      .filter(({ state }) => state === 'made')
      .map(({ transaction_id: id, match_id, direction, has_gap }) => {
        const is_worth_told = sides.get(match_id)?.some((other) => other !== id && tells.has(other)) === true
        return [id, { direction, has_gap, is_worth_told }]
      }),
  )
}

async function valueChunk(tx: Tx, userId: string, currency: string, rows: readonly Row[]): Promise<void> {
  const prices = await pricesFor(tx, userId, currency, rows)
  const terms = { ...(await termsOf(tx, userId)), currency }
  const { valuations, missing } = await worthOf(rows, terms, prices)
  const valued = rows.map((row) => row.id)
  await tx.run(sql`delete from valuations where user_id = ${userId} and transaction_id = any (${valued})`)
  await insertValuations(tx, userId, currency, valuations)
  // A value is part of what a calculation is made of: the packed journal is renewed by this number.
  await tx.run(sql`
    update transactions t set journal_version = j.version from journals j
    where t.user_id = ${userId} and j.user_id = t.user_id and t.id = any (${valued}) and t.journal_version <> j.version`)
  await settleMissing(tx, userId, valued, missing)
}

async function worthOf(
  rows: readonly Row[],
  terms: Terms,
  prices: ReadonlyMap<string, PriceFound>,
): Promise<Worth> {
  const valuations: Worth['valuations'][number][] = []
  const missing: Worth['missing'][number][] = []
  for (const [n, row] of rows.entries()) {
    if (n % AT_ONCE === 0) await breathe()
    const priceOf = (asset: string) => prices.get(priceKey(asset, row.at))
    const { valuations: found, missing: open } = valueTransaction(
      sidesOf(row, terms, prices),
      terms.currency,
      priceOf,
    )
    for (const valuation of found) valuations.push({ id: row.id, ...valuation })
    // A transaction that counts for nothing needs no price.
    if (open.length > 0 && !row.is_ignored)
      missing.push({ id: row.id, note: [...new Set(open.map((side) => side.asset))].join(', ') })
  }
  return { valuations, missing }
}

/** Column by column: that is quicker to write and to read than JSON. */
async function insertValuations(
  tx: Tx,
  userId: string,
  currency: string,
  rows: Worth['valuations'],
): Promise<void> {
  if (rows.length === 0) return
  await tx.run(sql`
    insert into valuations (user_id, transaction_id, side, value, currency, origin, price_id, set_at)
    select ${userId}, transaction_id, side, value, ${currency}, origin, price_id, now()
    from unnest(${rows.map(({ id }) => id)}::uuid[], ${rows.map(({ side }) => side)}::text[],
      ${rows.map(({ value }) => value)}::numeric[], ${rows.map(({ origin }) => origin)}::text[],
      ${rows.map(({ priceId }) => priceId)}::uuid[]) as r (transaction_id, side, value, origin, price_id)`)
}

async function settleMissing(
  tx: Tx,
  userId: string,
  ids: readonly string[],
  missing: readonly { id: string; note: string }[],
): Promise<void> {
  if (ids.length > 0)
    await tx.run(sql`
      update findings set state = 'resolved', updated_at = now()
      where user_id = ${userId} and code = 'missing_price' and subject = 'transaction' and state <> 'resolved'
        and subject_id = any (${ids.map(String)}) and not subject_id = any (${missing.map((row) => row.id)})`)
  await openMissingPrices(tx, userId, missing)
}

/**
 * Open a finding on each transaction that lacks a price, and have the price looked up; the note names the assets. What was accepted
 * stays so while it lacks one.
 */
export async function openMissingPrices(
  tx: Tx,
  userId: string,
  missing: readonly { readonly id: string; readonly note: string }[],
): Promise<void> {
  if (missing.length === 0) return
  const open = missing.map(({ id, note }) => ({ finding: newId(), id, note }))
  await tx.run(sql`
    insert into findings (user_id, id, code, subject, subject_id, severity, note, created_at, updated_at)
    select ${userId}, finding, 'missing_price', 'transaction', id, 'warning', note, now(), now()
    from jsonb_to_recordset(${JSON.stringify(open)}::jsonb) as r (finding uuid, id text, note text)
    on conflict (user_id, code, subject, subject_id) do update set note = excluded.note, updated_at = now(),
      state = case when findings.state = 'accepted' then 'accepted' else 'open' end`)
  await queuePriceLookup(tx, userId)
}

/** The settings of a customer that decide which values a rule needs, and in which currency. */
interface Terms {
  readonly currency: string
  /** Coins are given away when they are locked up (R-OPEN-8). */
  readonly isLockupDisposal: boolean
  /** Whether two assets are declared so that a swap between them is a trade (R-OPEN-1 to R-OPEN-5). */
  readonly isDeclaredTrade: (a: string, b: string) => boolean
}

async function termsOf(tx: Tx, userId: string): Promise<Terms> {
  const { currency, treatments, tokens } = await tx.one<
    { currency: string } & Pick<CalculationSettings, 'treatments' | 'tokens'>
  >(sql`select currency, treatments, tokens from customers where user_id = ${userId}`)
  return {
    currency,
    isLockupDisposal: treatments?.staking_lockup === 'dispose',
    isDeclaredTrade: declaredTrades({ treatments, tokens }),
  }
}

function sidesOf(
  row: Row,
  { currency, isLockupDisposal, isDeclaredTrade }: Terms,
  prices: ReadonlyMap<string, PriceFound>,
): Sides {
  const leg = (asset: string | null, amount: string | null) =>
    asset === null || amount === null ? null : { asset, amount }
  const from = leg(row.from_asset, row.from_amount)
  return {
    type: row.type,
    subType: row.sub_type,
    from,
    to: leg(row.to_asset, row.to_amount),
    fee: leg(row.fee_asset, row.fee_amount),
    stated: statedOf(row, currency, prices),
    transfer:
      row.direction === null
        ? null
        : { hasGap: row.direction === 'out' && row.has_gap, isWorthTold: row.is_worth_told },
    donorBasis: row.donor_basis,
    isLockupDisposal,
    isDeclaredTrade: isDeclaredTrade(row.from_asset ?? '', row.to_asset ?? ''),
  }
}

function statedOf(row: Row, currency: string, prices: ReadonlyMap<string, PriceFound>): Sides['stated'] {
  const { value, value_currency } = row
  if (value === null || value_currency === null) return null
  const rate = prices.get(priceKey(value_currency, row.at))
  return statedValue(
    { amount: value, currency: value_currency },
    row.is_value_edited ? 'edit' : 'record',
    currency,
    rate,
  )
}

/** Those of some assets that anything is priced of: the others need not be asked about at every moment. */
async function assetsWithPrices(
  tx: Tx,
  userId: string,
  currency: string,
  assets: readonly string[],
): Promise<ReadonlySet<string>> {
  const rows = await tx.all<{ asset: string }>(sql`
    select a.asset from unnest(${assets}::text[]) as a (asset)
    where exists (select 1 from own_prices p where p.user_id = ${userId} and p.asset_id = a.asset and p.currency = ${currency})
      or exists (select 1 from prices p where p.asset_id = a.asset and p.currency = ${currency})`)
  return new Set(rows.map((row) => row.asset))
}

function priceKey(asset: string, at: Date): string {
  return `${asset}\n${at.getTime()}`
}

/** The assets that some transactions need prices of; a currency has no price in itself. */
function assetsToPrice(rows: readonly Row[], currency: string): Set<string> {
  const assets = new Set<string>()
  for (const row of rows)
    for (const asset of pricedOf(row)) if (asset !== null && asset !== currency) assets.add(asset)
  return assets
}

function pricedOf(row: Row): readonly (string | null)[] {
  return [row.from_asset, row.to_asset, row.fee_asset, row.value_currency]
}

/** The price of every asset of these transactions at their instants (`pricesOf`). */
async function pricesFor(
  tx: Tx,
  userId: string,
  currency: string,
  rows: readonly Row[],
): Promise<Map<string, PriceFound>> {
  const assets = [...assetsToPrice(rows, currency)]
  const priced = await assetsWithPrices(tx, userId, currency, assets)
  return pricesOf(tx, userId, currency, rows, new Map(assets.map((asset) => [asset, priced.has(asset)])))
}

/**
 * The price of the assets of these transactions that are priced at all, at their instants: the customer's own price files, else the
 * close of the UTC hour that holds the instant, else of its UTC day; of several providers the newest revision.
 */
async function pricesOf(
  tx: Tx,
  userId: string,
  currency: string,
  rows: readonly Row[],
  isPriced: ReadonlyMap<string, boolean>,
): Promise<Map<string, PriceFound>> {
  const wanted = new Map<string, { asset: string; at: string }>()
  if ([...isPriced.values()].includes(true))
    for (const row of rows)
      for (const asset of pricedOf(row))
        if (asset !== null && asset !== currency && isPriced.get(asset) === true)
          wanted.set(priceKey(asset, row.at), { asset, at: row.at.toISOString() })
  if (wanted.size === 0) return new Map()
  const found = await tx.all<{
    asset: string
    at: Date
    price: string
    origin: PriceFound['origin']
    price_id: string
  }>(sql`
    select w.asset, w.at, p.price, p.origin, p.price_id
    from jsonb_to_recordset(${JSON.stringify([...wanted.values()])}::jsonb) as w (asset text, at timestamptz)
    cross join lateral ${priceAt(userId, currency, sql`w.asset`, sql`w.at`)} p`)
  return new Map(
    found.map((row) => [
      priceKey(row.asset, row.at),
      { price: row.price, origin: row.origin, priceId: row.price_id },
    ]),
  )
}
