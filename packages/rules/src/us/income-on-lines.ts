import { formatDecimal, minus, parseDecimal, plus, sum, zero } from '@lotbook/money'
import type { FilingStatus } from './brackets.ts'
import type { LineOfIncome } from './income-lines.ts'
import { selfEmploymentTax, type SelfEmploymentTax } from './self-employment.ts'

/** A year's income by what its lines mean for the tax beside the brackets. Amounts are exact decimal text in USD. */
export interface IncomeOnLines {
  /** Profit of a business: bears self-employment tax and no net investment income tax. */
  readonly business: string
  /** Bears Social Security and Medicare tax with the employer, before a business does. */
  readonly wages: string
  /** Interest and dividends, which bear the net investment income tax. */
  readonly investment: string
}

export const ON_NO_LINE: IncomeOnLines = { business: '0', wages: '0', investment: '0' }

/** The income of a year by its lines; other income counts in the brackets alone. */
export function incomeOnLines(
  incomes: readonly { readonly line: LineOfIncome; readonly value: string }[],
): IncomeOnLines {
  const on = (...lines: readonly LineOfIncome[]) =>
    formatDecimal(sum(incomes.filter(({ line }) => lines.includes(line)).map(({ value }) => exact(value))))
  return { business: on('business'), wages: on('wages'), investment: on('interest', 'dividends') }
}

/** A year's income as its tax is worked out from it. */
export interface TaxedIncome {
  /** With half of the self-employment tax taken off; exact decimal text in USD. */
  readonly taxed: string
  readonly investment: string
  readonly selfEmployment: SelfEmploymentTax
  /** The tax that it bears beside income tax. */
  readonly ownTax: string
}

/**
 * Work out what the lines of a year's income add to its tax. Example, 2025: of 10,000 of income all is a business; 1,412.955 of
 * self-employment tax are owed, and 9,293.5225 are taxed in the brackets.
 */
export function taxedIncome(
  year: number,
  status: FilingStatus,
  income: string,
  { business, wages, investment }: IncomeOnLines = ON_NO_LINE,
): TaxedIncome {
  const selfEmployment = selfEmploymentTax(year, status, business, wages) ?? NO_SELF_EMPLOYMENT
  const { tax, additional_medicare, deduction } = selfEmployment
  return {
    taxed: formatDecimal(minus(exact(income), exact(deduction))),
    investment,
    selfEmployment,
    ownTax: formatDecimal(plus(exact(tax), exact(additional_medicare))),
  }
}

const NO_SELF_EMPLOYMENT = { net_earnings: '0', tax: '0', additional_medicare: '0', deduction: '0' }

const exact = (amount: string) => parseDecimal(amount) ?? zero
