import type { BrokerLine } from '@lotbook/journal'
import { csvLines } from '../csv.ts'
import { formText, formUnits, usDate } from '../money-text.ts'
import { NOT_ADVICE } from '../not-advice.ts'
import { reportFileName, type DisposalLine, type ReportFile, type YearReport } from '../year-report.ts'
import { brokerResult, type BrokerOutcome, type BrokerResult } from './broker-outcome.ts'
import { byDay, linesThatCount, matchBrokerLines } from './match-broker-lines.ts'

/** Forms 1099-DA of a year beside the sales of a history. */
export interface BrokerReconciliation {
  /** By day. */
  readonly results: readonly BrokerResult[]
  /** The disposals of the year, with the boxes and columns that the forms decide. */
  readonly disposals: readonly DisposalLine[]
  /** Totals of the forms by box, in cents, and of the rows that were tied to them. */
  readonly boxes: readonly BoxTotal[]
  /** Box 4 of all forms, in cents: line 25b of Form 1040. */
  readonly withheld: bigint
}

interface BoxTotal {
  readonly box: string
  readonly form: bigint
  readonly filed: bigint
}

/** Ties forms to the disposals of a report, and says what Form 8949 prints of each (E22, N15). */
export function reconcileBrokerForms(
  { disposals, year }: Pick<YearReport, 'disposals' | 'year'>,
  lines: readonly BrokerLine[],
): BrokerReconciliation {
  const ofYear = lines.filter((line) => line.year === year)
  const results = matchBrokerLines(ofYear, disposals)
    .map((match) => brokerResult(match, year))
    .toSorted(byDay)
  const filed = new Map(
    results.flatMap(({ rows, filed: made }) => rows.map((row, n) => [row, made[n]!] as const)),
  )
  return {
    results,
    disposals: disposals.map((row) => filed.get(row) ?? row),
    boxes: boxTotals(results),
    withheld: linesThatCount(ofYear).reduce(
      (sum, line) => sum + formUnits(line.withheld ?? '0', 'cents'),
      0n,
    ),
  }
}

/** Lines that only the forms have stand under no box: they are what the totals differ by. */
function boxTotals(results: readonly BrokerResult[]): BoxTotal[] {
  const totals = new Map<string, { form: bigint; filed: bigint }>()
  const add = (box: string, field: 'form' | 'filed', amount: bigint) => {
    const total = totals.get(box) ?? { form: 0n, filed: 0n }
    total[field] += amount
    totals.set(box, total)
  }
  for (const { lines, filed, outcome } of results) {
    if (outcome === 'only_with_us') continue
    if (outcome === 'only_on_form') {
      for (const line of lines) add(NO_BOX, 'form', formUnits(line.proceeds, 'cents'))
      continue
    }
    for (const row of filed) {
      const proceeds = formUnits(row.form?.proceeds ?? row.proceeds, 'cents')
      add(row.box, 'form', proceeds)
      add(row.box, 'filed', proceeds)
    }
  }
  return [...totals].map(([box, total]) => ({ box, ...total })).sort((a, b) => (a.box < b.box ? -1 : 1))
}

const NO_BOX = 'not on Form 8949'

/** What each outcome means, for a person, and for a reply to a notice. */
export const OUTCOME_WORDS: Readonly<Record<BrokerOutcome, string>> = {
  agrees: 'Agrees',
  proceeds_differ: 'Proceeds differ; column (g) has the difference',
  basis_differs: 'Basis differs from the one on the form',
  basis_missing: 'The form says that basis was reported and has none',
  term_differs: 'The form has the other term',
  transferred_in: 'Units were transferred in; the broker does not know their basis',
  aggregate: 'A total of many sales',
  only_on_form: 'Only on the form: no sale in your history fits',
  only_with_us: 'Only in your history: on no form',
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
]

/** The forms line by line beside the history, and their totals by box: what a reply to a mismatch notice rests on. */
export function brokerReconciliationCsv(
  report: Pick<YearReport, 'calculationId' | 'year'>,
  { results, boxes, withheld }: BrokerReconciliation,
): ReportFile {
  const cents = (amount: bigint) => formText(amount, 'cents')
  const blank = (cells: readonly (string | null)[]) => [
    ...cells,
    ...BROKER_HEADER.slice(cells.length).map(() => null),
  ]
  return {
    fileName: reportFileName('form-1099-da-reconciliation', report, 'csv'),
    mediaType: 'text/csv; charset=utf-8',
    rows: results.length,
    chunks: csvLines(BROKER_HEADER, [
      ...results.map(brokerCells),
      ...boxes.map(({ box, form, filed }) =>
        blank([
          `Total ${box.length === 1 ? `box ${box}` : box}: form ${cents(form)}, Form 8949 ${cents(filed)}, difference ${cents(form - filed)}`,
        ]),
      ),
      ...(withheld === 0n
        ? []
        : [blank([`Federal income tax withheld ${cents(withheld)}: Form 1040, line 25b`])]),
      blank([NOT_ADVICE]),
    ]),
  }
}

/** Cells of a result under `BROKER_HEADER`. */
export function brokerCells(result: BrokerResult): (string | null)[] {
  const { lines, rows, filed, outcome } = result
  const each = (values: readonly (string | null)[]) =>
    [...new Set(values.filter((one) => one !== null))].join(' ')
  const day = (value: string | null) => (value === null ? null : usDate(value))
  const hasForm = lines.length > 0
  const adjustment = filed.reduce((sum, row) => sum + formUnits(row.form?.adjustment ?? '0', 'cents'), 0n)
  return [
    OUTCOME_WORDS[outcome],
    rows[0]?.account ?? lines[0]?.account ?? null,
    each(lines.map(({ form }) => form)),
    each(lines.map(({ id }) => id)),
    rows[0]?.asset ?? lines[0]?.name ?? null,
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
  ]
}
