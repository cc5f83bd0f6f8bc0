import { taxSettings, type OneYear } from '@lotbook/contract'
import { typeLabel, type TransactionType } from '@lotbook/journal'
import type { Tx } from '../../platform/database.ts'
import { sql, type Sql } from '../../platform/sql.ts'
import { unpricedAs } from '../../journal/findings/unpriced-as.ts'
import { filedYears } from '../../calculating/keep/filed-years.ts'
import { plain } from '../../journal/transactions/transaction-rows.ts'
import {
  calculationOfYear,
  changesSince,
  newestDone,
  type DoneCalculation,
} from '../../calculating/keep/done-calculation.ts'
import { filingOf, isOfToday, isUnpriced } from '../../calculating/keep/open-when-filed.ts'
import { rowsWhere } from '../../calculating/keep/result-row.ts'
import type { RowList } from '../../calculating/keep/row-ranges.ts'
import { toldWithoutSafeHarbor } from '../../calculating/keep/without-safe-harbor.ts'
import { methodOffRecord } from './method-off-record.ts'
import { openFindings, rowsOfYear, sentenceOf, type FoundCode } from './open-of-year.ts'
import { totalsByYear } from '../../calculating/keep/totals-by-year.ts'

/** One tax year of its calculation: its figures, each with the handle that opens it. */
export async function oneYear(tx: Tx, userId: string, year: number): Promise<OneYear> {
  const calculation = await calculationOfYear(tx, userId, year)
  const filed = await filedYears(tx, userId)
  const filing = filed.find((one) => one.year === year)
  const of = { userId, calculationId: calculation.id }
  const ofYear = rowsOfYear(userId, calculation, year)
  const filedWith = await filingOf(tx, userId, year, calculation)
  const unpriced = isUnpriced(filedWith)
  const terms = await tx.all<{
    term: 'short' | 'long'
    proceeds: string
    basis: string
    gain: string
    n: string
  }>(sql`
    select term, sum(proceeds)::text as proceeds, sum(basis)::text as basis, sum(gain)::text as gain, count(*) as n
    from ${ofYear('disposals')} d group by term`)
  const totals = await tx.one<{
    net: string
    income: string
    deduction: string
    incomes: string
    unpriced: string
    removals: string
    donations: string
    donations_unpriced: string
  }>(sql`
    select (select coalesce(sum(gain), 0)::text from ${ofYear('disposals')} d) as net,
      (select coalesce(sum(value), 0)::text from ${ofYear('incomes')} d) as income,
      (select coalesce(sum(deduction), 0)::text from ${ofYear('removals')} d) as deduction,
      (select count(*) from ${ofYear('incomes')} d) as incomes,
      (select count(*) from ${ofYear('incomes')} d where ${unpriced}) as unpriced,
      r.removals, r.donations, r.donations_unpriced
    from (
      select count(*) as removals, count(deduction) as donations,
        count(*) filter (where deduction = 0 and value is null) as donations_unpriced from ${ofYear('removals')} d
    ) r`)
  // Every year has totals, except in older calculations, where a year of removals alone had none.
  const removed = await tx.all<{ tax_year: number }>(sql`
    select distinct tax_year from ${rowsWhere({ ...of, list: 'removals' })} d`)
  const years = new Set([
    ...Object.keys(calculation.totals?.years ?? {}).map(Number),
    ...removed.map((row) => row.tax_year),
  ])
  const { currency } = await tx.one<{ currency: string }>(
    sql`select currency from customers where user_id = ${userId}`,
  )

  const figure = (value: string, handle: string) => ({ value: plain(value), handle })
  const term = (name: 'short' | 'long') => {
    const row = terms.find((t) => t.term === name)
    return {
      proceeds: figure(row?.proceeds ?? '0', `year:${year}:${name}:proceeds`),
      basis: figure(row?.basis ?? '0', `year:${year}:${name}:basis`),
      gain: figure(row?.gain ?? '0', `year:${year}:${name}`),
    }
  }
  return {
    year,
    years: [...years].sort((a, b) => a - b),
    currency,
    calculation: {
      id: calculation.id,
      finished_at: calculation.finished_at.toISOString(),
      engine_version: calculation.engine_version,
      rules_version: calculation.rules_version,
      settings: taxSettings.parse(calculation.settings),
      input_hash: calculation.input_hash,
      result_hash: calculation.result_hash,
      transactions: calculation.totals?.transactions ?? 0,
      invariants: calculation.invariants,
    },
    changes_since: await changesSince(tx, userId, calculation),
    filed:
      filing === undefined ? null : { ...filing, newest_calculation_id: (await newestDone(tx, userId)).id },
    filed_years: filed.map((one) => one.year),
    net_gain: figure(totals.net, `year:${year}`),
    short: term('short'),
    long: term('long'),
    income: figure(totals.income, `income:${year}`),
    donation_deduction: figure(totals.deduction, `deduction:${year}`),
    by_year: await gainByYear(tx, userId, calculation),
    months: await monthsOf(tx, ofYear, year),
    income_by_category: await incomeByCategory(tx, ofYear, year, unpriced),
    by_asset: await byAsset(tx, ofYear, year, unpriced),
    counts: {
      disposals: terms.reduce((sum, row) => sum + Number(row.n), 0),
      incomes: Number(totals.incomes),
      incomes_unpriced: Number(totals.unpriced),
      donations: Number(totals.donations),
      donations_unpriced: Number(totals.donations_unpriced),
      removals: Number(totals.removals),
    },
    ...(filing === undefined
      ? { qualifiers: await qualifiersOf(tx, userId, year, calculation), qualifiers_as_of: 'calculation' }
      : await qualifiersAsFiled(tx, userId, year, calculation)),
    open_as_of: filedWith?.open_as_of ?? 'calculation',
  }
}

