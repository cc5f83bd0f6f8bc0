import { csvLines, type CsvRow } from '../csv.ts'
import type { Form8949Row } from '../form-8949.ts'
import { formText } from '../money-text.ts'
import { firstReason, otherTerm, withoutAcquired } from './by-hand.ts'
import type { RowFormat } from './tax-program.ts'

/** Columns in the order of Drake's own list (Form 8949 Import, 2022; the first ones also in the manual of 2012). */
const HEADER = [
  'TSJ',
  'F',
  'State',
  'City',
  'Form 8949 Check Box',
  'Date of Sale',
  'Date of Acquisition',
  'Type of Gain or Loss',
  'Symbol',
  'Quantity',
  'Proceeds',
  'Loss Not Allowed',
  'Cost or Other Basis',
  'Federal Tax Withheld',
  'Wash Sale Loss Disallowed',
  'Description',
  'State (2)',
  'State ID',
  'State Tax Withheld',
  'Basis Not Reported',
  'Adjustment 1 Code',
  'Adjustment 1',
  'Adjustment 1 AMT',
  'Adjustment 2 Code',
  'Adjustment 2',
  'Adjustment 2 AMT',
  'Adjustment 3 Code',
  'Adjustment 3',
  'Adjustment 3 AMT',
  '28% Amount',
  'All 28%',
  'AMT Cost Basis',
  'US Real Property',
  'State Use Code',
]

/** Values of the check box: 4 to 6 are those of screen 99DA for digital assets (kb.drakesoftware.com 18925). */
const CHECK_BOX: Readonly<Record<string, string>> = {
  A: '1',
  D: '1',
  B: '2',
  E: '2',
  C: '3',
  F: '3',
  G: '4',
  J: '4',
  H: '5',
  K: '5',
  I: '6',
  L: '6',
}

/** Codes that a row has room for, each with an amount of its own. */
const CODES = 3

/** Form 8949 import of Drake Tax, for professionals: read by the place of a column, dates as eight digits (export-formats 8). */
export const drake: RowFormat = {
  program: {
    id: 'drake-csv',
    name: 'Drake Tax',
    carries:
      'All columns of Form 8949 in the order that Drake’s Form 8949 import reads them, with box, term and quantity.',
    limit: '2,000 rows a file (our limit; Drake names none).',
    beyond: 'More rows go into numbered parts. Nothing is combined or left out.',
    checked: null,
    unconfirmed: [
      'The order of the columns is that of 2022. Compare it with the template of the year before you import.',
      'That the Form 8949 import takes check boxes 4 to 6, which are those of screen 99DA, is not confirmed.',
      'Check boxes 1 to 3, for boxes A to F, are from memory.',
    ],
    steps: [
      'Open the client’s return and choose Import, then Form 8949 Import/GruntWorx Trades.',
      'Pick the file and start the import at line 2: line 1 has the names of the columns.',
      'Import each numbered file once. Do not import a broker’s form as well whose sales are in the file.',
      'Enter the rows listed under “by hand”.',
      'Look at the check box of each group, and compare the totals with Form 8949.',
    ],
  },
  stem: 'drake',
  extension: 'csv',
  mediaType: 'text/csv; charset=utf-8',
  rowsPerFile: 2000,
  byHand: firstReason(withoutAcquired, otherTerm, ({ code }) =>
    code.length > CODES ? `It has ${code.length} codes, and a row has room for ${CODES}.` : undefined,
  ),
  isListed: false,
  chunks: (rows) => csvLines(HEADER, cells(rows)),
}

function* cells(rows: Iterable<Form8949Row>): Generator<CsvRow> {
  for (const { line, description, acquired, disposed, proceeds, basis, code, adjustment } of rows) {
    const adjustments = Array.from(code.slice(0, CODES)).flatMap((letter, n) => [
      letter,
      // Columns (f) and (g) have several codes and one amount: it stands with the first.
      n === 0 ? formText(adjustment, 'cents') : '',
      '',
    ])
    const cells = [
      'T',
      '',
      '',
      '',
      CHECK_BOX[line.box] ?? '',
      digits(disposed),
      digits(acquired),
      line.term === 'long' ? 'L' : 'S',
      line.asset,
      line.quantity,
      formText(proceeds, 'cents'),
      '',
      formText(basis, 'cents'),
      '',
      '',
      description,
      '',
      '',
      '',
      '',
      ...adjustments,
    ]
    yield HEADER.map((_, n) => cells[n] ?? '')
  }
}

/** `03/04/2025` as `03042025`. */
const digits = (day: string) => day.replaceAll('/', '')
