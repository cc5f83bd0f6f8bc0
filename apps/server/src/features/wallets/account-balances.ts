import type { AccountBalance, AssetBalance, ShownCurrency, WalletBalances } from '@lotbook/contract'
import { isFiat } from '@lotbook/journal'
import { compare, type Decimal, formatDecimal, parseDecimal, sum, zero } from '@lotbook/money'
import type { Tx } from '../../platform/database.ts'
import { sql } from '../../platform/sql.ts'
import { balances } from '../../journal/transactions/balances.ts'
import { reportedBalances } from '../../journal/transactions/reported-balances.ts'
import { converted, customerCurrencies, newestRate } from '../../journal/valuing/display-currency.ts'
import { lastPrices, type LastPrice } from '../../journal/valuing/last-prices.ts'
import { metaOf, type Page } from '../imports/import-histories.ts'
import { type HeldUnits, sumsOf, valueOf } from './prove-balances.ts'

/** What every account holds by its transactions, and how that compares with what it reports. */
export async function walletBalances(tx: Tx, userId: string, at: Date): Promise<WalletBalances> {
  const held = await heldUnits(tx, userId, at)
  const accounts = await tx.all<{ id: string }>(
    sql`select id from accounts where user_id = ${userId} and deleted_at is null order by id`,
  )
  const byAccount = Map.groupBy(held, ({ accountId }) => accountId)
  const proven = accounts.map(({ id }) => ({ id, ...sumsOf(byAccount.get(id) ?? []) }))
  const { shown, inShown } = await shownAt(tx, userId, at)
  return {
    ...shown,
    at: at.toISOString(),
    value: inShown(formatDecimal(sum(proven.map(({ value }) => value)))),
    ...countsOf(held),
    below_zero: proven.reduce((count, { below_zero: below }) => count + below, 0),
    accounts: proven.map((one) => balanceOf(one, inShown)),
  }
}

/** Assets that any account holds, each counted once like a holding, and those of them without a price. */
function countsOf(held: readonly Held[]): Pick<WalletBalances, 'assets' | 'unpriced'> {
  const there = held.filter(({ quantity }) => compare(quantity, zero) > 0)
  const count = (of: readonly Held[]) => new Set(of.map(({ asset }) => asset)).size
  return { assets: count(there), unpriced: count(there.filter(({ price }) => price === undefined)) }
}

/** What one account holds of each asset, the largest value first and what has none last. */
export async function accountBalances(
  tx: Tx,
  userId: string,
  { id, page, size }: { id: string; page: number; size: number },
  at: Date,
): Promise<Page<AssetBalance> & ShownCurrency & { total: AccountBalance }> {
  const held = (await heldUnits(tx, userId, at, id)).toSorted(byValue)
  const shown = held.slice((page - 1) * size, page * size)
  const names = new Map(
    (
      await tx.all<{ id: string; symbol: string; name: string }>(
        sql`select id, symbol, name from assets where id = any (${shown.map(({ asset }) => asset)})`,
      )
    ).map((row) => [row.id, row]),
  )
  const { shown: currencies, inShown } = await shownAt(tx, userId, at)
  return {
    ...currencies,
    total: balanceOf({ id, ...sumsOf(held) }, inShown),
    data: shown.map((one) => ({
      asset: one.asset,
      symbol: names.get(one.asset)?.symbol ?? one.asset,
      name: names.get(one.asset)?.name ?? one.asset,
      quantity: formatDecimal(one.quantity),
      reported: textOf(one.report?.stated),
      reported_at: one.report?.at.toISOString() ?? null,
      computed_then: textOf(one.report?.computed),
      value: ifKnown(textOf(valueOf(one)), inShown),
      priced_at: one.last?.at.toISOString() ?? null,
    })),
    meta: metaOf(page, size, held.length),
  }
}

const textOf = (amount: Decimal | undefined) => (amount === undefined ? null : formatDecimal(amount))

type Convert = (amount: string) => string

const ifKnown = (amount: string | null, convert: Convert) => (amount === null ? null : convert(amount))

function balanceOf(
  { id, ...sums }: { id: string } & ReturnType<typeof sumsOf>,
  inShown: Convert,
): AccountBalance {
  return {
    id,
    ...sums,
    value: inShown(formatDecimal(sums.value)),
    difference: ifKnown(textOf(sums.difference), inShown),
  }
}

/** The currency that the customer chose, at its newest rate; that of the return where no rate is known. */
async function shownAt(
  tx: Tx,
  userId: string,
  at: Date,
): Promise<{ shown: ShownCurrency; inShown: Convert }> {
  const currencies = await customerCurrencies(tx, userId)
  const rate = await newestRate(tx, currencies, at)
  const { shown, tax } = currencies
  return rate === undefined
    ? { shown: { currency: tax, tax_currency: tax, rate: null }, inShown: (amount) => amount }
    : {
        shown: { currency: shown, tax_currency: tax, rate },
        inShown: (amount) => converted(amount, rate),
      }
}

interface Held extends HeldUnits {
  readonly accountId: string
  readonly asset: string
  readonly report: (NonNullable<HeldUnits['report']> & { readonly at: Date }) | undefined
  readonly last: LastPrice | undefined
}

/** Computed and reported units of every coin and token. Cash is left out: few histories have all of it. */
async function heldUnits(tx: Tx, userId: string, at: Date, accountId?: string): Promise<Held[]> {
  const computed = (
    await balances(tx, userId, { accounts: accountId === undefined ? undefined : [accountId] })
  ).filter(({ asset }) => !isFiat(asset))
  const stated = (await reportedBalances(tx, userId, { account: accountId })).filter(
    ({ asset }) => !isFiat(asset),
  )
  const keyOf = (one: { accountId: string; asset: string }) => `${one.accountId} ${one.asset}`
  const reports = new Map(stated.map((row) => [keyOf(row), row]))
  const known = new Set(computed.map(keyOf))
  const all = [
    ...computed,
    ...stated.filter((row) => !known.has(keyOf(row))).map((row) => ({ ...row, quantity: '0' })),
  ]
  const prices = await lastPrices(tx, userId, [...new Set(all.map(({ asset }) => asset))], at)
  return all.map((row) => {
    const last = prices.get(row.asset)
    return {
      accountId: row.accountId,
      asset: row.asset,
      quantity: amountOf(row.quantity),
      report: reports.get(keyOf(row)),
      price: last === undefined ? undefined : amountOf(last.price),
      last,
    }
  })
}

function byValue(a: Held, b: Held): number {
  const [of, other] = [valueOf(a), valueOf(b)]
  const order = (other === undefined ? -1 : 1) - (of === undefined ? -1 : 1)
  return order || compare(other ?? zero, of ?? zero) || (a.asset < b.asset ? -1 : 1)
}

function amountOf(text: string): Decimal {
  const amount = parseDecimal(text)
  if (amount === undefined) throw new RangeError('not an amount')
  return amount
}