type Qualifiers = Pick<OneYear, 'qualifiers' | 'qualifiers_as_of'>

/**
 * Reasons why the totals of a filed year were not final when it was filed. For years filed before these were stored:
 * the reasons today.
 */
async function qualifiersAsFiled(
  tx: Tx,
  userId: string,
  year: number,
  calculation: DoneCalculation,
): Promise<Qualifiers> {
  const kept = await tx.maybe<{ qualifiers: OneYear['qualifiers']; changes_since: string }>(sql`
    select qualifiers, changes_since from tax_years
    where user_id = ${userId} and tax_year = ${year} and qualifiers is not null`)
  if (kept !== undefined)
    return {
      qualifiers: kept.qualifiers,
      qualifiers_as_of: kept.changes_since === '0' ? 'calculation' : 'filing',
    }
  return {
    qualifiers: await qualifiersToFile(tx, userId, year, calculation),
    qualifiers_as_of: (await isOfToday(tx, userId, calculation)) ? 'today' : 'calculation',
  }
}

/**
 * Reasons why the totals of a year are not final, without files that are still being read: those change nothing that
 * is filed.
 */
export async function qualifiersToFile(
  tx: Tx,
  userId: string,
  year: number,
  calculation: DoneCalculation,
): Promise<OneYear['qualifiers']> {
  const all = await qualifiersOf(tx, userId, year, calculation)
  return all.filter(({ code }) => code !== IMPORTS_RUNNING)
}

const IMPORTS_RUNNING = 'imports_running'

/** Reasons why the totals are not final, stated beside them and not on another page. */
async function qualifiersOf(
  tx: Tx,
  userId: string,
  year: number,
  calculation: DoneCalculation,
): Promise<OneYear['qualifiers']> {
  const ofYear = rowsOfYear(userId, calculation, year)
  return [
    ...(await questionsOf(tx, userId, year, calculation, ofYear)),
    ...(await methodOffRecord(tx, userId, calculation, ofYear)),
    ...(await allocationQualifiers(tx, userId, calculation, ofYear)),
  ]
}

/** The years with a gain or a loss, each of the calculation that it shows. */
async function gainByYear(tx: Tx, userId: string, shown: DoneCalculation): Promise<OneYear['by_year']> {
  const rows = await totalsByYear(tx, userId, shown)
  return rows
    .filter(({ short, long }) => short !== '0' || long !== '0')
    .map(({ year, short, long }) => ({ year, short, long, handle: `year:${year}` }))
}

async function monthsOf(tx: Tx, ofYear: (list: RowList) => Sql, year: number): Promise<OneYear['months']> {
  const rows = await tx.all<{ month: number; short: string; long: string; income: string }>(sql`
    with months as (select generate_series(1, 12) as month),
    gains as (
      select extract(month from disposed)::integer as month, sum(gain) filter (where term = 'short') as short,
        sum(gain) filter (where term = 'long') as long
      from ${ofYear('disposals')} d group by 1),
    received as (
      select extract(month from date)::integer as month, sum(value) as income
      from ${ofYear('incomes')} d group by 1)
    select month, coalesce(short, 0)::text as short, coalesce(long, 0)::text as long, coalesce(income, 0)::text as income
    from months left join gains using (month) left join received using (month) order by month`)
  return rows.map((row) => ({
    month: row.month,
    short: plain(row.short),
    long: plain(row.long),
    income: plain(row.income),
    handle: `month:${year}:${row.month}`,
  }))
}

