import { compare, formatDecimal, minus, negate, parseDecimal, plus, zero } from '@lotbook/money'
import type { TaxedYear, Taxpayer } from '../estimates.ts'
import { quoted } from '../input-problem.ts'
import { BRACKETS, FILING_STATUSES, LOSS_LIMIT, type FilingStatus } from './brackets.ts'
import { estimateTax, ESTIMATE_YEARS, type EstimateInput } from './estimate.ts'
import { taxedIncome, type IncomeOnLines } from './income-on-lines.ts'

/** A taxpayer of the United States; amounts in USD. */
export interface EstimateOf extends Taxpayer {
  readonly filing_status: FilingStatus
  /** The lines that the income of years goes to; other income where a year is not there. */
  readonly income_lines?: ReadonlyMap<number, IncomeOnLines>
}

/** A taxpayer of the United States. @throws RangeError for a filing status that there is none of. */
export function taxpayerOf(taxpayer: Taxpayer): EstimateOf {
  const { filing_status } = taxpayer
  const status = FILING_STATUSES.find((one) => one === filing_status)
  if (status === undefined)
    throw new RangeError(
      `Unknown filing_status: ${quoted(filing_status)}; known are ${FILING_STATUSES.join(', ')}`,
    )
  return { ...taxpayer, filing_status: status }
}

/** The federal income tax of a year by itself, in USD; null where there is no table for it. */
export function estimatedTax(year: number, taxed: TaxedYear, taxpayer: EstimateOf): string | null {
  return taxOfYear(year, taxed, taxpayer, NO_CARRYOVER)?.tax ?? null
}

/** The tax of each year in turn: a loss that is left over goes to the next that there is a table for. */
export function estimatedTaxes(
  years: readonly (TaxedYear & { readonly year: number })[],
  taxpayer: EstimateOf,
): (string | null)[] {
  let carryover = NO_CARRYOVER
  return years.map((taxed) => {
    const found = taxOfYear(taxed.year, taxed, taxpayer, carryover)
    carryover = found?.carryover ?? carryover
    return found?.tax ?? null
  })
}

const NO_CARRYOVER = { short: '0', long: '0' }

function taxOfYear(
  year: number,
  { short, long, income }: TaxedYear,
  { filing_status, other_income, income_lines }: EstimateOf,
  carryover: typeof NO_CARRYOVER,
) {
  if (!ESTIMATE_YEARS.includes(year)) return undefined
  const { taxed, investment, ownTax } = taxedIncome(year, filing_status, income, income_lines?.get(year))
  const { total_tax, carryover_short, carryover_long } = estimateTax(
    withIncomeOf({
      year,
      filing_status,
      other_taxable_income: formatDecimal(plus(exact(other_income), exact(taxed))),
      other_investment_income: investment,
      net_short: short.gain,
      net_long: long.gain,
      carryover_short: carryover.short,
      carryover_long: carryover.long,
    }),
  )
  const tax = formatDecimal(plus(exact(total_tax), exact(ownTax)))
  return { tax, carryover: { short: carryover_short, long: carryover_long } }
}

/**
 * The same estimate with the modified adjusted gross income that the net investment income tax goes by, as far as it can be known
 * here: taxable income with the standard deduction added back, and the gains, or the loss within its limit (section 1411(d)).
 */
export function withIncomeOf(input: EstimateInput): EstimateInput {
  const { year, filing_status, other_taxable_income, net_short, net_long } = input
  const gains = plus(exact(net_short), exact(net_long))
  const net = minus(minus(gains, exact(input.carryover_short ?? '0')), exact(input.carryover_long ?? '0'))
  const lowest = negate(exact(LOSS_LIMIT[filing_status]))
  const counted = compare(net, lowest) < 0 ? lowest : net
  const { standardDeduction } = BRACKETS[year]![filing_status]
  const magi = plus(plus(exact(other_taxable_income), exact(standardDeduction)), counted)
  return { ...input, magi: formatDecimal(magi) }
}

const exact = (amount: string) => parseDecimal(amount) ?? zero
