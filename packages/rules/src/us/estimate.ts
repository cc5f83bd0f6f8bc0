import {
  decimal,
  type Decimal,
  formatDecimal,
  isNegative,
  minus,
  negate,
  parseDecimal,
  plus,
  times,
  zero,
} from '@lotbook/money'
import {
  CalculationInputError,
  eachUnknownField,
  quoted,
  UNKNOWN_FIELD,
  type InputProblem,
} from '../input-problem.ts'
import { atLeastZero, deductLoss, lesser } from './capital-loss.ts'
import {
  BRACKETS,
  type BracketTable,
  FILING_STATUSES,
  type FilingStatus,
  NIIT_THRESHOLD,
  ORDINARY_RATES,
} from './brackets.ts'

/** Inputs of the estimate. Amounts are decimal strings in USD. */
export interface EstimateInput {
  readonly year: number
  readonly filing_status: FilingStatus
  /** Taxable income without capital gains, after deductions; below zero where these are more. */
  readonly other_taxable_income: string
  readonly net_short: string
  readonly net_long: string
  /** From last year, positive. */
  readonly carryover_short?: string | null
  readonly carryover_long?: string | null
  /** Modified adjusted gross income; without it there is no net investment income tax. */
  readonly magi?: string | null
  readonly other_investment_income?: string | null
}

export interface EstimateResult {
  readonly loss_deducted: string
  readonly carryover_short: string
  readonly carryover_long: string
  readonly ordinary_income: string
  readonly preferential_income: string
  readonly ordinary_tax: string
  readonly preferential_tax: string
  readonly niit: string
  readonly total_tax: string
}

/** The years that there is a table for. */
export const ESTIMATE_YEARS: readonly number[] = Object.keys(BRACKETS).map((year) =>
  Number.parseInt(year, 10),
)

/**
 * Estimate the federal income tax with a year's capital gains: netting and carryover (section 1211, 1212;
 * Schedule D), ordinary brackets, preferential rates stacked on top, and the net investment income tax. Not in
 * it: alternative minimum tax, credits, state tax. See docs/tax/estimate.md.
 *
 * @throws CalculationInputError for a year without a table, for what is no amount, and for a field that is not known.
 */
export function estimateTax(input: EstimateInput): EstimateResult {
  const given = readEstimate(input)
  const table = BRACKETS[input.year]![input.filing_status]

  const short = minus(given.netShort, given.carryoverShort)
  const long = minus(given.netLong, given.carryoverLong)
  const net = plus(short, long)
  const loss = isNegative(net)
    ? deductLoss(short, long, given.other, input.filing_status)
    : { deducted: zero, carryoverShort: zero, carryoverLong: zero }

  const preferential = isNegative(net) ? zero : lesser(atLeastZero(long), net)
  const ordinary = isNegative(net)
    ? atLeastZero(minus(given.other, loss.deducted))
    : plus(given.other, minus(net, preferential))

  const ordinaryTax = bracketTax(atLeastZero(ordinary), table)
  // Below zero, where deductions go beyond other income, the gain that lies on top is taxed the less.
  const stacked = preferentialTax(ordinary, preferential, table)
  // Never more than if all of it were ordinary income.
  const allOrdinary = minus(bracketTax(atLeastZero(plus(ordinary, preferential)), table), ordinaryTax)
  const preferentialDue = lesser(stacked, allOrdinary)

  // A loss that lowers other income is allocable to investment income, as far as section 1211(b) allows it (Treas. Reg. 1.1411-4(f)(4)).
  const gainOrLoss = isNegative(net) ? negate(loss.deducted) : net
  const investment = plus(gainOrLoss, given.otherInvestment)
  const above = given.magi === undefined ? zero : minus(given.magi, read(NIIT_THRESHOLD[input.filing_status]))
  const niit = times(decimal(38n, 3), lesser(atLeastZero(investment), atLeastZero(above)))

  return {
    loss_deducted: formatDecimal(loss.deducted),
    carryover_short: formatDecimal(loss.carryoverShort),
    carryover_long: formatDecimal(loss.carryoverLong),
    ordinary_income: formatDecimal(ordinary),
    preferential_income: formatDecimal(preferential),
    ordinary_tax: formatDecimal(ordinaryTax),
    preferential_tax: formatDecimal(preferentialDue),
    niit: formatDecimal(niit),
    total_tax: formatDecimal(plus(plus(ordinaryTax, preferentialDue), niit)),
  }
}

