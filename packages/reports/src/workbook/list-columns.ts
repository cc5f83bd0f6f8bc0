import type { List } from './book.ts'
import type { Cell, Column } from './xlsx.ts'

/** A column of a list, with the cell of a row in it. */
export interface ListColumn<Row, Of extends Cell = Cell> extends Column {
  readonly cell: (row: Row) => Of
}

/** A list whose columns say what is in them; `rows` are asked for when it is written. */
export function listOf<Row>({
  columns,
  rows,
  ...list
}: Omit<List, 'columns' | 'rows'> & {
  readonly columns: readonly ListColumn<Row>[]
  readonly rows: () => Iterable<Row>
}): List {
  return {
    ...list,
    columns,
    *rows(): Generator<readonly Cell[]> {
      for (const row of rows()) yield columns.map(({ cell }) => cell(row))
    },
  }
}

/** Columns that lists of different rows share. */
export const ASSET: ListColumn<{ readonly asset: string }, string> = {
  header: 'Asset',
  width: 12,
  kind: 'text',
  cell: ({ asset }) => asset,
}

export const QUANTITY: ListColumn<{ readonly quantity: string }, string> = {
  header: 'Quantity',
  width: 24,
  kind: 'amount',
  cell: ({ quantity }) => quantity,
}

export const ACCOUNT: ListColumn<{ readonly account: string }, string> = {
  header: 'Account',
  width: 26,
  kind: 'text',
  cell: ({ account }) => account,
}

export const TRANSACTION_ID: ListColumn<{ readonly transaction: string }, string> = {
  header: 'Transaction ID',
  width: 38,
  kind: 'text',
  cell: ({ transaction }) => transaction,
}

/** A day of a row, empty where it is not known. */
export function dayColumn<Row>(
  header: string,
  cell: (row: Row) => string | null,
  width = 12,
): ListColumn<Row, string | null> {
  return { header, width, kind: 'day', cell }
}

/** An exact amount of a row, empty where it is not known. */
export function amountColumn<Row>(
  header: string,
  cell: (row: Row) => string | null,
): ListColumn<Row, string | null> {
  return { header, width: 22, kind: 'amount', cell }
}

/** Text or a link of a row. */
export function textColumn<Row, Of extends Cell>(
  header: string,
  width: number,
  cell: (row: Row) => Of,
): ListColumn<Row, Of> {
  return { header, width, kind: 'text', cell }
}
