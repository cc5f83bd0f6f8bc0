import type { EstimatedTax } from '@lotbook/contract'
import { decimal, formatDecimal, minus, parseDecimal, plus, round, zero } from '@lotbook/money'
import type { TaxedYear } from '@lotbook/rules'
import { addedTax, type EstimateOf } from '@lotbook/rules/us'
import type { Tx } from '../../platform/database.ts'
import { lossesTakenBackBy } from './broker-forms.ts'
import { calculationOfYear, newestDone, type DoneCalculation } from './done-calculation.ts'
import { withIncomeLines } from './income-lines.ts'
import { factsUntil } from './return-facts.ts'
import { totalsByYear, type TotalsOfYear } from './totals-by-year.ts'

/**
 * The federal income tax that the gains and income of a year add, with the losses of years before it and what is stated of their
 * returns; null without a tax table.
 */
export async function estimatedTax(
  tx: Tx,
  userId: string,
  year: number,
  of: EstimateOf,
): Promise<EstimatedTax | null> {
  const rows = await taxedTotals(tx, userId, await calculationOfYear(tx, userId, year))
  const shown = rows.find((row) => row.year === year) ?? { year, short: '0', long: '0', income: '0' }
  const stated = await factsUntil(tx, userId, year)
  const before = rows.filter((row) => row.year < year)
  const person = await withIncomeLines(tx, userId, of, [year])
  const added = addedTax([...before, shown].map(taxed), person, stated)
  if (added === null) return null
  const { business = '0', expenses = '0' } = person.income_lines?.get(year) ?? {}
  return {
    ...added,
    income: shown.income,
    business_income: formatDecimal(plus(exact(business), exact(expenses))),
    business_expenses: expenses,
    short: shown.short,
    long: shown.long,
  }
}

/** Totals of the years without losses that Form 8949 takes back. */
async function taxedTotals(tx: Tx, userId: string, shown: DoneCalculation): Promise<TotalsOfYear[]> {
  const rows = await totalsByYear(tx, userId, shown)
  const back = await lossesTakenBackBy(tx, userId)
  return rows.map((row) => {
    const { short = 0n, long = 0n } = back.get(row.year) ?? {}
    return {
      ...row,
      short: both(row.short, formatDecimal(decimal(short, 2))),
      long: both(row.long, formatDecimal(decimal(long, 2))),
    }
  })
}

/** Gains and losses by term; amounts in USD. */
export interface GainsByTerm {
  readonly short: string
  readonly long: string
}

/** The tax that gains add to that of a year in cents, below zero where they lower it; null without a tax table. */
export type TaxOnTop = (year: number, more: GainsByTerm) => string | null

/**
 * Finds what more gains would add to the tax of these years, on top of what the newest calculation has, with what earlier years carry over.
 * Refuses with `calculation_not_done`.
 */
export async function taxOnTop(
  tx: Tx,
  userId: string,
  of: EstimateOf,
  years: readonly number[],
): Promise<TaxOnTop> {
  const rows = await taxedTotals(tx, userId, await newestDone(tx, userId))
  const stated = await factsUntil(tx, userId, Math.max(...years))
  const person = await withIncomeLines(tx, userId, of, years)
  const taxWith = (year: number, more: GainsByTerm): string | null => {
    const shown = rows.find((row) => row.year === year) ?? { year, short: '0', long: '0', income: '0' }
    const before = rows.filter((row) => row.year < year)
    const together = { ...shown, short: both(shown.short, more.short), long: both(shown.long, more.long) }
    return addedTax([...before, together].map(taxed), person, stated)?.with ?? null
  }
  const alone = new Map(years.map((year) => [year, taxWith(year, NO_GAINS)]))
  return (year, more) => {
    const [without, together] = [alone.get(year) ?? null, taxWith(year, more)]
    if (without === null || together === null) return null
    return formatDecimal(round(minus(exact(together), exact(without)), 2, 'half-even'))
  }
}

const NO_GAINS: GainsByTerm = { short: '0', long: '0' }
const both = (a: string, b: string) => formatDecimal(plus(exact(a), exact(b)))
const exact = (amount: string) => parseDecimal(amount) ?? zero

function taxed({
  year,
  short,
  long,
  income,
}: {
  year: number
  short: string
  long: string
  income: string
}): TaxedYear & { year: number } {
  return { year, short: { gain: short }, long: { gain: long }, income }
}
