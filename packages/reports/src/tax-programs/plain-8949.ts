import type { Form8949Row } from '../form-8949.ts'
import { otherTerm } from './by-hand.ts'
import {
  BOX_COLUMN,
  FORM_COLUMNS,
  plainLines,
  TERM_COLUMN,
  within,
  type PlainColumn,
} from './plain-columns.ts'
import type { RowFormat } from './tax-program.ts'

const lineOf = ({ line }: Form8949Row) => line

const COLUMNS: readonly PlainColumn<Form8949Row>[] = [
  ...FORM_COLUMNS,
  within(TERM_COLUMN, lineOf),
  within(BOX_COLUMN, lineOf),
  { header: 'Asset', cell: ({ line }) => line.asset },
  { header: 'Quantity', cell: ({ line }) => line.quantity },
  { header: 'Account', cell: ({ line }) => line.account },
]

/** Form 8949 as a plain table, for a program that lets a person match columns (export-formats 6 and 7). */
export const plain8949: RowFormat = {
  program: {
    id: 'plain-8949-csv',
    name: 'Another program (plain CSV)',
    carries:
      'All columns of Form 8949 with box and term under plain names, for programs that let you match the columns of a file.',
    limit: '1,000 rows a file (our limit).',
    beyond: 'More rows go into numbered parts. Nothing is combined or left out.',
    checked: null,
    unconfirmed: [
      'The names of the columns are ours. You match them in the program.',
      'TaxSlayer is documented to take a CSV file, and FreeTaxUSA, UltraTax CS and CCH Axcess are said to take one. Their layouts are not confirmed.',
    ],
    steps: [
      'In the program look for the import of stock or digital asset sales from a CSV file.',
      'Match the columns: the box is under “Form 8949 Box”, the term under “Short or Long Term”.',
      'Import each numbered file once. Do not import a broker’s form as well whose sales are in the file.',
      'Enter the rows listed under “by hand”.',
      'Compare the totals with Form 8949.',
    ],
  },
  stem: 'plain-8949',
  extension: 'csv',
  mediaType: 'text/csv; charset=utf-8',
  rowsPerFile: 1000,
  byHand: otherTerm,
  isListed: false,
  chunks: (rows) => plainLines(COLUMNS, rows),
}
