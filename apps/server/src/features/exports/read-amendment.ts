import {
  amendmentFigures,
  FORM_CAUSE,
  formChangeLine,
  withFormChanges,
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
import { linesShown } from '../../calculating/keep/broker-lines.ts'
import { formChangeCount, formChangesOf, type FormChange } from '../../calculating/keep/form-changes.ts'
import { calculationOfYear, doneCalculation, newestDone } from '../../calculating/keep/done-calculation.ts'
import { rowsWhere } from '../../calculating/keep/result-row.ts'
import { restsOnOf } from '../../calculating/keep/rests-on.ts'
import type { RowList } from '../../calculating/keep/row-ranges.ts'
import { toldWithoutSafeHarbor } from '../../calculating/keep/without-safe-harbor.ts'
import { filedYears } from '../../calculating/keep/filed-years.ts'
import { plain } from '../../journal/transactions/transaction-rows.ts'

/**
 * The comparison of a filed year's calculation with the newest one; null where nothing was calculated since, and Forms 1099-DA alone changed the year.
 * Refuses with `conflict` where the year is not filed, nothing changed, or what changed is still being worked out.
 */
export async function comparisonSinceFiled(tx: Tx, userId: string, year: number): Promise<string | null> {
  const filing = (await filedYears(tx, userId)).find((one) => one.year === year)
  if (filing === undefined) return refuse('conflict', `${year} is not marked as filed.`)
  const { id: newest } = await newestDone(tx, userId)
  if (newest === filing.calculation_id) {
    if ((await formChangeCount(tx, userId, year, newest)) > 0) return null
    return refuse('conflict', `Nothing was calculated since ${year} was filed.`)
  }
  const row = await tx.maybe<{ id: string }>(sql`
    select id from comparisons where user_id = ${userId} and before_id = ${filing.calculation_id} and after_id = ${newest}
      and state = 'done'`)
  return row?.id ?? refuse('conflict', 'What changed is still being worked out. Try again in a moment.')
}

/** The amended return of a filed year, in the form that reports take. Without a comparison it follows the calculation that the year was filed with. */
export async function readAmendment(
  tx: Tx,
  userId: string,
  comparisonId: string | null,
  year: number,
  taxpayer: string,
): Promise<AmendmentReport> {
  const { beforeId, afterId, causes, years } = await comparedOf(tx, userId, comparisonId, year)
  const filing = await tx.one<{ filed_on: string; confirmation: string; keeps_lots: boolean }>(sql`
    select y.filed_on, coalesce(y.confirmation, '') as confirmation, coalesce(y.lots_kept_at <= c.created_at, false) as keeps_lots
    from tax_years y join calculations c on c.user_id = y.user_id and c.id = ${afterId}
    where y.user_id = ${userId} and y.tax_year = ${year} and y.state = 'filed' and y.calculation_id = ${beforeId}`)
  const rows = (list: RowList, calculationId = beforeId) =>
    rowsWhere({ list, userId, calculationId, where: [sql`d.tax_year = ${year}`] })
  const filed = await tx.one<{ gain: string; short: string; income: string; deduction: string }>(sql`
    select (select coalesce(sum(gain), 0)::text from ${rows('disposals')} d) as gain,
      (select coalesce(sum(gain), 0)::text from ${rows('disposals')} d where d.term = 'short') as short,
      (select coalesce(sum(value), 0)::text from ${rows('incomes')} d) as income,
      (select coalesce(sum(deduction), 0)::text from ${rows('removals')} d) as deduction`)
  const { lines } = await amendedYear(tx, userId, comparisonId, year)
  const followed = await doneCalculation(tx, userId, afterId)
  const told = await toldWithoutSafeHarbor(tx, userId, followed, [
    { rows: rows('disposals', afterId), day: sql`d.disposed` },
    { rows: rows('removals', afterId), day: sql`d.date` },
  ])
  const ofForms = await linesOfForms(tx, userId, await formChangesOf(tx, userId, year, beforeId))
  const change = withFormChanges(
    years.find((one) => one.year === year),
    ofForms,
  )
  return {
    year,
    taxpayer: { name: taxpayer },
    filedOn: filing.filed_on,
    confirmation: filing.confirmation,
    filedCalculationId: beforeId,
    calculationId: afterId,
    calculatedAt: followed.finished_at.toISOString(),
    keepsLots: filing.keeps_lots,
    figures: amendmentFigures(
      {
        gain: plain(filed.gain),
        short: plain(filed.short),
        income: plain(filed.income),
        deduction: plain(filed.deduction),
      },
      change,
    ),
    amendedReturn: lines,
    causes: [
      ...causesOf(causes, year),
      ...(ofForms.length > 0
        ? [{ label: FORM_CAUSE, gain: withFormChanges(undefined, ofForms).gain, rows: ofForms.length }]
        : []),
    ],
    lines: [
      ...(comparisonId === null
        ? []
        : await linesOf(tx, userId, { comparisonId, year, causes, beforeId, afterId })),
      ...ofForms,
    ],
    notes: told.map(({ message }) => message),
    restsOn: restsOnOf(followed),
  }
}

/** The lines of the amended return of a compared year, and the rest of the corrected return. */
export async function amendedYear(
  tx: Tx,
  userId: string,
  comparisonId: string | null,
  year: number,
): Promise<{ readonly lines: AmendedReturn; readonly corrected: ReturnOfYear; readonly after: string }> {
  const { beforeId, afterId, causes, years } = await comparedOf(tx, userId, comparisonId, year)
  const read = await readAmendedReturn(tx, userId, {
    year,
    before: beforeId,
    after: afterId,
    causes: causesOf(causes, year),
    deduction: years.find((one) => one.year === year)?.deduction ?? '0',
  })
  return { ...read, after: afterId }
}

/** Reasons why a year differs. */
function causesOf(causes: Comparison['causes'], year: number): AmendmentReport['causes'] {
  return causes.flatMap(({ label, years }) => {
    const ofYear = years.find((one) => one.year === year)
    return ofYear === undefined ? [] : [{ label, gain: ofYear.gain, rows: ofYear.rows }]
  })
}

interface Compared {
  readonly beforeId: string
  readonly afterId: string
  readonly causes: Comparison['causes']
  readonly years: Comparison['years']
}

async function comparedOf(
  tx: Tx,
  userId: string,
  comparisonId: string | null,
  year: number,
): Promise<Compared> {
  if (comparisonId === null) {
    const { id } = await calculationOfYear(tx, userId, year)
    return { beforeId: id, afterId: id, causes: [], years: [] }
  }
  const { before, after, causes, years } = await readComparison(tx, userId, comparisonId)
  return { beforeId: before.id, afterId: after.id, causes, years }
}

async function linesOfForms(
  tx: Tx,
  userId: string,
  changes: readonly FormChange[],
): Promise<AmendmentLine[]> {
  if (changes.length === 0) return []
  const accounts = await tx.all<{ id: string; name: string }>(sql`
    select id, name from accounts where user_id = ${userId}`)
  const nameOf = new Map(accounts.map(({ id, name }) => [id, name]))
  return changes.map(({ row, before, after }) =>
    formChangeLine(row, { before, after, asset: row.symbol, account: nameOf.get(row.account) ?? '' }),
  )
}

interface OfComparison extends Omit<Compared, 'years'> {
  readonly comparisonId: string
  readonly year: number
}

async function linesOf(
  tx: Tx,
  userId: string,
  { comparisonId, year, causes, beforeId, afterId }: OfComparison,
): Promise<AmendmentLine[]> {
  const labels = new Map(causes.map(({ n, label }) => [n, label]))
  const [filed, now] = [
    await boxesOf(tx, userId, year, beforeId, 'shown'),
    await boxesOf(tx, userId, year, afterId, 'now'),
  ]
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
    before: boxed(
      row.before,
      { account_id, asset_id, label: row.label, transaction: row.transaction },
      filed,
    ),
    after: boxed(row.after, { account_id, asset_id, label: row.label, transaction: row.transaction }, now),
    gain: plain(row.gain),
    income: plain(row.income),
    deduction: plain(row.deduction),
    cause: labels.get(row.cause) ?? '',
  }))
}

