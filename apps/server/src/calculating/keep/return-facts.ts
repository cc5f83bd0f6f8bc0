import { NO_RETURN_FACTS, type CapitalYear, type ReturnFacts } from '@lotbook/rules/us'
import type { ReturnOfYear } from '@lotbook/reports'
import { decimal, formatDecimal, parseDecimal, plus, zero } from '@lotbook/money'
import type { Tx } from '../../platform/database.ts'
import { sql } from '../../platform/sql.ts'
import { lossesTakenBackBy } from './broker-forms.ts'
import { newestDone } from './done-calculation.ts'
import { rowsWhere } from './result-row.ts'

type FactsRow = ReturnFacts & { readonly tax_year: number }

/** The statements about the return of a year and those before it, and the gains of the years before as their forms print them. */
export async function returnOfYear(tx: Tx, userId: string, year: number): Promise<ReturnOfYear> {
  const facts = await factsUntil(tx, userId, year)
  return { facts: facts.get(year) ?? NO_RETURN_FACTS, earlier: await earlierYears(tx, userId, year, facts) }
}

/** The statements of the years up to one, by year; a year without any is not there. */
export async function factsUntil(tx: Tx, userId: string, year: number): Promise<Map<number, ReturnFacts>> {
  const rows = await tx.all<FactsRow>(sql`
    select tax_year, filing_status, taxable_income::text, other_short::text, other_long::text, carryover_short::text,
      carryover_long::text, totals_on_schedule_d
    from tax_years where user_id = ${userId} and tax_year <= ${year}
      and (totals_on_schedule_d or num_nonnulls(filing_status, taxable_income, other_short, other_long, carryover_short, carryover_long) > 0)
    order by tax_year`)
  return new Map(rows.map(({ tax_year, ...facts }) => [tax_year, facts]))
}

/** Whether sales of a year with basis reported and no adjustment stand as totals on Schedule D. */
export async function hasTotalsOnScheduleD(tx: Tx, userId: string, year: number): Promise<boolean> {
  const row = await tx.maybe<{ totals_on_schedule_d: boolean }>(sql`
    select totals_on_schedule_d from tax_years where user_id = ${userId} and tax_year = ${year}`)
  return row?.totals_on_schedule_d ?? false
}

/** The years around one that is amended, each with its net gains and what the person states of it. */
export interface YearsAround {
  readonly facts: ReturnFacts
  /** The years before, as filed: by the calculation that each was filed with, else by the one of the amended year. */
  readonly filedEarlier: readonly CapitalYear[]
  /** The years before by the newest calculation, as if those that differ were amended too. */
  readonly correctedEarlier: readonly CapitalYear[]
  /** The years behind, by the calculation that each was filed with, else by the newest. */
  readonly later: readonly CapitalYear[]
}

/** The years around a filed one, whose losses carry into it and out of it. */
export async function yearsAround(
  tx: Tx,
  userId: string,
  year: number,
  { before, after }: { readonly before: string; readonly after: string },
): Promise<YearsAround> {
  const facts = await factsUntil(tx, userId, LAST_YEAR)
  const filings = await tx.all<{ tax_year: number; calculation_id: string }>(sql`
    select tax_year, calculation_id from tax_years where user_id = ${userId} and state = 'filed' and tax_year <> ${year}`)
  const asFiled = async (usual: string) => {
    const gains = new Map(
      (await gainsOf(tx, userId, usual, sql`d.tax_year <> ${year}`)).map((one) => [one.year, one]),
    )
    for (const { tax_year, calculation_id } of filings) {
      const [found] = await gainsOf(tx, userId, calculation_id, sql`d.tax_year = ${tax_year}`)
      gains.set(tax_year, found ?? { year: tax_year, short: '0', long: '0' })
    }
    return gains
  }
  const newest = new Map(
    (await gainsOf(tx, userId, after, sql`d.tax_year < ${year}`)).map((one) => [one.year, one]),
  )
  return {
    facts: facts.get(year) ?? NO_RETURN_FACTS,
    filedEarlier: inOrder(await asFiled(before), facts, (one) => one < year),
    correctedEarlier: inOrder(newest, facts, (one) => one < year),
    later: inOrder(await asFiled(after), facts, (one) => one > year),
  }
}

const LAST_YEAR = 9999

function inOrder(
  gains: ReadonlyMap<number, { readonly short: string; readonly long: string }>,
  facts: ReadonlyMap<number, ReturnFacts>,
  isWanted: (year: number) => boolean,
): CapitalYear[] {
  return [...new Set([...gains.keys(), ...facts.keys()])]
    .filter(isWanted)
    .sort((a, b) => a - b)
    .map((year) => {
      const { short, long } = gains.get(year) ?? { short: '0', long: '0' }
      return { year, short, long, facts: facts.get(year) ?? NO_RETURN_FACTS }
    })
}

/** A filed year has the rows that it was filed with, any other those of the newest calculation. */
async function earlierYears(
  tx: Tx,
  userId: string,
  year: number,
  facts: ReadonlyMap<number, ReturnFacts>,
): Promise<CapitalYear[]> {
  const { id: newest } = await newestDone(tx, userId)
  const filed = await tx.all<{ tax_year: number; calculation_id: string }>(sql`
    select tax_year, calculation_id from tax_years where user_id = ${userId} and state = 'filed' and tax_year < ${year}`)
  const gains = new Map<number, { short: string; long: string }>()
  for (const found of await gainsOf(tx, userId, newest, sql`d.tax_year < ${year}`))
    gains.set(found.year, found)
  for (const { tax_year, calculation_id } of filed) {
    const [found] = await gainsOf(tx, userId, calculation_id, sql`d.tax_year = ${tax_year}`)
    gains.set(tax_year, found ?? { short: '0', long: '0' })
  }
  return inOrder(gains, facts, (one) => one < year)
}

/** Net gains by year and term of a calculation, as Form 8949 prints them: each amount rounded to the cent, without losses that are taken back. */
async function gainsOf(tx: Tx, userId: string, calculationId: string, where: ReturnType<typeof sql>) {
  const rows = await recordedGains(tx, userId, calculationId, where)
  const back = await lossesTakenBackBy(tx, userId, calculationId)
  return rows.map(({ year, short, long }) => ({
    year,
    short: withBack(short, back.get(year)?.short),
    long: withBack(long, back.get(year)?.long),
  }))
}

const withBack = (gain: string, back = 0n) =>
  formatDecimal(plus(parseDecimal(gain) ?? zero, decimal(back, 2)))

async function recordedGains(tx: Tx, userId: string, calculationId: string, where: ReturnType<typeof sql>) {
  const rows = await tx.all<{ year: number; short: string; long: string }>(sql`
    select tax_year as year,
      coalesce(sum(round(proceeds, 2) - round(basis, 2)) filter (where term = 'short'), 0)::text as short,
      coalesce(sum(round(proceeds, 2) - round(basis, 2)) filter (where term = 'long'), 0)::text as long
    from ${rowsWhere({ userId, calculationId, list: 'disposals', where: [where] })} d group by tax_year`)
  return rows
}
