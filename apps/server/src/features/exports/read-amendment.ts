import {
  amendmentFigures,
  type AmendedReturn,
  type AmendmentLine,
  type AmendmentReport,
  type ReturnOfYear,
} from '@lotbook/reports'
import { kindLabel } from '@lotbook/tax'
import type { Comparison } from '@lotbook/contract'
import type { Tx } from '../../platform/database.ts'
import { refuse } from '../../platform/refusal.ts'
import { sql } from '../../platform/sql.ts'
import { readComparison } from '../comparisons/read-comparison.ts'
import { readAmendedReturn } from '../../calculating/keep/amended-return.ts'
import { boxOf, brokerFormsOf, type BrokerForms } from '../../calculating/keep/broker-forms.ts'
import { doneCalculation, newestDone } from '../../calculating/keep/done-calculation.ts'
import { rowsWhere } from '../../calculating/keep/result-row.ts'
import { restsOnOf } from '../../calculating/keep/rests-on.ts'
import type { RowList } from '../../calculating/keep/row-ranges.ts'
import { toldWithoutSafeHarbor } from '../../calculating/keep/without-safe-harbor.ts'
import { filedYears } from '../../calculating/keep/filed-years.ts'
import { plain } from '../../journal/transactions/transaction-rows.ts'

/**
 * The comparison of a filed year's calculation with the newest one. Refuses with `conflict` where the year is not filed,
 * nothing was calculated since, or what changed is still being worked out.
 */
export async function comparisonSinceFiled(tx: Tx, userId: string, year: number): Promise<string> {
  const filing = (await filedYears(tx, userId)).find((one) => one.year === year)
  if (filing === undefined) return refuse('conflict', `${year} is not marked as filed.`)
  const { id: newest } = await newestDone(tx, userId)
  if (newest === filing.calculation_id)
    return refuse('conflict', `Nothing was calculated since ${year} was filed.`)
  const row = await tx.maybe<{ id: string }>(sql`
    select id from comparisons where user_id = ${userId} and before_id = ${filing.calculation_id} and after_id = ${newest}
      and state = 'done'`)
  return row?.id ?? refuse('conflict', 'What changed is still being worked out. Try again in a moment.')
}

/** The amended return of a filed year, in the form that reports take. */
export async function readAmendment(
  tx: Tx,
  userId: string,
  comparisonId: string,
  year: number,
  taxpayer: string,
): Promise<AmendmentReport> {
  const { before, after, causes, years } = await readComparison(tx, userId, comparisonId)
  const filing = await tx.one<{ filed_on: string; confirmation: string; keeps_lots: boolean }>(sql`
    select y.filed_on, coalesce(y.confirmation, '') as confirmation, coalesce(y.lots_kept_at <= c.created_at, false) as keeps_lots
    from tax_years y join calculations c on c.user_id = y.user_id and c.id = ${after.id}
    where y.user_id = ${userId} and y.tax_year = ${year} and y.state = 'filed' and y.calculation_id = ${before.id}`)
  const rows = (list: RowList, calculationId = before.id) =>
    rowsWhere({ list, userId, calculationId, where: [sql`d.tax_year = ${year}`] })
  const filed = await tx.one<{ gain: string; short: string; income: string; deduction: string }>(sql`
    select (select coalesce(sum(gain), 0)::text from ${rows('disposals')} d) as gain,
      (select coalesce(sum(gain), 0)::text from ${rows('disposals')} d where d.term = 'short') as short,
      (select coalesce(sum(value), 0)::text from ${rows('incomes')} d) as income,
      (select coalesce(sum(deduction), 0)::text from ${rows('removals')} d) as deduction`)
  const { lines } = await amendedYear(tx, userId, comparisonId, year)
  const followed = await doneCalculation(tx, userId, after.id)
  const told = await toldWithoutSafeHarbor(tx, userId, followed, [
    { rows: rows('disposals', after.id), day: sql`d.disposed` },
    { rows: rows('removals', after.id), day: sql`d.date` },
  ])
  return {
    year,
    taxpayer: { name: taxpayer },
    filedOn: filing.filed_on,
    confirmation: filing.confirmation,
    filedCalculationId: before.id,
    calculationId: after.id,
    calculatedAt: after.finished_at,
    keepsLots: filing.keeps_lots,
    figures: amendmentFigures(
      {
        gain: plain(filed.gain),
        short: plain(filed.short),
        income: plain(filed.income),
        deduction: plain(filed.deduction),
      },
      years.find((one) => one.year === year),
    ),
    causes: causesOf(causes, year),
    amendedReturn: lines,
    lines: await linesOf(tx, userId, comparisonId, year, causes),
    notes: told.map(({ message }) => message),
    restsOn: restsOnOf(followed),
  }
}

