import type { AccountBalance, Proof } from '@lotbook/contract'
import {
  absolute,
  compare,
  isNegative,
  isZero,
  minus,
  MONEY_SCALE,
  plus,
  round,
  times,
  zero,
  type Decimal,
} from '@lotbook/money'

/** An account's balance of an asset with what is known of it. */
export interface HeldUnits {
  /** All that came less all that went. */
  readonly quantity: Decimal
  /** What the account last said, beside what was computed at that moment; undefined where it did not. */
  readonly report: { readonly stated: Decimal; readonly computed: Decimal } | undefined
  /** Of one unit; undefined where none is known. */
  readonly price: Decimal | undefined
}

/** The value at its price, in units of a value in money; undefined without a price, and below zero, where history is missing. */
export function valueOf({ quantity, price }: Pick<HeldUnits, 'quantity' | 'price'>): Decimal | undefined {
  if (price === undefined || isNegative(quantity)) return undefined
  return round(times(quantity, price), MONEY_SCALE, 'half-even')
}

export interface Sums extends Pick<AccountBalance, 'assets' | 'unpriced' | 'below_zero'> {
  readonly value: Decimal
  readonly proof: Proof
  /** Undefined where nothing is reported. */
  readonly difference: Decimal | undefined
}

/**
 * Sums over the assets of an account. It matches where everything that it reports is what was computed at that moment; how much it differs is told of
 * what has a price.
 */
export function sumsOf(held: readonly HeldUnits[]): Sums {
  let value = zero
  let difference = zero
  let reports = false
  let differs = false
  for (const { quantity, report, price } of held) {
    value = plus(value, valueOf({ quantity, price }) ?? zero)
    if (report === undefined) continue
    reports = true
    if (compare(report.computed, report.stated) === 0) continue
    differs = true
    const apart = absolute(minus(report.computed, report.stated))
    if (price !== undefined)
      difference = plus(difference, round(times(apart, price), MONEY_SCALE, 'half-even'))
  }
  return {
    value,
    assets: held.filter(({ quantity }) => !isZero(quantity)).length,
    unpriced: held.filter(
      ({ quantity, price }) => price === undefined && !isNegative(quantity) && !isZero(quantity),
    ).length,
    below_zero: held.filter(({ quantity }) => isNegative(quantity)).length,
    proof: differs ? 'differs' : reports ? 'matches' : 'not_reported',
    difference: reports ? difference : undefined,
  }
}
