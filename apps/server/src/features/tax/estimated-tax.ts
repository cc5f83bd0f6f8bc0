import type { EstimatedTax } from '@lotbook/contract'
import { formatDecimal, parseDecimal, plus, zero } from '@lotbook/money'
import type { TaxedYear } from '@lotbook/rules'
import { addedTax, type EstimateOf } from '@lotbook/rules/us'
import type { Tx } from '../../platform/database.ts'
import { calculationOfYear } from '../../calculating/keep/done-calculation.ts'
import { withIncomeLines } from '../../calculating/keep/income-lines.ts'
import { factsUntil } from '../../calculating/keep/return-facts.ts'
import { totalsByYear } from './totals-by-year.ts'

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
  const rows = await totalsByYear(tx, userId, await calculationOfYear(tx, userId, year))
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