/** The lines of the amended return of a compared year, and the rest of the corrected return. */
export async function amendedYear(
  tx: Tx,
  userId: string,
  comparisonId: string,
  year: number,
): Promise<{ readonly lines: AmendedReturn; readonly corrected: ReturnOfYear; readonly after: string }> {
  const { before, after, causes, years } = await readComparison(tx, userId, comparisonId)
  const read = await readAmendedReturn(tx, userId, {
    year,
    before: before.id,
    after: after.id,
    causes: causesOf(causes, year),
    deduction: years.find((one) => one.year === year)?.deduction ?? '0',
  })
  return { ...read, after: after.id }
}

/** Reasons why a year differs. */
function causesOf(causes: Comparison['causes'], year: number): AmendmentReport['causes'] {
  return causes.flatMap(({ label, years }) => {
    const ofYear = years.find((one) => one.year === year)
    return ofYear === undefined ? [] : [{ label, gain: ofYear.gain, rows: ofYear.rows }]
  })
}

async function linesOf(
  tx: Tx,
  userId: string,
  comparisonId: string,
  year: number,
  causes: readonly { readonly n: number; readonly label: string }[],
): Promise<AmendmentLine[]> {
  const labels = new Map(causes.map(({ n, label }) => [n, label]))
  const forms = await brokerFormsOf(tx, userId, year)
  const rows = await tx.all<
    Omit<AmendmentLine, 'cause'> & { cause: number; account_id: string; asset_id: string }
  >(sql`
    select x.account_id, x.asset_id, x.kind, x.label, x.cause, coalesce(s.symbol, x.asset_id) as asset, coalesce(a.name, '') as account,
      x.transaction_id as transaction, x.date, x.before, x.after, x.gain::text, x.income::text, x.deduction::text
    from comparison_rows x left join assets s on s.id = x.asset_id
    left join accounts a on (a.user_id, a.id) = (x.user_id, x.account_id)
    where x.user_id = ${userId} and x.comparison_id = ${comparisonId} and x.tax_year = ${year} order by x.n`)
  return rows.map(({ account_id, asset_id, ...row }) => ({
    ...row,
    before: boxed(row.before, { account_id, asset_id, label: row.label }, forms),
    after: boxed(row.after, { account_id, asset_id, label: row.label }, forms),
    gain: plain(row.gain),
    income: plain(row.income),
    deduction: plain(row.deduction),
    cause: labels.get(row.cause) ?? '',
  }))
}

const CONTRACT_KINDS = ['margin_gain', 'margin_loss', 'margin_fee', 'contract_loss'] as const

/** A side of a line in the box that is set for its account; a line names its kind by the word for it. */
function boxed(
  side: AmendmentLine['before'],
  { label, ...of }: { readonly account_id: string; readonly asset_id: string; readonly label: string },
  forms: BrokerForms,
): AmendmentLine['before'] {
  if (side === null || side.box === null || side.term === null) return side
  const kind = CONTRACT_KINDS.find((one) => kindLabel(one) === label) ?? ''
  return { ...side, box: boxOf({ ...of, kind, term: side.term, box: side.box }, forms) }
}