const CONTRACT_KINDS = ['margin_gain', 'margin_loss', 'margin_fee', 'contract_loss'] as const

/** The forms of a year beside a calculation, with the numbers of its rows by what a comparison knows of them. */
interface Boxes {
  readonly forms: BrokerForms
  readonly numberOf: ReadonlyMap<string, number>
}

async function boxesOf(
  tx: Tx,
  userId: string,
  year: number,
  calculationId: string,
  as: 'shown' | 'now',
): Promise<Boxes> {
  const forms = await brokerFormsOf(tx, userId, year, calculationId, as)
  const rows = (await linesShown(tx, userId, { year, calculationId, as }))?.rows ?? []
  return { forms, numberOf: new Map(rows.map((row) => [keyOf(row.transaction, row), row.n])) }
}

type Keyed = Pick<NonNullable<AmendmentLine['before']>, 'quantity' | 'acquired' | 'proceeds' | 'basis'>

const keyOf = (transaction: string | null, { quantity, acquired, proceeds, basis }: Keyed) =>
  [transaction, quantity, acquired, proceeds, basis].join(' ')

interface RowOfLine {
  readonly account_id: string
  readonly asset_id: string
  readonly label: string
  readonly transaction: string | null
}

/** A side of a line in the box that forms decide; a line names its kind by the word for it. */
function boxed(
  side: AmendmentLine['before'],
  { label, transaction, ...of }: RowOfLine,
  { forms, numberOf }: Boxes,
): AmendmentLine['before'] {
  if (side === null || side.box === null || side.term === null) return side
  const kind = CONTRACT_KINDS.find((one) => kindLabel(one) === label) ?? ''
  const number = numberOf.get(keyOf(transaction, side)) ?? -1
  return { ...side, box: boxOf({ ...of, kind, term: side.term, box: side.box, number }, forms) }
}
