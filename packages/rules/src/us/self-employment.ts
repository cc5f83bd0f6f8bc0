import { compare, decimal, formatDecimal, minus, parseDecimal, plus, times, zero } from '@lotbook/money'
import type { FilingStatus } from './brackets.ts'
import { atLeastZero, lesser } from './capital-loss.ts'

/** The most of a year's earnings that bears Social Security tax, in dollars (Social Security Administration, contribution and benefit base). */
export const SOCIAL_SECURITY_BASE: Readonly<Record<number, string>> = {
  2023: '160200',
  2024: '168600',
  2025: '176100',
  2026: '184500',
}

/** Earnings above which the Additional Medicare Tax begins (section 1401(b)(2), not indexed). A surviving spouse has the lower one here. */
const ADDITIONAL_MEDICARE_ABOVE: Readonly<Record<FilingStatus, string>> = {
  single: '200000',
  hoh: '200000',
  qss: '200000',
  mfj: '250000',
  mfs: '125000',
}

/** Net earnings below this bear no self-employment tax (section 1402(b)(2)). */
const LEAST_EARNINGS = '400'

/** The self-employment tax of a year with what it is worked out from. Amounts are exact decimal text in USD. */
export interface SelfEmploymentTax {
  /** 92.35 percent of the profit; zero where it is too little to be taxed. */
  readonly net_earnings: string
  /** Schedule SE: 12.4 percent for Social Security and 2.9 percent for Medicare. */
  readonly tax: string
  /** Form 8959: 0.9 percent beyond the threshold of the filing status. */
  readonly additional_medicare: string
  /** Half of `tax`, which lowers the income that is taxed (section 164(f)). */
  readonly deduction: string
}

/**
 * Work out the self-employment tax on the profit of a business (sections 1401 and 1402; Schedule SE, Form 8959; docs/tax/income.md).
 *
 * Example, 2025: a profit of $10,000 has net earnings of $9,235; 15.3 percent of it is $1,412.955, of which half is deducted.
 *
 * @param profit of all businesses of one person; what is not above zero bears no tax.
 * @param wages of the same person that bore Social Security and Medicare tax; they use up the base and the threshold first.
 * @returns undefined for a year whose Social Security base is not known here.
 */
export function selfEmploymentTax(
  year: number,
  status: FilingStatus,
  profit: string,
  wages = '0',
): SelfEmploymentTax | undefined {
  const base = SOCIAL_SECURITY_BASE[year]
  if (base === undefined) return undefined
  const earnings = times(exact(profit), decimal(9235n, 4))
  if (compare(earnings, exact(LEAST_EARNINGS)) < 0)
    return { net_earnings: '0', tax: '0', additional_medicare: '0', deduction: '0' }
  const left = (of: string) => atLeastZero(minus(exact(of), exact(wages)))
  const socialSecurity = times(lesser(earnings, left(base)), decimal(124n, 3))
  const tax = plus(socialSecurity, times(earnings, decimal(29n, 3)))
  const beyond = atLeastZero(minus(earnings, left(ADDITIONAL_MEDICARE_ABOVE[status])))
  return {
    net_earnings: formatDecimal(earnings),
    tax: formatDecimal(tax),
    additional_medicare: formatDecimal(times(beyond, decimal(9n, 3))),
    deduction: formatDecimal(times(tax, decimal(5n, 1))),
  }
}

const exact = (amount: string) => parseDecimal(amount) ?? zero
