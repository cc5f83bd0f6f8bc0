import type { BrokerLine, BrokerLineOutcome } from '@lotbook/journal'
import { csvLines } from '../csv.ts'
import { formText, formUnits, usDate } from '../money-text.ts'
import { closingNotes } from '../not-advice.ts'
import { reportFileName, type DisposalLine, type ReportFile, type YearReport } from '../year-report.ts'
import { brokerResult, replacedResult, type BrokerResult } from './broker-outcome.ts'
import type { NotDeductible } from './loss-not-allowed.ts'
import { byDay, linesThatCount, linesThatDoNotCount, matchBrokerLines } from './match-broker-lines.ts'

/** Forms 1099-DA of a year beside the sales of a history. */
export interface BrokerReconciliation {
  /** By day. */
  readonly results: readonly BrokerResult[]
  /** The disposals of the year, with the boxes and columns that the forms decide. */
  readonly disposals: readonly DisposalLine[]
  /** Totals of the forms by box, in cents, and of the rows that were tied to them. */
  readonly boxes: readonly BoxTotal[]
  readonly footing: Footing
  /** Box 4 of all forms, in cents: line 25b of Form 1040. */
  readonly withheld: bigint
}

interface BoxTotal {
  readonly box: string
  readonly form: bigint
  readonly filed: bigint
}

/** From the proceeds on the forms to our gain, in cents: `onForms` less `onlyOnForms` is `filed`; that less `basis`, with `adjustments`, is `gain`. */
export interface Footing {
  readonly onForms: bigint
  readonly onlyOnForms: bigint
  /** Columns (d), (e) and (h) of the rows that forms list. */
  readonly filed: bigint
  readonly basis: bigint
  readonly gain: bigint
  /** Column (g) by its codes, in their order; rows without a code have no adjustment. */
  readonly adjustments: readonly { readonly code: string; readonly amount: bigint; readonly rows: number }[]
}

interface Compared extends Pick<YearReport, 'disposals' | 'year'> {
  /** Transactions whose loss is not deductible, as a person states it. */
  readonly notDeductible?: NotDeductible | undefined
}

const NONE: NotDeductible = new Set()

/** Ties forms to the disposals of a report, and says what Form 8949 prints of each (E22, N15). */
export function reconcileBrokerForms(report: Compared, lines: readonly BrokerLine[]): BrokerReconciliation {
  return reconciliationOf(report, lines, [...brokerResults(report, lines)])
}

/** The outcome of each line and sale, one by one, for whoever has very many and does something else in between. */
export function* brokerResults(
  { disposals, year, notDeductible = NONE }: Compared,
  lines: readonly BrokerLine[],
): Generator<BrokerResult, void> {
  const ofYear = lines.filter((line) => line.year === year)
  for (const match of matchBrokerLines(ofYear, disposals)) yield brokerResult(match, year, notDeductible)
  for (const line of linesThatDoNotCount(ofYear)) yield replacedResult(line)
}

/** All outcomes of a year with what follows from them. */
export function reconciliationOf(
  { disposals, year }: Compared,
  lines: readonly BrokerLine[],
  found: readonly BrokerResult[],
): BrokerReconciliation {
  const counted = linesThatCount(lines.filter((line) => line.year === year))
  const results = found.toSorted(byDay)
  const filed = new Map(
    results.flatMap(({ rows, filed: made }) => rows.map((row, n) => [row, made[n]!] as const)),
  )
  return {
    results,
    disposals: disposals.map((row) => filed.get(row) ?? row),
    boxes: boxTotals(results),
    footing: footingOf(results, counted),
    withheld: counted.reduce((sum, line) => sum + cents(line.withheld ?? '0'), 0n),
  }
}

const cents = (amount: string) => formUnits(amount, 'cents')

/** Lines that only the forms have stand under no box: they are what the totals differ by. */
function boxTotals(results: readonly BrokerResult[]): BoxTotal[] {
  const totals = new Map<string, { form: bigint; filed: bigint }>()
  const add = (box: string, field: 'form' | 'filed', amount: bigint) => {
    const total = totals.get(box) ?? { form: 0n, filed: 0n }
    total[field] += amount
    totals.set(box, total)
  }
  for (const { lines, filed, outcome } of results) {
    if (outcome === 'only_with_us' || outcome === 'replaced') continue
    if (filed.length === 0) {
      for (const line of lines) add(NO_BOX, 'form', cents(line.proceeds))
      continue
    }
    for (const row of filed) {
      const proceeds = cents(row.form?.proceeds ?? row.proceeds)
      add(row.box, 'form', proceeds)
      add(row.box, 'filed', proceeds)
    }
  }
  return [...totals].map(([box, total]) => ({ box, ...total })).sort((a, b) => (a.box < b.box ? -1 : 1))
}

const NO_BOX = 'not on Form 8949'

