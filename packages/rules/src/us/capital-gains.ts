import {
  compare,
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
import { deductLoss } from './estimate.ts'

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
  /** The loss carried over from the year before, not below zero, by term; it takes the place of the one worked out. */
  readonly carryover_short: string | null
  readonly carryover_long: string | null
}

export const NO_RETURN_FACTS: ReturnFacts = {
  filing_status: null,
  taxable_income: null,
  other_short: null,
  other_long: null,
  carryover_short: null,
  carryover_long: null,
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

/** What a figure takes for granted because the person has not stated it. */
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
  /** How the year before left them; null where they are stated, and where that year had no loss. */
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
  /** What goes on to the next year, not below zero. */
  readonly left: {
    readonly short: string
    readonly long: string
    /** How the loss left them; null where there was none. */
    readonly worksheet: CarryoverWorksheet | null
  }
  readonly assumptions: readonly CapitalAssumption[]
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
  const isStated = facts.carryover_short !== null || facts.carryover_long !== null
  const left = before?.left ?? NOTHING
  const carried = isStated
    ? { short: facts.carryover_short ?? '0', long: facts.carryover_long ?? '0' }
    : { short: left.short, long: left.long }
  const otherShort = facts.other_short ?? '0'
  const otherLong = facts.other_long ?? '0'
  const short = minus(plus(exact(own.short), exact(otherShort)), exact(carried.short))
  const long = minus(plus(exact(own.long), exact(otherLong)), exact(carried.long))
  const net = plus(short, long)
  const isLoss = isNegative(net)
  const status = facts.filing_status ?? 'single'
  const loss = isLoss ? lossOf(short, long, facts, status, assumedIncome) : undefined
  const lossAllowed = loss === undefined ? null : formatDecimal(negate(loss.deducted))
  return {
    year,
    carried: { ...carried, from: isStated ? 'stated' : before === undefined ? null : 'year before' },
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
    assumptions: CAPITAL_ASSUMPTIONS.filter((one) => {
      if (one === 'other_gains') return facts.other_short === null && facts.other_long === null
      const isCarriedOn = !isStated && before?.assumptions.includes(one) === true && one !== 'taxable_income'
      if (one === 'carryover') return (!isStated && before === undefined) || isCarriedOn
      if (one === 'filing_status')
        return isCarriedOn || (facts.filing_status === null && isNegative(plus(net, exact(LOSS_LIMIT.mfs))))
      return !isStated && left.worksheet !== null && left.worksheet[0] === null
    }),
  }
}

const NOTHING = { short: '0', long: '0', worksheet: null }

/** The loss that a year takes off other income, and what the worksheet leaves of it for the next. */
function lossOf(
  short: Decimal,
  long: Decimal,
  { taxable_income }: ReturnFacts,
  status: FilingStatus,
  assumedIncome: string | undefined,
) {
  const { deducted } = deductLoss(short, long, zero, status)
  // Line 15 of Form 1040 is after the loss; the worksheet adds it back. Where nobody states it, the whole loss had income to meet.
  const assumed = assumedIncome === undefined ? deducted : exact(assumedIncome)
  const income = taxable_income === null ? assumed : plus(exact(taxable_income), deducted)
  const used = lesser(deducted, atLeastZero(income))
  const [shortLoss, longLoss] = [atLeastZero(negate(short)), atLeastZero(negate(long))]
  const [shortGain, longGain] = [atLeastZero(short), atLeastZero(long)]
  const shortTaken = plus(used, longGain)
  const usedOnLong = atLeastZero(minus(used, shortLoss))
  const longTaken = plus(shortGain, usedOnLong)
  const left = {
    short: formatDecimal(atLeastZero(minus(shortLoss, shortTaken))),
    long: formatDecimal(atLeastZero(minus(longLoss, longTaken))),
  }
  const lines = [deducted, atLeastZero(income), used, shortLoss, longGain, shortTaken].map(formatDecimal)
  const further = [longLoss, shortGain, usedOnLong, longTaken].map(formatDecimal)
  return {
    deducted,
    left: { ...left, worksheet: [taxable_income, ...lines, left.short, ...further, left.long] },
  }
}

const exact = (amount: string): Decimal => parseDecimal(amount) ?? zero
const lesser = (a: Decimal, b: Decimal) => (compare(a, b) <= 0 ? a : b)
const atLeastZero = (a: Decimal) => (isNegative(a) ? zero : a)
