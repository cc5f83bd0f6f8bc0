import { compareText } from '@lotbook/journal'
import { kindLabel } from '@lotbook/tax'
import { allocationColumn } from './allocation-notes.ts'
import { csvLines, type CsvRow } from './csv.ts'
import { cents, usDate } from './money-text.ts'
import { closingRows } from './not-advice.ts'
import { HOW_ACQUIRED_WORDS, MISSING_WORDS, VALUED_BY_WORDS } from './removal-words.ts'
import { hasKnownBasis, knownValues, type Removal, removalsOfYear, termOf } from './removals-of-year.ts'
import { reportFileName, type RemovalLine, type ReportFile, type YearReport } from './year-report.ts'

const HEADER = [
  'Date',
  'Kind',
  'Asset',
  'Quantity',
  'Acquired',
  'Basis',
  'FMV',
  'Term',
  'Deduction',
  'Donee/Note',
  'Account',
  'Transaction',
  'Form',
  'How Acquired',
  'Donee Address',
  'Donee EIN',
  'Acknowledged',
  'Valued By',
  'Qualified Appraisal',
  'Appraiser',
  'Appraised',
  'Discovered',
  'Held For Profit',
  'Reimbursement',
  'May Be Recovered',
  'Evidence',
  'Missing',
]

/**
 * Gifts, donations, stolen and lost units, and sent ones that nothing matches: they leave without gain. Each line is a lot with its term;
 * a basis that is not known is empty and named as missing;
 * what was stated of the whole transaction stands on each of its lines, but for the reimbursement, which would add up to more.
 */
export function removalsCsv(report: YearReport): ReportFile {
  const lines = knownValues(report.removals).toSorted(byLeft)
  const allocation = allocationColumn(lines)
  const removals = new Map(removalsOfYear(report).removals.map((one) => [one.transaction, one]))
  const header = [...HEADER, ...allocation.head]
  const reimbursed = new Set<string>()
  const rows = lines.map((line): CsvRow => {
    const removal = removals.get(line.transaction)
    const isFirst = !reimbursed.has(line.transaction)
    reimbursed.add(line.transaction)
    return [...lotCells(line, removal), ...factCells(line, removal, isFirst), ...allocation.cell(line)]
  })
  return {
    fileName: reportFileName('gifts-donations-losses', report, 'csv'),
    mediaType: 'text/csv; charset=utf-8',
    rows: lines.length,
    chunks: csvLines(header, [...rows, ...closingRows(report, header.length)]),
  }
}

function lotCells(line: RemovalLine, removal: Removal | undefined): CsvRow {
  return [
    usDate(line.date),
    kindLabel(line.kind),
    line.asset,
    line.quantity,
    dayText(line.acquired),
    hasKnownBasis(line) ? cents(line.basis) : null,
    amountText(line.value),
    termOf(line) ?? 'unknown',
    amountText(line.deduction),
    [removal?.facts.donee ?? null, line.note].filter((text) => text !== null).join('; '),
    line.account,
    line.transaction,
  ]
}

function factCells(line: RemovalLine, removal: Removal | undefined, isFirst: boolean): CsvRow {
  if (removal === undefined) {
    const missing = hasKnownBasis(line) ? null : MISSING_WORDS.basis
    return [...Array<null>(HEADER.length - LOT_CELLS - 1).fill(null), missing]
  }
  const { facts, form, missing } = removal
  const how = facts.how_acquired ?? line.howAcquired
  return [
    form,
    how === null ? 'unknown' : HOW_ACQUIRED_WORDS[how],
    facts.donee_address,
    facts.donee_ein,
    dayText(facts.acknowledged_on),
    facts.valued_by === null ? null : VALUED_BY_WORDS[facts.valued_by],
    yesNo(facts.has_appraisal),
    facts.appraiser,
    dayText(facts.appraised_on),
    dayText(facts.discovered_on),
    yesNo(facts.is_for_profit),
    isFirst ? amountText(facts.reimbursement) : null,
    yesNo(facts.may_recover),
    facts.evidence,
    missing.map((fact) => MISSING_WORDS[fact]).join(', '),
  ]
}

const LOT_CELLS = HEADER.indexOf('Transaction') + 1
const dayText = (day: string | null) => (day === null ? null : usDate(day))
const amountText = (amount: string | null) => (amount === null ? null : cents(amount))
const yesNo = (answer: boolean | null) => (answer === null ? null : answer ? 'yes' : 'no')

function byLeft(a: RemovalLine, b: RemovalLine): number {
  return (
    compareText(a.date, b.date) ||
    compareText(a.transaction, b.transaction) ||
    compareText(a.acquired ?? '', b.acquired ?? '')
  )
}
