import { isFiat } from '@lotbook/journal'
import { formatDecimal, parseDecimal, plus, zero } from '@lotbook/money'
import {
  incomeLineOf,
  incomeOnLines,
  NO_BUSINESS_FACTS,
  type BusinessFacts,
  type ChosenIncomeLine,
  type EstimateOf,
  type IncomeAnswer,
  type IncomeOnLines,
  unitedStates,
} from '@lotbook/rules/us'
import type { KindOfIncome } from '@lotbook/rules'
import type { IncomeOfSource } from '@lotbook/reports'
import type { Tx } from '../../platform/database.ts'
import { sql } from '../../platform/sql.ts'
import { calculationOfYear, type DoneCalculation } from './done-calculation.ts'
import { filingOf, isUnpriced } from './open-when-filed.ts'
import { rowsWhere } from './result-row.ts'

/** A kind of income from one account, whose line of the return is asked for. */
export interface IncomeSource extends KindOfIncome {
  readonly accountId: string
}

/** A kind of income from one account with its line. */
export type IncomeWithLine = IncomeSource & { readonly goesTo: ChosenIncomeLine }

/** The line of each kind of income in a year. */
export type LinesOfYear = (source: IncomeSource) => ChosenIncomeLine

interface LineRow {
  readonly tax_year: number
  readonly account_id: string
  readonly category: string
  readonly is_cash: boolean
  readonly line: ChosenIncomeLine['line']
  readonly chosen: ChosenIncomeLine['chosen']
  readonly carried_from: number | null
}

/**
 * The lines of a year by what was answered for it and the years before. A filed year has those that it was filed with, and takes nothing
 * from what earlier years are answered later.
 */
export async function incomeLinesOf(tx: Tx, userId: string, year: number): Promise<LinesOfYear> {
  const rows = await tx.all<LineRow>(sql`
    select tax_year, account_id, category, is_cash, line, chosen, carried_from from income_lines
    where user_id = ${userId} and (tax_year = ${year} or (tax_year < ${year} and chosen = 'answered' and not exists (
      select from tax_years where user_id = ${userId} and tax_year = ${year} and state = 'filed')))`)
  const filed = new Map<string, ChosenIncomeLine>()
  const answers = new Map<string, IncomeAnswer[]>()
  for (const row of rows) {
    const key = incomeKey({ accountId: row.account_id, category: row.category, isCash: row.is_cash })
    if (row.chosen === 'answered')
      answers.set(key, [...(answers.get(key) ?? []), { year: row.tax_year, line: row.line }])
    else filed.set(key, { line: row.line, chosen: row.chosen, from: row.carried_from })
  }
  return (source) => {
    const key = incomeKey(source)
    return filed.get(key) ?? incomeLineOf(source, year, answers.get(key) ?? [])
  }
}

/** A key of a kind of income from one account. */
export function incomeKey({ accountId, category, isCash }: IncomeSource): string {
  return `${accountId} ${isCash ? 'cash' : 'coins'} ${category}`
}

/** The income of a year by kind and account with the line of each, from the calculation that the year shows or from one that is given. */
export async function incomeBySource(
  tx: Tx,
  userId: string,
  year: number,
  given?: DoneCalculation,
): Promise<(IncomeOfSource & IncomeSource)[]> {
  const calculation = given ?? (await calculationOfYear(tx, userId, year))
  const unpriced = isUnpriced(await filingOf(tx, userId, year, calculation))
  const incomes = rowsWhere({
    userId,
    calculationId: calculation.id,
    list: 'incomes',
    where: [sql`d.tax_year = ${year}`],
  })
  const rows = await tx.all<{
    account_id: string
    account: string
    category: string
    asset_id: string
    receipts: number
    unpriced: number
    value: string
  }>(sql`
    select d.account_id, a.name as account, d.category, d.asset_id, count(*)::integer as receipts,
      count(*) filter (where ${unpriced})::integer as unpriced, sum(d.value)::text as value
    from ${incomes} d join accounts a on (a.user_id, a.id) = (d.user_id, d.account_id)
    group by d.account_id, a.name, d.category, d.asset_id`)
  const lineOf = await incomeLinesOf(tx, userId, year)
  const found = new Map<string, IncomeOfSource & IncomeSource>()
  for (const { account_id: accountId, asset_id, category, account, ...row } of rows) {
    const source = { accountId, category, isCash: isFiat(asset_id) }
    const before = found.get(incomeKey(source))
    found.set(incomeKey(source), {
      ...source,
      account,
      goesTo: lineOf(source),
      receipts: (before?.receipts ?? 0) + row.receipts,
      unpriced: (before?.unpriced ?? 0) + row.unpriced,
      value: sum(before?.value ?? '0', row.value),
    })
  }
  return [...found.values()]
}

