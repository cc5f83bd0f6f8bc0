import type { Term } from '@lotbook/rules'
import { csvLines } from '../csv.ts'
import type { Form8949Row } from '../form-8949.ts'
import { formText } from '../money-text.ts'

/** A column of a table: its header, and the cell of a row in it. */
export interface PlainColumn<Row> {
  readonly header: string
  readonly cell: (row: Row) => string
}

/** Columns (a) to (h) of Form 8949 under plain names, for a row of the form or of its totals. */
export const FORM_COLUMNS: readonly PlainColumn<Omit<Form8949Row, 'line'>>[] = [
  { header: 'Description', cell: (row) => row.description },
  { header: 'Date Acquired', cell: (row) => row.acquired },
  { header: 'Date Sold', cell: (row) => row.disposed },
  { header: 'Proceeds', cell: (row) => formText(row.proceeds, 'cents') },
  { header: 'Cost or Other Basis', cell: (row) => formText(row.basis, 'cents') },
  { header: 'Adjustment Code', cell: (row) => row.code },
  { header: 'Adjustment Amount', cell: (row) => formText(row.adjustment, 'cents') },
  { header: 'Gain or Loss', cell: (row) => formText(row.gain, 'cents') },
]

export const TERM_COLUMN: PlainColumn<{ readonly term: Term }> = {
  header: 'Short or Long Term',
  cell: ({ term }) => (term === 'long' ? 'Long' : 'Short'),
}

export const BOX_COLUMN: PlainColumn<{ readonly box: string }> = {
  header: 'Form 8949 Box',
  cell: ({ box }) => box,
}

/** A column of rows that have what its cell is made of within them. */
export function within<Row, Inner>(
  { header, cell }: PlainColumn<Inner>,
  innerOf: (row: Row) => Inner,
): PlainColumn<Row> {
  return { header, cell: (row) => cell(innerOf(row)) }
}

/** A table as lines of a CSV file, written as its rows come. */
export function plainLines<Row>(columns: readonly PlainColumn<Row>[], rows: Iterable<Row>): Iterable<string> {
  return csvLines(
    columns.map(({ header }) => header),
    cellsOf(columns, rows),
  )
}

function* cellsOf<Row>(columns: readonly PlainColumn<Row>[], rows: Iterable<Row>) {
  for (const row of rows) yield columns.map(({ cell }) => cell(row))
}
