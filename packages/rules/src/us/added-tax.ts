import { compare, formatDecimal, isNegative, minus, parseDecimal, plus, zero } from '@lotbook/money'
import { BRACKETS, type BracketTable, ORDINARY_RATES } from './brackets.ts'
import { type EstimateOf, type TaxedYear } from './estimate-of-year.ts'
import { deductLoss, estimateTax, ESTIMATE_YEARS } from './estimate.ts'

/** The federal income tax that a year's gains and income add. Amounts are exact decimal text in USD. */
export interface AddedTax {
  /** With them, without them, and the difference: below zero where a loss lowers the tax. */
  readonly with: string
  readonly without: string
  readonly added: string
  /** Losses of earlier years that this year takes up, positive. */
  readonly carried_short: string
  readonly carried_long: string
  readonly ordinary_income: string
  readonly preferential_income: string
  /** Percent on the last dollar of each income; null where there is none. */
  readonly ordinary_rate: number | null
  readonly preferential_rate: number | null
  /** The loss that reduces other income this year, and what is left for the next, positive. */
  readonly loss_deducted: string
  readonly left_short: string
  readonly left_long: string
}

/**
 * Work out the federal income tax that the last of these years adds. Earlier ones, in order, bring the losses that they leave; the
 * person's statements are taken to hold for each of them. Null where there is no table for the last year.
 */
export function addedTax(
  years: readonly (TaxedYear & { readonly year: number })[],
  taxpayer: EstimateOf,
): AddedTax | null {
  const shown = years.at(-1)
  if (shown === undefined || !ESTIMATE_YEARS.includes(shown.year)) return null
  const carried = carriedBy(years.slice(0, -1), shown.year, taxpayer)
  const { year, short, long, income } = shown
  const person = { year, filing_status: taxpayer.filing_status }
  const whole = estimateTax({
    ...person,
    other_taxable_income: formatDecimal(plus(exact(taxpayer.other_income), exact(income))),
    net_short: short.gain,
    net_long: long.gain,
    carryover_short: formatDecimal(carried.short),
    carryover_long: formatDecimal(carried.long),
  })
  const without = estimateTax({
    ...person,
    other_taxable_income: taxpayer.other_income,
    net_short: '0',
    net_long: '0',
  })
  const table = BRACKETS[year]![taxpayer.filing_status]
  return {
    with: whole.total_tax,
    without: without.total_tax,
    added: formatDecimal(minus(exact(whole.total_tax), exact(without.total_tax))),
    carried_short: formatDecimal(carried.short),
    carried_long: formatDecimal(carried.long),
    ordinary_income: whole.ordinary_income,
    preferential_income: whole.preferential_income,
    ...ratesOf(whole, table),
    loss_deducted: whole.loss_deducted,
    left_short: whole.carryover_short,
    left_long: whole.carryover_long,
  }
}

/**
 * The losses that earlier years leave for `shown`, by term. A year in which nothing happened uses up its part too. No table is
 * needed: the limit is the same in every year.
 */
function carriedBy(
  earlier: readonly (TaxedYear & { readonly year: number })[],
  shown: number,
  taxpayer: EstimateOf,
) {
  let carried = { short: zero, long: zero }
  for (let year = earlier[0]?.year ?? shown; year < shown; year++) {
    const { short, long, income } = earlier.find((one) => one.year === year) ?? NOTHING
    const netShort = minus(exact(short.gain), carried.short)
    const netLong = minus(exact(long.gain), carried.long)
    if (!isNegative(plus(netShort, netLong))) carried = { short: zero, long: zero }
    else {
      const other = plus(exact(taxpayer.other_income), exact(income))
      const left = deductLoss(netShort, netLong, other, taxpayer.filing_status)
      carried = { short: left.carryoverShort, long: left.carryoverLong }
    }
  }
  return carried
}

const NOTHING: TaxedYear = { short: { gain: '0' }, long: { gain: '0' }, income: '0' }

/** The rate on the last dollar of ordinary income, and on the last of the preferential income that lies on top of it. */
function ratesOf(
  { ordinary_income, preferential_income }: { ordinary_income: string; preferential_income: string },
  table: BracketTable,
): Pick<AddedTax, 'ordinary_rate' | 'preferential_rate'> {
  const ordinary = exact(ordinary_income)
  const preferential = exact(preferential_income)
  const top = plus(ordinary, preferential)
  const bracket = table.ordinary.findIndex((upper) => compare(ordinary, exact(upper)) <= 0)
  const onTop =
    compare(top, exact(table.zeroTo)) <= 0 ? 0 : compare(top, exact(table.fifteenTo)) <= 0 ? 15 : 20
  return {
    ordinary_rate: compare(ordinary, zero) > 0 ? ORDINARY_RATES.at(bracket)! : null,
    preferential_rate: compare(preferential, zero) > 0 ? onTop : null,
  }
}

const exact = (amount: string) => parseDecimal(amount) ?? zero
