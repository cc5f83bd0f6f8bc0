import {
  type Decimal,
  formatDecimal,
  isNegative,
  minus,
  negate,
  parseDecimal,
  plus,
  zero,
} from '@lotbook/money'
import { LOSS_LIMIT, type FilingStatus } from './brackets.ts'
import { deductibleLoss, deductLoss } from './capital-loss.ts'

/**
 * A person's statements about their return of a year, which no history of digital assets holds. Amounts are exact decimal text in
 * USD; null is not stated.
 */
export interface ReturnFacts {
  readonly filing_status: FilingStatus | null
  /** Form 1040, line 15; below zero where deductions are more than the income. */
  readonly taxable_income: string | null
  /** Net gain or loss of everything on Schedule D that is no digital asset, by term. */
  readonly other_short: string | null
  readonly other_long: string | null
  /** The loss carried over from the year before, not below zero, by term; each takes the place of the one worked out. */
  readonly carryover_short: string | null
  readonly carryover_long: string | null
  /** Sales with basis reported and no adjustment stand as totals on lines 1a and 8a of Schedule D, without Form 8949. */
  readonly totals_on_schedule_d: boolean
}

export const NO_RETURN_FACTS: ReturnFacts = {
  filing_status: null,
  taxable_income: null,
  other_short: null,
  other_long: null,
  carryover_short: null,
  carryover_long: null,
  totals_on_schedule_d: false,
}

/** The net gains of digital assets of a year, as Form 8949 prints them, and what the person states beside them. */
export interface CapitalYear {
  readonly year: number
  readonly short: string
  readonly long: string
  readonly facts: ReturnFacts
  /** Income that a loss may meet where the taxable income is not stated; enough for all of it where neither is. */
  readonly assumedIncome?: string
}

/** Statements that a figure takes for granted because the person has not made them. */
export const CAPITAL_ASSUMPTIONS = ['carryover', 'other_gains', 'filing_status', 'taxable_income'] as const
export type CapitalAssumption = (typeof CAPITAL_ASSUMPTIONS)[number]

/**
 * Lines 1 to 13 of the Capital Loss Carryover Worksheet: amounts of the year that had the loss, 8 and 13 what it leaves. Line 1 is null
 * where the taxable income is not stated.
 */
export type CarryoverWorksheet = readonly (string | null)[]

/** Parts II and III of Schedule D of a year. Amounts are exact decimal text in USD. */
export interface CapitalGains {
  readonly year: number
  /** Lines 6 and 14, not below zero; `from` says whether the person stated them or the year before left them. */
  readonly carried: {
    readonly short: string
    readonly long: string
    readonly from: 'stated' | 'year before' | null
  }
  /** The worksheet of the year before; null where the carryover is stated, and where that year had no loss. */
  readonly worksheet: CarryoverWorksheet | null
  readonly otherShort: string
  readonly otherLong: string
  /** Lines 7, 15 and 16. */
  readonly short: string
  readonly long: string
  readonly net: string
  /** The most that a loss takes off other income. */
  readonly limit: string
  /** Line 21, below zero or zero; null where line 16 is no loss. */
  readonly lossAllowed: string | null
  /** Form 1040, the line of capital gain or loss. */
  readonly onForm1040: string
  /** Loss that goes on to the next year, not below zero. */
  readonly left: {
    readonly short: string
    readonly long: string
    /** The worksheet that says how they were left; null where there was no loss. */
    readonly worksheet: CarryoverWorksheet | null
  }
  readonly assumptions: readonly CapitalAssumption[]
  /** Years with a loss whose taxable income is not stated, and whose loss the carryover of this year may go back to. */
  readonly yearsWithoutIncome: readonly number[]
}

/**
 * Net the gains and losses of each year in turn, with what each leaves for the next (sections 1211(b), 1212(b); Schedule D and its
 * Capital Loss Carryover Worksheet).
 *
 * Example: a short-term loss of 10,000 in 2024 and a taxable income of 50,000 take 3,000 off it; 7,000 go to line 6 of 2025. A long-term
 * gain of 9,000 there leaves 2,000 on line 16.
 *
 * @param years in their order, without two of one year; a year between that is not there had no gain and no statement.
 * @returns one for each year from the first to the last.
 */
