import { csvLines, type CsvRow } from '../csv.ts'
import type { Form8949Row } from '../form-8949.ts'
import { formText } from '../money-text.ts'
import { firstReason, otherTerm, withoutAcquired } from './by-hand.ts'
import type { BoxSummary } from './box-summary.ts'
import type { RowFormat } from './tax-program.ts'

const HEADER = [
  'Description',
  'Date Acquired',
  'Date Sold',
  'Sales Proceeds',
  'Cost or Other Basis',
  'Adjustment Code',
  'Adjustment Amount',
  'Reporting Category',
  'Long/Short',
  'Transaction Type',
  'Additional Description',
  'Federal Tax Withheld',
  'Wash Sale',
]

/** Transactions that TaxAct takes in all (taxact.com/support/960). */
export const TAXACT_ROWS = 2000

/** Spreadsheet of TaxAct, whose columns it maps by these names (taxact.com/support/882, export-formats 4). */
export const taxAct: RowFormat = {
  program: {
    id: 'taxact-csv',
    name: 'TaxAct',
    carries: 'All columns of Form 8949, with box and term. TaxAct recognizes the names of the columns.',
    limit: '2,000 transactions in all, your stock sales included (TaxAct’s help).',
    beyond:
      'A year with more has one row for each box, with code M, and the statement to attach. Every sale is on the statement.',
    checked: null,
    unconfirmed: [
      'TaxAct documents boxes A to F. That it takes G to L for 2025 and later is not confirmed.',
      'That it takes “Various” as a date in a row for a whole box is not confirmed.',
    ],
    steps: [
      'In TaxAct choose Federal, Investment Income, Gain or loss on sale of investments, then import from a CSV file.',
      'Let the columns stand as TaxAct maps them, and import the file once. Do not import a broker’s form as well whose sales are in the file.',
      'If the file has one row for each box, attach the statement (PDF) as the Form 8949 statement.',
      'Enter the rows listed under “by hand”.',
      'Check the box of each group, and compare the totals with Form 8949.',
    ],
  },
  stem: 'taxact',
  extension: 'csv',
  mediaType: 'text/csv; charset=utf-8',
  rowsPerFile: TAXACT_ROWS,
  byHand: firstReason(withoutAcquired, otherTerm),
  isListed: true,
  chunks: (rows) => csvLines(HEADER, cells(rows)),
}

function* cells(rows: Iterable<Form8949Row>) {
  for (const row of rows)
    yield rowOf({
      ...row,
      box: row.line.box,
      term: row.line.term,
      isWhole: row.adjustment === 0n && row.code === '',
    })
}

/** The same columns with a row for each box. */
export function taxActSummary(boxes: readonly BoxSummary[]): Iterable<string> {
  const date = (text: string) => (text === '' ? 'Various' : text)
  return csvLines(
    HEADER,
    boxes.map((box) =>
      rowOf({ ...box, acquired: date(box.acquired), disposed: date(box.disposed), isWhole: box.code === '' }),
    ),
  )
}

function rowOf(row: Omit<Form8949Row, 'line'> & { box: string; term: string; isWhole: boolean }): CsvRow {
  return [
    row.description,
    row.acquired,
    row.disposed,
    formText(row.proceeds, 'cents'),
    formText(row.basis, 'cents'),
    row.code,
    row.isWhole ? '' : formText(row.adjustment, 'cents'),
    row.box,
    row.term === 'long' ? 'Long' : 'Short',
    'Sold',
    '',
    '',
    '',
  ]
}
