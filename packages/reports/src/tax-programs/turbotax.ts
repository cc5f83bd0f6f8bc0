import { csvLines } from '../csv.ts'
import type { Form8949Row } from '../form-8949.ts'
import { formText } from '../money-text.ts'
import { brokerFormsApart } from './broker-forms-apart.ts'
import { adjusted, firstReason, otherTerm, withoutAcquired } from './by-hand.ts'
import type { RowFormat } from './tax-program.ts'

const HEADER = ['Currency Name', 'Purchase Date', 'Cost Basis', 'Date Sold', 'Proceeds']

function negative({ proceeds, basis }: Form8949Row): string | undefined {
  return proceeds < 0n || basis < 0n ? 'An amount below zero may fail the whole upload.' : undefined
}

/**
 * Gain and loss file of TurboTax Online (export-formats 2a). It has no column for box, term or adjustment. Rows of a broker's form stand in
 * files of their own, since the same sales come again where the form is imported.
 */
export const turboTax: RowFormat = {
  program: {
    id: 'turbotax-csv',
    name: 'TurboTax Online',
    carries:
      'Name, dates, cost basis and proceeds of each sale. Sales on a broker’s form are in a file of their own, and every row’s box is in the list beside it.',
    limit: '3,000 rows a file.',
    beyond: 'More rows go into numbered parts. Nothing is combined or left out.',
    checked: null,
    unconfirmed: [
      'TurboTax is said to take about 4,000 crypto rows per return and 3,000 from one import.',
      'The five columns are those of several public exporters, not of a page by Intuit.',
    ],
    steps: [
      'Import the forms that your brokers sent (Form 1099-DA or 1099-B) first, or enter them.',
      'Go to Wages & Income, then Investments and Savings, and upload each numbered file as crypto sales.',
      'Upload the files named “with-1099” only for brokers whose form you did not import. The same sales would be counted twice otherwise.',
      'Enter the rows listed under “by hand”.',
      'Set the box of each group to the one in the list, and compare the totals with Form 8949.',
    ],
  },
  stem: 'turbotax',
  extension: 'csv',
  mediaType: 'text/csv; charset=utf-8',
  rowsPerFile: 3000,
  byHand: firstReason(withoutAcquired, otherTerm, adjusted, negative),
  ...brokerFormsApart,
  isListed: true,
  chunks: (rows) => csvLines(HEADER, cells(rows)),
}

function* cells(rows: Iterable<Form8949Row>) {
  for (const { description, acquired, disposed, basis, proceeds } of rows)
    yield [description, acquired, formText(basis, 'cents'), disposed, formText(proceeds, 'cents')]
}
