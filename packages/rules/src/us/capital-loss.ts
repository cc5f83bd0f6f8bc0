import { compare, type Decimal, isNegative, minus, negate, parseDecimal, plus, zero } from '@lotbook/money'
import { LOSS_LIMIT, type FilingStatus } from './brackets.ts'

/** A net capital loss: the part that reduces other income, and the rest by term. */
export interface DeductedLoss {
  /** Line 21 of Schedule D, as a positive amount (section 1211(b)). */
  readonly deducted: Decimal
  /** The rest, which goes on to the next year with its term (section 1212(b)). */
  readonly carryoverShort: Decimal
  readonly carryoverLong: Decimal
  /** Lines 2 to 13 of the Capital Loss Carryover Worksheet; 8 and 13 are the carryovers. */
  readonly worksheet: readonly Decimal[]
}

/** The part of a net loss that the limit of section 1211(b) lets reduce other income. `short` and `long` add up to less than zero. */
export function deductibleLoss(short: Decimal, long: Decimal, status: FilingStatus): Decimal {
  return lesser(negate(plus(short, long)), parseDecimal(LOSS_LIMIT[status]) ?? zero)
}

/**
 * Deduct a net capital loss by the Capital Loss Carryover Worksheet of Schedule D: only as much of line 21 is used up as there was
 * income to take it. `short` and `long`, lines 7 and 15, add up to less than zero.
 *
 * @param income taxable income without the loss: worksheet line 3 before it is held at zero.
 */
export function deductLoss(
  short: Decimal,
  long: Decimal,
  income: Decimal,
  status: FilingStatus,
): DeductedLoss {
  const line2 = deductibleLoss(short, long, status)
  const line3 = atLeastZero(income)
  const line4 = lesser(line2, line3)
  const line5 = atLeastZero(negate(short))
  const line6 = atLeastZero(long)
  const line7 = plus(line4, line6)
  const line8 = atLeastZero(minus(line5, line7))
  const line9 = atLeastZero(negate(long))
  const line10 = atLeastZero(short)
  const line11 = atLeastZero(minus(line4, line5))
  const line12 = plus(line10, line11)
  const line13 = atLeastZero(minus(line9, line12))
  return {
    deducted: line2,
    carryoverShort: line8,
    carryoverLong: line13,
    worksheet: [line2, line3, line4, line5, line6, line7, line8, line9, line10, line11, line12, line13],
  }
}

export function lesser(one: Decimal, other: Decimal): Decimal {
  return compare(one, other) <= 0 ? one : other
}

export function atLeastZero(amount: Decimal): Decimal {
  return isNegative(amount) ? zero : amount
}
