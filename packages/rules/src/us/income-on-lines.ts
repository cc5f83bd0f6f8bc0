import { formatDecimal, minus, parseDecimal, plus, sum, zero } from '@lotbook/money'
import type { FilingStatus } from './brackets.ts'
import type { LineOfIncome } from './income-lines.ts'
import { selfEmploymentTax, type SelfEmploymentTax } from './self-employment.ts'

/** A person's statements that the tax on a business hangs on, not below zero; exact decimal text in USD, null is not stated. */
export interface BusinessFacts {
  /** Schedule C, line 28: what the income on line 1 was earned with. */
  readonly business_expenses: string | null
  /** Wages on Forms W-2 that are not in the history. */
  readonly other_wages: string | null
}

export const NO_BUSINESS_FACTS: BusinessFacts = { business_expenses: null, other_wages: null }

/** A year's income by what its lines mean for the tax beside the brackets. Amounts are exact decimal text in USD. */
export interface IncomeOnLines {
  /** Profit of a business after its expenses: bears self-employment tax and no net investment income tax. */
  readonly business: string
  /** Expenses of that business, which lower the income. */
  readonly expenses: string
  /** Bears Social Security and Medicare tax with the employer, before a business does. */
  readonly wages: string
  /** Interest and dividends, which bear the net investment income tax. */
  readonly investment: string
}

export const ON_NO_LINE: IncomeOnLines = { business: '0', expenses: '0', wages: '0', investment: '0' }

/** The income of a year by its lines; other income counts in the brackets alone. Expenses count where a business has income. */
export function incomeOnLines(
  incomes: readonly { readonly line: LineOfIncome; readonly value: string }[],
  { business_expenses, other_wages }: BusinessFacts = NO_BUSINESS_FACTS,
): IncomeOnLines {
  const on = (...lines: readonly LineOfIncome[]) =>
    sum(incomes.filter(({ line }) => lines.includes(line)).map(({ value }) => exact(value)))
  const hasBusiness = incomes.some(({ line }) => line === 'business')
  const expenses = hasBusiness ? exact(business_expenses ?? '0') : zero
  return {
    business: formatDecimal(minus(on('business'), expenses)),
    expenses: formatDecimal(expenses),
    wages: formatDecimal(plus(on('wages'), exact(other_wages ?? '0'))),
    investment: formatDecimal(on('interest', 'dividends')),
  }
}

/** A year's income as its tax is worked out from it. */
export interface TaxedIncome {
  /** With expenses and half of the self-employment tax taken off; exact decimal text in USD. */
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
  { business, expenses, wages, investment }: IncomeOnLines = ON_NO_LINE,
): TaxedIncome {
  const selfEmployment = selfEmploymentTax(year, status, business, wages) ?? NO_SELF_EMPLOYMENT
  const { tax, additional_medicare, deduction } = selfEmployment
  return {
    taxed: formatDecimal(minus(minus(exact(income), exact(expenses)), exact(deduction))),
    investment,
    selfEmployment,
    ownTax: formatDecimal(plus(exact(tax), exact(additional_medicare))),
  }
}

const NO_SELF_EMPLOYMENT = { net_earnings: '0', tax: '0', additional_medicare: '0', deduction: '0' }

const exact = (amount: string) => parseDecimal(amount) ?? zero
