import { type ReadTransaction, tickerOf } from '@lotbook/journal'
import { type Decimal, formatDecimal, isZero, minus, parseDecimal, plus, zero } from '@lotbook/money'
import type { StatedBalance } from '@lotbook/sources'

/**
 * Units received less units sent and fees, by asset, with the balance that the file states of it (its parts together). Assets that come out
 * even and that no balance is stated of are left out.
 */
export function balancesOf({
  transactions,
  balances: said,
}: {
  readonly transactions: readonly Pick<ReadTransaction, 'from' | 'to' | 'fee'>[]
  readonly balances: readonly Pick<StatedBalance, 'asset' | 'quantity'>[]
}): { symbol: string; amount: string; stated: string | null }[] {
  const balances = new Map<string, Decimal>()
  const count = (leg: ReadTransaction['from'], add: typeof plus) => {
    const amount = leg === null ? undefined : parseDecimal(leg.amount)
    if (leg !== null && amount !== undefined)
      balances.set(leg.asset, add(balances.get(leg.asset) ?? zero, amount))
  }
  for (const { from, to, fee } of transactions) {
    count(to, plus)
    count(from, minus)
    count(fee, minus)
  }
  const stated = new Map<string, Decimal>()
  for (const { asset, quantity } of said) {
    stated.set(asset, plus(stated.get(asset) ?? zero, parseDecimal(quantity) ?? zero))
    if (!balances.has(asset)) balances.set(asset, zero)
  }
  const textOf = (amount: Decimal | undefined) => (amount === undefined ? null : formatDecimal(amount))
  return [...balances]
    .filter(([asset, amount]) => !isZero(amount) || !isZero(stated.get(asset) ?? zero))
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([asset, amount]) => ({
      symbol: tickerOf(asset),
      amount: formatDecimal(amount),
      stated: textOf(stated.get(asset)),
    }))
}
