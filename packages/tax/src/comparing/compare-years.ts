import { formatDecimal, isZero, minus, parseDecimal, plus, zero, type Decimal } from '@lotbook/money'
import type { CalculationResult, YearSummary } from '../schema/calculation-result.ts'
import type { YearChange } from './compare-calculations.ts'

/** How a year differs, in US dollars. */
export type YearDifference = Omit<YearChange, 'rows'> & { readonly year: number }

/** How years differ: after less before, and only those that do. */
export function compareYears(
  before: CalculationResult['years'],
  after: CalculationResult['years'],
): YearDifference[] {
  const years = [...new Set([...Object.keys(before), ...Object.keys(after)])].sort()
  return years.flatMap((year) => {
    const change = (amountOf: (summary: YearSummary) => Decimal) =>
      minus(sumOf(after[year], amountOf), sumOf(before[year], amountOf))
    const gain = change(({ short, long }) => plus(read(short.gain), read(long.gain)))
    const short = change((summary) => read(summary.short.gain))
    const income = change((summary) => read(summary.income))
    const deduction = change((summary) => read(summary.donation_deduction))
    // A gain that becomes long-term is taxed otherwise, though it is the same gain.
    if ([gain, short, income, deduction].every((value) => isZero(value))) return []
    return [
      {
        year: Number(year),
        gain: formatDecimal(gain),
        short: formatDecimal(short),
        income: formatDecimal(income),
        deduction: formatDecimal(deduction),
      },
    ]
  })
}

const sumOf = (summary: YearSummary | undefined, amountOf: (summary: YearSummary) => Decimal) =>
  summary === undefined ? zero : amountOf(summary)

const read = (text: string) => parseDecimal(text) ?? zero