async function incomeByCategory(
  tx: Tx,
  ofYear: (list: RowList) => Sql,
  year: number,
  unpriced: Sql,
): Promise<OneYear['income_by_category']> {
  const rows = await tx.all<{ category: string; value: string; count: string; unpriced: string }>(sql`
    select category, sum(value)::text as value, count(*) as count, count(*) filter (where ${unpriced}) as unpriced from ${ofYear('incomes')} d group by category order by sum(value) desc, category`)
  return rows.map((row) => ({
    category: row.category,
    label: typeLabel('incoming' satisfies TransactionType, row.category),
    value: plain(row.value),
    count: Number(row.count),
    unpriced: Number(row.unpriced),
    handle: `income:${year}:${row.category}`,
  }))
}

async function byAsset(
  tx: Tx,
  ofYear: (list: RowList) => Sql,
  year: number,
  unpriced: Sql,
): Promise<OneYear['by_asset']> {
  const rows = await tx.all<{
    asset: string
    short: string
    long: string
    income: string
    disposals: string
    incomes: string
    unpriced: string
  }>(sql`
    select coalesce(d.asset, i.asset) as asset, coalesce(d.short, 0)::text as short, coalesce(d.long, 0)::text as long,
      coalesce(i.income, 0)::text as income, coalesce(d.n, 0) as disposals, coalesce(i.n, 0) as incomes,
      coalesce(i.unpriced, 0) as unpriced
    from (
      select asset_id as asset, sum(gain) filter (where term = 'short') as short, sum(gain) filter (where term = 'long') as long,
        count(*) as n
      from ${ofYear('disposals')} d group by 1
    ) d full join (
      select asset_id as asset, sum(value) as income, count(*) as n, count(*) filter (where ${unpriced}) as unpriced
      from ${ofYear('incomes')} d group by 1
    ) i on i.asset = d.asset
    order by abs(coalesce(d.short, 0) + coalesce(d.long, 0)) + coalesce(i.income, 0) desc, 1`)
  return rows.map((row) => ({
    asset: row.asset,
    short: plain(row.short),
    long: plain(row.long),
    income: plain(row.income),
    disposals: Number(row.disposals),
    incomes: Number(row.incomes),
    unpriced: Number(row.unpriced),
    handle: `asset:${year}:${row.asset}`,
  }))
}

/** The questions that are open now, and files that are still read. */
async function questionsOf(
  tx: Tx,
  userId: string,
  year: number,
  calculation: DoneCalculation,
  ofYear: (list: RowList) => Sql,
): Promise<OneYear['qualifiers']> {
  const rows = await tx.all<FoundCode & { count: string; effect: string | null }>(sql`
    select f.code, case f.code when 'missing_price' then ${unpricedAs} end as unpriced_as, count(*) as count, sum(f.effect_high)::text as effect
    from ${openFindings(userId, year, calculation, ofYear)}
    group by 1, 2 order by sum(f.effect_high) desc nulls last, 1, 2`)
  const { busy } = await tx.one<{ busy: string }>(sql`
    select count(*) as busy from imports where user_id = ${userId} and state in ('queued', 'running', 'waiting')`)
  const open = rows.map((row) => ({
    code: row.code,
    count: Number(row.count),
    message: sentenceOf(row, Number(row.count)),
    effect: row.effect === null ? null : plain(row.effect),
  }))
  if (busy === '0') return open
  const message = `${busy} ${busy === '1' ? 'import is' : 'imports are'} still running. Totals will change.`
  return [{ code: IMPORTS_RUNNING, count: Number(busy), message, effect: null }, ...open]
}

/** Assets with rows in a year whose lots have no safe harbor, though an allocation is on record. */
async function allocationQualifiers(
  tx: Tx,
  userId: string,
  calculation: DoneCalculation,
  ofYear: (list: RowList) => Sql,
): Promise<OneYear['qualifiers']> {
  const told = await toldWithoutSafeHarbor(tx, userId, calculation, [
    { rows: ofYear('disposals'), day: sql`d.disposed` },
    { rows: ofYear('removals'), day: sql`d.date` },
  ])
  return told.map((one) => ({ ...one, effect: null }))
}