/** The statements about a business and wages of a year. */
export async function businessFactsOf(tx: Tx, userId: string, year: number): Promise<BusinessFacts> {
  const row = await tx.maybe<BusinessFacts>(sql`
    select business_expenses::text, other_wages::text from tax_years where user_id = ${userId} and tax_year = ${year}`)
  return row ?? NO_BUSINESS_FACTS
}

/** The person of an estimate with the lines that the income of these years goes to; a history without a calculation has none. */
export async function withIncomeLines(
  tx: Tx,
  userId: string,
  person: EstimateOf,
  years: readonly number[],
): Promise<EstimateOf> {
  const income_lines = new Map<number, IncomeOnLines>()
  const done = await tx.maybe(
    sql`select 1 from calculations where user_id = ${userId} and state = 'done' limit 1`,
  )
  for (const year of done === undefined ? [] : years.filter((one) => unitedStates.horizon.includes(one))) {
    const incomes = (await incomeBySource(tx, userId, year)).map(({ goesTo, value }) => ({
      line: goesTo.line,
      value,
    }))
    income_lines.set(year, incomeOnLines(incomes, await businessFactsOf(tx, userId, year)))
  }
  return { ...person, income_lines }
}

/** The answers and statements that the lines of a year rest on, as text that changes with them. */
export async function incomeLinesMark(tx: Tx, userId: string, year: number): Promise<string[]> {
  const rows = await tx.all<{ answer: string }>(sql`
    select concat_ws(' ', tax_year, account_id, category, is_cash, line, chosen) as answer from income_lines
    where user_id = ${userId} and tax_year <= ${year} order by tax_year, account_id, category, is_cash`)
  return [...rows.map(({ answer }) => answer), JSON.stringify(await businessFactsOf(tx, userId, year))]
}

/** Write lines of a year in the place of those that are there, which stay where `isKept`. */
export async function writeIncomeLines(
  tx: Tx,
  userId: string,
  year: number,
  lines: readonly IncomeWithLine[],
  now: Date,
  isKept = false,
): Promise<void> {
  const replaced = isKept
    ? sql`nothing`
    : sql`update set line = excluded.line, chosen = excluded.chosen, carried_from = excluded.carried_from, set_at = excluded.set_at`
  const rows = lines.map(({ accountId, category, isCash, goesTo }) => ({
    account_id: accountId,
    category,
    is_cash: isCash,
    line: goesTo.line,
    chosen: goesTo.chosen,
    carried_from: goesTo.from,
  }))
  await tx.run(sql`
    insert into income_lines (user_id, tax_year, account_id, category, is_cash, line, chosen, carried_from, set_at)
    select ${userId}, ${year}, r.*, ${now} from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r (
      account_id uuid, category text, is_cash boolean, line text, chosen text, carried_from integer)
    on conflict (user_id, tax_year, account_id, category, is_cash) do ${replaced}`)
}

/** The lines of a year that nobody confirmed. */
export async function unconfirmedLines(tx: Tx, userId: string, year: number): Promise<IncomeWithLine[]> {
  return (await incomeBySource(tx, userId, year)).filter(({ goesTo }) => goesTo.chosen !== 'answered')
}

/** Keep lines that nobody confirmed with a year that is filed just now; an answer that came in between stays. */
export async function keepIncomeLines(
  tx: Tx,
  userId: string,
  year: number,
  lines: readonly IncomeWithLine[],
  now: Date,
): Promise<void> {
  if (lines.length > 0) await writeIncomeLines(tx, userId, year, lines, now, true)
}

/** Removes the lines kept for a year that nobody answered, with its mark as filed. */
export async function forgetIncomeLines(tx: Tx, userId: string, year: number): Promise<void> {
  await tx.run(sql`
    delete from income_lines where user_id = ${userId} and tax_year = ${year} and chosen <> 'answered'`)
}

const sum = (a: string, b: string) => formatDecimal(plus(parseDecimal(a) ?? zero, parseDecimal(b) ?? zero))
