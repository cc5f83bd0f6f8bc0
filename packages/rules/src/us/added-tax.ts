import { compare, formatDecimal, minus, parseDecimal, plus, zero } from '@lotbook/money'
import type { TaxedYear } from '../estimates.ts'
import { BRACKETS, type BracketTable, ORDINARY_RATES } from './brackets.ts'
import { capitalGains, NO_RETURN_FACTS, type CapitalYear, type ReturnFacts } from './capital-gains.ts'
import { withIncomeOf, type EstimateOf } from './estimate-of-year.ts'
import { estimateTax, ESTIMATE_YEARS } from './estimate.ts'
import { taxedIncome } from './income-on-lines.ts'

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
  /** Gains of other property that the person states for the year, by term. */
  readonly other_short: string
  readonly other_long: string
  /** Part of `with`: the net investment income tax on gains, interest and dividends. */
  readonly niit: string
  /** Part of `with`: Schedule SE, and the Additional Medicare Tax on it. Half of the former lowers `ordinary_income`. */
  readonly self_employment_tax: string
  readonly additional_medicare_tax: string
  readonly self_employment_deduction: string
}

/**
 * Work out the federal income tax that the last of these years adds. Earlier ones, in order, bring the losses that they leave; the
 * person's statements are taken to hold for each of them, but where the return of a year says otherwise. Gains of other property are
 * taxed with and without the digital assets. Null where there is no table for the last year.
 *
 * @param facts what the person states about the returns of the years, by year.
 */
export function addedTax(
  years: readonly (TaxedYear & { readonly year: number })[],
  taxpayer: EstimateOf,
  facts: ReadonlyMap<number, ReturnFacts> = new Map(),
): AddedTax | null {
  const shown = years.at(-1)
  if (shown === undefined || !ESTIMATE_YEARS.includes(shown.year)) return null
  const { year, income } = shown
  const { carried, otherShort, otherLong, ...gains } = capitalGains(
    everyYear(years, facts).map((one) => capitalYear(one, taxpayer, facts.get(one.year) ?? NO_RETURN_FACTS)),
  ).at(-1)!
  const person = { year, filing_status: taxpayer.filing_status }
  const own = taxedIncome(year, taxpayer.filing_status, income, taxpayer.income_lines?.get(year))
  const whole = estimateTax(
    withIncomeOf({
      ...person,
      other_taxable_income: formatDecimal(plus(exact(taxpayer.other_income), exact(own.taxed))),
      other_investment_income: own.investment,
      net_short: formatDecimal(plus(exact(gains.short), exact(carried.short))),
      net_long: formatDecimal(plus(exact(gains.long), exact(carried.long))),
      carryover_short: carried.short,
      carryover_long: carried.long,
    }),
  )
  const without = estimateTax(
    withIncomeOf({
      ...person,
      other_taxable_income: taxpayer.other_income,
      net_short: otherShort,
      net_long: otherLong,
    }),
  )
  const table = BRACKETS[year]![taxpayer.filing_status]
  const total = plus(exact(whole.total_tax), exact(own.ownTax))
  return {
    with: formatDecimal(total),
    without: without.total_tax,
    added: formatDecimal(minus(total, exact(without.total_tax))),
    carried_short: carried.short,
    carried_long: carried.long,
    ordinary_income: whole.ordinary_income,
    preferential_income: whole.preferential_income,
    ...ratesOf(whole, table),
    loss_deducted: whole.loss_deducted,
    left_short: whole.carryover_short,
    left_long: whole.carryover_long,
    other_short: otherShort,
    other_long: otherLong,
    niit: whole.niit,
    self_employment_tax: own.selfEmployment.tax,
    additional_medicare_tax: own.selfEmployment.additional_medicare,
    self_employment_deduction: own.selfEmployment.deduction,
  }
}

/** The years up to the last, from the first that something is known of; one in which nothing happened uses up its part too. */
function everyYear(
  years: readonly (TaxedYear & { readonly year: number })[],
  facts: ReadonlyMap<number, ReturnFacts>,
) {
  const last = years.at(-1)!.year
  const first = Math.min(...years.map(({ year }) => year), ...facts.keys())
  const byYear = new Map(years.map((one) => [one.year, one]))
  return Array.from({ length: last - first + 1 }, (_, n) => byYear.get(first + n) ?? nothingIn(first + n))
}

const nothingIn = (year: number) => ({ year, short: { gain: '0' }, long: { gain: '0' }, income: '0' })

/** A year as it goes into the chain of losses: a loss meets the income that the person states for the estimate. */
function capitalYear(
  { year, short, long, income }: TaxedYear & { readonly year: number },
  { filing_status, other_income }: EstimateOf,
  facts: ReturnFacts,
): CapitalYear {
  return {
    year,
    short: short.gain,
    long: long.gain,
    facts: { ...facts, filing_status: facts.filing_status ?? filing_status },
    assumedIncome: formatDecimal(plus(exact(other_income), exact(income))),
  }
}

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