function footingOf(results: readonly BrokerResult[], counted: readonly BrokerLine[]): Footing {
  const tied = results.filter(({ lines, rows }) => lines.length > 0 && rows.length > 0)
  const alone = results.filter(({ outcome, rows }) => outcome !== 'replaced' && rows.length === 0)
  const columns = tied.flatMap(({ filed }) => filed.flatMap(({ form }) => (form === undefined ? [] : [form])))
  const total = (amounts: readonly string[]) => amounts.reduce((sum, amount) => sum + cents(amount), 0n)
  const filed = total(columns.map(({ proceeds }) => proceeds))
  const basis = total(columns.map(({ basis }) => basis))
  const adjustments = [...Map.groupBy(columns, ({ code }) => code)]
    .filter(([code]) => code !== '')
    .map(([code, own]) => ({
      code,
      amount: total(own.map(({ adjustment }) => adjustment)),
      rows: own.length,
    }))
    .sort((a, b) => (a.code < b.code ? -1 : 1))
  return {
    onForms: total(counted.map(({ proceeds }) => proceeds)),
    onlyOnForms: alone.reduce((sum, { formProceeds }) => sum + formProceeds, 0n),
    filed,
    basis,
    gain: filed - basis + adjustments.reduce((sum, { amount }) => sum + amount, 0n),
    adjustments,
  }
}

/** What each outcome means, for a person, and for a reply to a notice. */
export const OUTCOME_WORDS: Readonly<Record<BrokerLineOutcome, string>> = {
  agrees: 'Agrees',
  proceeds_differ: 'Proceeds differ; column (g) has the difference',
  basis_differs: 'Basis differs from the one on the form',
  basis_missing: 'The form says that basis was reported and has none',
  term_differs: 'The form has the other term',
  transferred_in: 'Units were transferred in; the broker does not know their basis',
  aggregate: 'A total of many sales',
  only_on_form: 'Only on the form: no sale in your history fits',
  only_with_us: 'Only in your history: on no form',
  replaced: 'Void, or replaced by a corrected form: does not count',
}

/** Columns of a reconciliation. */
export const BROKER_HEADER = [
  'Outcome',
  'Account',
  'Form',
  'Line',
  'Asset',
  'Units on form',
  'Units',
  'Sold on form',
  'Sold',
  'Proceeds on form',
  'Proceeds',
  'Basis on form',
  'Basis',
  'Box',
  'Code',
  'Adjustment',
  'Transactions',
  'Explanation',
]

/** The forms line by line beside the history, and their totals by box: what a reply to a mismatch notice rests on. */
export function brokerReconciliationCsv(
  report: Pick<YearReport, 'calculationId' | 'year' | 'restsOn' | 'draft'>,
  { results, boxes, withheld }: BrokerReconciliation,
  names: BrokerNames = AS_THEY_ARE,
): ReportFile {
  const text = (amount: bigint) => formText(amount, 'cents')
  const blank = (cells: readonly (string | null)[]) => [
    ...cells,
    ...BROKER_HEADER.slice(cells.length).map(() => null),
  ]
  return {
    fileName: reportFileName('form-1099-da-reconciliation', report, 'csv'),
    mediaType: 'text/csv; charset=utf-8',
    rows: results.length,
    chunks: csvLines(BROKER_HEADER, [
      ...results.map((result) => brokerCells(result, names)),
      ...boxes.map(({ box, form, filed }) =>
        blank([
          `Total ${box.length === 1 ? `box ${box}` : box}: form ${text(form)}, Form 8949 ${text(filed)}, difference ${text(form - filed)}`,
        ]),
      ),
      ...(withheld === 0n
        ? []
        : [blank([`Federal income tax withheld ${text(withheld)}: Form 1040, line 25b`])]),
      ...closingNotes(report).map((note) => blank([note])),
    ]),
  }
}

/** Names of accounts and assets for people, where rows and lines go by ids. */
export interface BrokerNames {
  readonly account: (id: string) => string
  readonly asset: (id: string) => string
}

const AS_THEY_ARE: BrokerNames = { account: (id) => id, asset: (id) => id }

/** The account and the asset of a result, as a person reads them. */
export function placeOf(
  { lines: [line], rows: [row] }: BrokerResult,
  names: BrokerNames = AS_THEY_ARE,
): { readonly account: string; readonly asset: string } {
  return {
    account: names.account(row?.account ?? line?.account ?? ''),
    asset: row === undefined ? (line?.name ?? '') : names.asset(row.asset),
  }
}

/** Cells of a result under `BROKER_HEADER`. */
export function brokerCells(result: BrokerResult, names: BrokerNames = AS_THEY_ARE): (string | null)[] {
  const { lines, rows, filed, outcome } = result
  const each = (values: readonly (string | null)[]) =>
    [...new Set(values.filter((one) => one !== null))].join(' ')
  const day = (value: string | null) => (value === null ? null : usDate(value))
  const hasForm = lines.length > 0
  const place = placeOf(result, names)
  const adjustment = filed.reduce((sum, row) => sum + formUnits(row.form?.adjustment ?? '0', 'cents'), 0n)
  return [
    OUTCOME_WORDS[outcome],
    place.account,
    each(lines.map(({ form }) => form)),
    each(lines.map(({ id }) => id)),
    place.asset,
    each(lines.map(({ units }) => units)),
    each(rows.map(({ quantity }) => quantity)),
    each(lines.map(({ sold }) => day(sold))),
    each(rows.map(({ disposed }) => day(disposed))),
    hasForm ? formText(result.formProceeds, 'cents') : null,
    rows.length === 0 ? null : formText(result.ourProceeds, 'cents'),
    result.formBasis === null ? null : formText(result.formBasis, 'cents'),
    rows.length === 0 ? null : formText(result.ourBasis, 'cents'),
    each(filed.map(({ box }) => box)),
    each(filed.map(({ form }) => form?.code ?? null).map((code) => (code === '' ? null : code))),
    adjustment === 0n ? null : formText(adjustment, 'cents'),
    each(rows.map(({ transaction }) => transaction)),
    each(lines.map(({ note }) => note)),
  ]
}