export function capitalGains(years: readonly CapitalYear[]): CapitalGains[] {
  const first = years[0]?.year ?? 0
  const last = years.at(-1)?.year ?? -1
  const byYear = new Map(years.map((one) => [one.year, one]))
  const found: CapitalGains[] = []
  for (let year = first; year <= last; year++) {
    const given = byYear.get(year) ?? { year, short: '0', long: '0', facts: NO_RETURN_FACTS }
    found.push(capitalGainsOf(given, found.at(-1)))
  }
  return found
}

function capitalGainsOf(
  { year, facts, assumedIncome, ...own }: CapitalYear,
  before: CapitalGains | undefined,
): CapitalGains {
  const stated = [facts.carryover_short, facts.carryover_long].filter((amount) => amount !== null).length
  // Where no year before can leave anything, one stated amount answers for both.
  const isStated = stated === 2 || (stated === 1 && before === undefined)
  const left = before?.left ?? NOTHING
  const carried = { short: facts.carryover_short ?? left.short, long: facts.carryover_long ?? left.long }
  const otherShort = facts.other_short ?? '0'
  const otherLong = facts.other_long ?? '0'
  const short = minus(plus(exact(own.short), exact(otherShort)), exact(carried.short))
  const long = minus(plus(exact(own.long), exact(otherLong)), exact(carried.long))
  const net = plus(short, long)
  const isLoss = isNegative(net)
  const status = facts.filing_status ?? 'single'
  const loss = isLoss ? lossOf(short, long, facts, status, assumedIncome) : undefined
  const yearsWithoutIncome = isStated || before === undefined ? [] : withoutIncome(before)
  const lossAllowed = loss === undefined ? null : formatDecimal(negate(loss.deducted))
  return {
    year,
    carried: { ...carried, from: stated > 0 ? 'stated' : before === undefined ? null : 'year before' },
    worksheet: isStated ? null : left.worksheet,
    otherShort,
    otherLong,
    short: formatDecimal(short),
    long: formatDecimal(long),
    net: formatDecimal(net),
    limit: LOSS_LIMIT[status],
    lossAllowed,
    onForm1040: lossAllowed ?? formatDecimal(net),
    left: loss?.left ?? NOTHING,
    yearsWithoutIncome,
    assumptions: CAPITAL_ASSUMPTIONS.filter((one) => {
      const isCarriedOn = !isStated && before?.assumptions.includes(one) === true
      switch (one) {
        case 'carryover':
          return isCarriedOn || (!isStated && before === undefined)
        case 'other_gains':
          return facts.other_short === null && facts.other_long === null
        case 'filing_status':
          return isCarriedOn || (facts.filing_status === null && isBeyondLowestLimit(net))
        case 'taxable_income':
          return yearsWithoutIncome.length > 0
      }
    }),
  }
}

/** Whether a loss is so large that the filing status decides how much of it counts. */
const isBeyondLowestLimit = (net: Decimal) => isNegative(plus(net, exact(LOSS_LIMIT.mfs)))

/** The years whose unstated income a carryover out of `year` rests on: none where nothing is carried over. */
function withoutIncome({ year, left, yearsWithoutIncome }: CapitalGains): readonly number[] {
  if (left.short === '0' && left.long === '0' && left.worksheet === null) return []
  return left.worksheet?.[0] === null ? [...yearsWithoutIncome, year] : yearsWithoutIncome
}

const NOTHING = { short: '0', long: '0', worksheet: null }

/** The loss that a year takes off other income, and the rest of it for the next. */
function lossOf(
  short: Decimal,
  long: Decimal,
  { taxable_income }: ReturnFacts,
  status: FilingStatus,
  assumedIncome: string | undefined,
) {
  const allowed = deductibleLoss(short, long, status)
  // Line 15 of Form 1040 is after the loss; the worksheet adds it back. Where nobody states it, the whole loss had income to meet.
  const assumed = assumedIncome === undefined ? allowed : exact(assumedIncome)
  const income = taxable_income === null ? assumed : plus(exact(taxable_income), allowed)
  const { deducted, carryoverShort, carryoverLong, worksheet } = deductLoss(short, long, income, status)
  return {
    deducted,
    left: {
      short: formatDecimal(carryoverShort),
      long: formatDecimal(carryoverLong),
      worksheet: [taxable_income, ...worksheet.map(formatDecimal)],
    },
  }
}

const exact = (amount: string): Decimal => parseDecimal(amount) ?? zero
