import { type AssetId, isFiat, isStablecoin } from '@lotbook/journal'
import { absolute, compare, type Decimal, minus, times } from '@lotbook/money'
import { absoluteAmount } from '../../reading/amount-text.ts'
import type { CoinbaseEntry } from './ledger-entry.ts'
import { coinbaseAsset } from './assets.ts'
import { nearInTime } from './near-in-time.ts'

/** The entries of one purchase or sale at Coinbase's own price. */
export interface Order {
  readonly coins: readonly CoinbaseEntry[]
  /** What was paid from or to a balance; empty where the money came from or went to somewhere else. */
  readonly cash: readonly CoinbaseEntry[]
}

/**
 * Puts the entries of each order together. They share the id of the order, or the entry of the money has one of its own: it then belongs to
 * the order of that moment that cost or brought as much, so that money which moved once counts once.
 */
export function ordersOf(entries: readonly CoinbaseEntry[]): Order[] {
  const byId = Map.groupBy(entries, ({ record, id }) => record.text('event_id') || id)
  const orders = withTheirCash([...byId.values()].map(orderOf))
  // A pegged coin that nothing was bought or sold with was bought or sold itself, and may have money of its own.
  return withTheirCash(orders.map(withOwnSide))
}

function withTheirCash(orders: readonly Order[]): Order[] {
  const open = orders.filter(({ coins, cash }) => coins.length === 1 && cash.length === 0)
  const strays = orders
    .filter(({ coins, cash }) => coins.length === 0 && cash.length === 1)
    .toSorted((a, b) => timeOf(a) - timeOf(b))
  const cashOf = new Map<Order, Order>()
  const taken = new Set<Order>()
  for (const { withinMs, fits } of WAYS)
    for (const order of open) {
      const [coin] = order.coins
      if (coin === undefined || cashOf.has(order)) continue
      const found = nearInTime(strays, timeOf, coin.at, withinMs).find(
        (stray) => !taken.has(stray) && isOf(coin, stray.cash[0]) && fits(coin, stray.cash[0]),
      )
      if (found === undefined) continue
      cashOf.set(order, found)
      taken.add(found)
    }
  return orders
    .filter((order) => !taken.has(order))
    .map((order) => ({ ...order, cash: cashOf.get(order)?.cash ?? order.cash }))
}

function orderOf(entries: readonly CoinbaseEntry[]): Order {
  const cash = entries.filter(isMoney)
  return { coins: entries.filter((entry) => !cash.includes(entry)), cash }
}

/** Money, or a coin pegged to it that went the way that the money of such an order goes. */
function isMoney({ asset, isOut, type }: CoinbaseEntry): boolean {
  if (isFiat(asset)) return true
  return isStablecoin(asset) && isOut !== (type?.kind === 'sell')
}

/** A pegged coin that no other was bought or sold with is what was bought or sold. */
function withOwnSide(order: Order): Order {
  const [own, ...more] = order.cash
  if (order.coins.length > 0 || own === undefined || more.length > 0 || isFiat(own.asset)) return order
  return { coins: [{ ...own, isOut: own.type?.kind === 'sell' }], cash: [] }
}

const timeOf = ({ cash }: Order): number => cash[0]?.at ?? 0

const isOf = (coin: CoinbaseEntry, money: CoinbaseEntry | undefined): money is CoinbaseEntry =>
  money !== undefined && coin.type?.kind === money.type?.kind && coin.asset !== money.asset

type Fits = (coin: CoinbaseEntry, money: CoinbaseEntry | undefined) => boolean

/** True of money that is what the order cost or brought in all, or what its coins were worth. */
const isPaidExactly: Fits = (coin, money) =>
  money !== undefined &&
  amountsOf(coin).some(
    ({ asset, amount }) => asset === money.asset && compare(absoluteAmount(money.amount).value, amount) === 0,
  )

/** True of money that differs by no more than a fee does, by a tenth, and of another currency. */
const isPaidAbout: Fits = (coin, money) => {
  if (money === undefined) return false
  const alike = amountsOf(coin).filter(({ asset }) => asset === money.asset)
  const paid = absoluteAmount(money.amount).value
  const isAbout = ({ amount }: { readonly amount: Decimal }) =>
    compare(times(absolute(minus(paid, amount)), TEN), amount) <= 0
  return alike.length === 0 || alike.some(isAbout)
}

/** Money of the same amount may have come within the hour, another within the minute. */
const WAYS: readonly { readonly withinMs: number; readonly fits: Fits }[] = [
  { withinMs: 3_600_000, fits: isPaidExactly },
  { withinMs: 60_000, fits: isPaidAbout },
]

const TEN = { units: 10n, scale: 0 }

/** The amounts of money that an order states. */
function amountsOf({ record, worth }: CoinbaseEntry) {
  const currency = record.text('total_currency')
  const total = currency === '' ? undefined : record.amount('total')
  const stated = [
    ...(total ? [{ asset: coinbaseAsset(currency), amount: total }] : []),
    ...(worth ? [{ asset: worth.currency as AssetId, amount: worth.amount }] : []),
  ]
  return stated.map(({ asset, amount }) => ({ asset, amount: absoluteAmount(amount).value }))
}

/**
 * Puts the two entries of each convert together: those of one id, and of ids of their own those of one minute that were worth about as much.
 */
export function convertsOf(entries: readonly CoinbaseEntry[]): CoinbaseEntry[][] {
  const byId = [...Map.groupBy(entries, ({ record, id }) => record.text('event_id') || id).values()]
  const alone = byId.flatMap((together) => (together.length === 1 ? together : []))
  const arrived = alone.filter(({ isOut }) => !isOut).toSorted((a, b) => a.at - b.at)
  const otherOf = new Map<CoinbaseEntry, CoinbaseEntry>()
  const taken = new Set<CoinbaseEntry>()
  for (const given of alone.filter(({ isOut }) => isOut)) {
    const found = nearInTime(arrived, ({ at }) => at, given.at, 60_000).find(
      (got) => !taken.has(got) && got.asset !== given.asset && isWorthAbout(given, got),
    )
    if (found === undefined) continue
    otherOf.set(given, found)
    taken.add(found)
  }
  return byId.flatMap((together) => {
    const [first] = together
    if (first === undefined || (together.length === 1 && taken.has(first))) return []
    const other = otherOf.get(first)
    return [other === undefined ? together : [first, other]]
  })
}

/** True of two entries that were worth as much but for a fee, or of which that is not known. */
function isWorthAbout(one: CoinbaseEntry, other: CoinbaseEntry): boolean {
  const [a, b] = [one, other].map(
    ({ worth, asset, amount }) => worth ?? (isFiat(asset) ? { amount, currency: asset } : null),
  )
  if (!a || !b || a.currency !== b.currency) return true
  const [x, y] = [absoluteAmount(a.amount).value, absoluteAmount(b.amount).value]
  return compare(times(absolute(minus(x, y)), TEN), x) <= 0
}
