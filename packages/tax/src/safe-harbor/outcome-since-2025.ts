import { formatDecimal, minus, parseDecimal, plus, times, zero, type Decimal } from '@lotbook/money'
import type { CalculationResult, LotRow } from '../schema/calculation-result.ts'

/** A year's gain by term and its income: exact decimals in USD. */
export interface YearOutcome {
  readonly year: number
  readonly short: string
  readonly long: string
  readonly income: string
}

/** Open lots of one account; null is what found none. */
export interface LeftInAccount {
  readonly account: string | null
  readonly lots: number
  readonly basis: string
  /** Value less basis of the lots whose asset has a price; null where none has. */
  readonly unrealised: string | null
}

/** Outcome of a calculation from 2025 on: the years that have figures, and the open lots of each account. */
export function outcomeSince2025(
  { years, lots }: CalculationResult,
  priceOf: (asset: string) => string | undefined,
): { readonly years: readonly YearOutcome[]; readonly left: readonly LeftInAccount[] } {
  return {
    years: Object.entries(years)
      .filter(([year]) => year >= '2025')
      .map(([year, { short, long, income }]) => ({
        year: Number.parseInt(year, 10),
        short: short.gain,
        long: long.gain,
        income,
      }))
      .sort((a, b) => a.year - b.year),
    left: [...Map.groupBy(lots, (lot) => lot.account)].map(([account, own]) => leftIn(account, own, priceOf)),
  }
}

function leftIn(
  account: string | null,
  lots: readonly LotRow[],
  priceOf: (asset: string) => string | undefined,
): LeftInAccount {
  let basis = zero
  let unrealised: Decimal | undefined
  for (const lot of lots) {
    const cost = exact(lot.basis)
    basis = plus(basis, cost)
    const price = priceOf(lot.asset)
    if (price !== undefined)
      unrealised = plus(unrealised ?? zero, minus(times(exact(lot.quantity), exact(price)), cost))
  }
  return {
    account,
    lots: lots.length,
    basis: formatDecimal(basis),
    unrealised: unrealised === undefined ? null : formatDecimal(unrealised),
  }
}

function exact(amount: string): Decimal {
  const value = parseDecimal(amount)
  if (value === undefined) throw new RangeError(`Not an amount: ${amount}`)
  return value
}
