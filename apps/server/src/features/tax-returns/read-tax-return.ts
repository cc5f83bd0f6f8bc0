import type { ReturnLineOfYear, TaxReturn } from '@lotbook/contract'
import { formText, formUnits, scheduleD, type BoxTotals, type ReturnLine } from '@lotbook/reports'
import { digitalAssetQuestion } from '@lotbook/rules/us'
import type { Tx } from '../../platform/database.ts'
import { sql } from '../../platform/sql.ts'
import { brokerFormsOf } from '../../calculating/keep/broker-forms.ts'
import { calculationOfYear } from '../../calculating/keep/done-calculation.ts'
import { rowsWhere } from '../../calculating/keep/result-row.ts'
import { returnOfYear } from '../../calculating/keep/return-facts.ts'
import { formTotals } from '../tax/form-totals.ts'

/** The lines of the return of a year, from its Form 8949 as printed, the years before it and what the person states. */
export async function readTaxReturn(tx: Tx, userId: string, year: number): Promise<TaxReturn> {
  const { boxes } = await formTotals(tx, userId, year)
  const stated = await returnOfYear(tx, userId, year)
  const filed = await tx.maybe(sql`
    select 1 from tax_years where user_id = ${userId} and tax_year = ${year} and state = 'filed'`)
  const totals = boxes.map(({ box, proceeds, basis, adjustment, gain, is_direct }): BoxTotals => ({
    box,
    isDirect: is_direct,
    totals: {
      proceeds: cents(proceeds),
      basis: cents(basis),
      adjustment: cents(adjustment),
      gain: cents(gain),
    },
  }))
  const { lines, form1040, worksheet, next, notes } = scheduleD(year, totals, stated)
  return {
    facts: { ...stated.facts },
    is_filed: filed !== undefined,
    schedule_d: lines.map(inText),
    capital_gain: inText(form1040),
    withheld: await withheldOf(tx, userId, year),
    worksheet: worksheet.map(inText),
    next: next.map(inText),
    digital_asset_question: digitalAssetQuestion(year),
    has_digital_asset_transactions: boxes.length > 0 || (await hasOtherTransactions(tx, userId, year)),
    notes: [...notes],
  }
}

/**
 * Rewards, payments, gifts and donations count for the question on Form 1040 beside what was sold or traded; units that were lost,
 * stolen or only moved do not (instructions of Form 1040; tax/us 7.3).
 */
async function hasOtherTransactions(tx: Tx, userId: string, year: number): Promise<boolean> {
  const { id: calculationId } = await calculationOfYear(tx, userId, year)
  const inYear = sql`d.tax_year = ${year}`
  const { found } = await tx.one<{ found: boolean }>(sql`
    select exists (select from ${rowsWhere({ userId, calculationId, list: 'incomes', where: [inYear] })} d)
      or exists (
        select from ${rowsWhere({ userId, calculationId, list: 'removals', where: [inYear, sql`d.kind in ('gift', 'donation')`] })} d) as found`)
  return found
}

/** Box 4 of the Forms 1099-DA of the year. */
async function withheldOf(tx: Tx, userId: string, year: number): Promise<string | null> {
  const { id } = await calculationOfYear(tx, userId, year)
  const { lines } = await brokerFormsOf(tx, userId, year, id)
  return lines === undefined || lines.withheld === 0n ? null : formText(lines.withheld, 'cents')
}

const cents = (amount: string) => formUnits(amount, 'cents')

function inText({ line, text, proceeds, basis, adjustment, gain }: ReturnLine): ReturnLineOfYear {
  return {
    line,
    text,
    proceeds: amountOf(proceeds),
    basis: amountOf(basis),
    adjustment: amountOf(adjustment),
    gain: amountOf(gain),
  }
}

const amountOf = (units: bigint | null) => (units === null ? null : formText(units, 'cents'))
