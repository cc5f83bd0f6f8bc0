import type { Form8949Row } from '../form-8949.ts'
import { formText, usDate } from '../money-text.ts'
import { REPORTS_VERSION, type YearReport } from '../year-report.ts'
import { brokerFormsApart } from './broker-forms-apart.ts'
import { adjusted, firstReason, otherTerm } from './by-hand.ts'
import { inAscii } from './in-ascii.ts'
import type { RowFormat } from './tax-program.ts'

/** Reference numbers of the specification by box; it has none for boxes G to L, which take those of A to F. */
const REFERENCE: Readonly<Record<string, string>> = {
  A: '321',
  G: '321',
  B: '711',
  H: '711',
  C: '712',
  I: '712',
  D: '323',
  J: '323',
  E: '713',
  K: '713',
  F: '714',
  L: '714',
}

/**
 * Tax Exchange Format, version 042 (export-formats 3): a field a line, cost before proceeds, an unknown date as an empty field. The
 * format is older than digital assets, so the list beside it says which box each row belongs in.
 */
export const txf: RowFormat = {
  program: {
    id: 'txf',
    name: 'TurboTax Desktop, H&R Block Desktop (TXF)',
    carries:
      'Each sale with its dates, cost basis, proceeds and term. Lacerte and ProSeries are said to read it too.',
    limit: '2,000 rows a file.',
    beyond: 'More rows go into numbered parts. Nothing is combined or left out.',
    checked: null,
    unconfirmed: [
      'The limit is from memory: 2,000 to 3,000 rows, by program.',
      'That Lacerte and ProSeries read TXF is from memory.',
      'TXF has no codes for the boxes of digital assets, G to L. The file uses those of A to F, so a program may check the wrong box.',
    ],
    steps: [
      'In the program choose File, then Import, then TXF files. TurboTax Online and FreeTaxUSA do not read TXF.',
      'Import each numbered file once. Files named “with-1099” are only for brokers whose form the program does not import.',
      'For 2025 and later, check the box of each group after the import. The list beside the file has the right one.',
      'Enter the rows listed under “by hand”.',
      'Compare the totals with Form 8949.',
    ],
  },
  stem: 'txf',
  extension: 'txf',
  mediaType: 'text/plain; charset=us-ascii',
  rowsPerFile: 2000,
  byHand: firstReason(otherTerm, adjusted),
  ...brokerFormsApart,
  isListed: true,
  chunks: records,
}

function* records(rows: Iterable<Form8949Row>, { calculatedAt }: YearReport) {
  yield lines('V042', `ALotbook ${REPORTS_VERSION}`, `D${usDate(calculatedAt.slice(0, 10))}`)
  for (const { line, description, acquired, disposed, basis, proceeds } of rows)
    yield lines(
      'TD',
      `N${REFERENCE[line.box]!}`,
      'C1',
      'L1',
      `P${inAscii(description)}`,
      `D${acquired}`,
      `D${disposed}`,
      `$${formText(basis, 'cents')}`,
      `$${formText(proceeds, 'cents')}`,
    )
}

const lines = (...fields: readonly string[]) => `${[...fields, '^'].join('\r\n')}\r\n`