function bracketTax(income: Decimal, table: BracketTable): Decimal {
  let tax = zero
  let from = zero
  ORDINARY_RATES.forEach((rate, i) => {
    const upper = table.ordinary[i]
    const to = upper === undefined ? income : lesser(income, read(upper))
    tax = plus(tax, percent(rate, atLeastZero(minus(to, from))))
    if (upper !== undefined) from = read(upper)
  })
  return tax
}

/** Preferential income lies on top of the ordinary and fills the bands from there. */
function preferentialTax(ordinary: Decimal, preferential: Decimal, table: BracketTable): Decimal {
  const top = plus(ordinary, preferential)
  const inZero = atLeastZero(minus(lesser(top, read(table.zeroTo)), ordinary))
  const above = minus(preferential, inZero)
  const from = plus(ordinary, inZero)
  const inFifteen = atLeastZero(minus(lesser(top, read(table.fifteenTo)), from))
  return plus(percent(15, inFifteen), percent(20, minus(above, inFifteen)))
}

const FIELDS: ReadonlySet<string> = new Set<keyof EstimateInput>([
  'year',
  'filing_status',
  'other_taxable_income',
  'net_short',
  'net_long',
  'carryover_short',
  'carryover_long',
  'magi',
  'other_investment_income',
])

function readEstimate(input: EstimateInput) {
  const problems: InputProblem[] = []
  const report = (field: string, message: string) =>
    problems.push({ index: null, transaction: null, field, message })
  eachUnknownField(input, FIELDS, (field) => report(field, UNKNOWN_FIELD))
  if (typeof input.year !== 'number' || !Object.hasOwn(BRACKETS, input.year))
    report('year', `No table for ${quoted(input.year)}; there is one for ${ESTIMATE_YEARS.join(', ')}`)
  if (!(FILING_STATUSES as readonly unknown[]).includes(input.filing_status))
    report(
      'filing_status',
      `Unknown: ${quoted(input.filing_status)}; known are ${FILING_STATUSES.join(', ')}`,
    )
  const amount = (field: keyof EstimateInput, isNeeded: boolean): Decimal | undefined => {
    const value: unknown = input[field]
    if (value === undefined || value === null) {
      if (isNeeded) report(field, 'Missing')
      return undefined
    }
    const read = typeof value === 'string' ? parseDecimal(value) : undefined
    if (read === undefined) report(field, `Not an amount: ${quoted(value)}`)
    else if (field.startsWith('carryover') && isNegative(read)) report(field, `Negative: ${quoted(value)}`)
    return read
  }
  const given = {
    other: amount('other_taxable_income', true) ?? zero,
    netShort: amount('net_short', true) ?? zero,
    netLong: amount('net_long', true) ?? zero,
    carryoverShort: amount('carryover_short', false) ?? zero,
    carryoverLong: amount('carryover_long', false) ?? zero,
    magi: amount('magi', false),
    otherInvestment: amount('other_investment_income', false) ?? zero,
  }
  if (problems.length > 0) throw new CalculationInputError(problems)
  return given
}

function percent(rate: number, amount: Decimal): Decimal {
  return times(decimal(BigInt(rate), 2), amount)
}

function read(text: string): Decimal {
  const value = parseDecimal(text)
  if (value === undefined) throw new RangeError(`Not an amount: ${text}`)
  return value
}
