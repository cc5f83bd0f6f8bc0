import { CalculationInputError, type InputProblem } from '@lotbook/rules'
import type { CalculationInput, CalculationSettings, InputTransaction } from './calculation-input.ts'

export const INPUT_ROWS = 'lotbook-input-rows/1'

/** The fields of a transaction in the order of its row. */
export const INPUT_COLUMNS = [
  'id',
  'at',
  'type',
  'sub_type',
  'account',
  'to_account',
  'from_currency',
  'from_amount',
  'from_value',
  'to_currency',
  'to_amount',
  'to_value',
  'fee_currency',
  'fee_amount',
  'fee_value',
  'lots',
  'gift',
  'reported',
] as const satisfies readonly (keyof InputTransaction)[]

/** A `CalculationInput` as rows: the names of the fields once, and null where a transaction has none. */
export interface InputRows {
  readonly schema: typeof INPUT_ROWS
  readonly settings: CalculationSettings
  readonly columns: readonly string[]
  readonly transactions: readonly (readonly unknown[])[]
}

/** An input in the form that is hashed and kept (docs/calculation-files.md): its canonical JSON is a third shorter. */
export function rowsOfInput({ settings, transactions }: CalculationInput): InputRows {
  return {
    schema: INPUT_ROWS,
    settings,
    columns: INPUT_COLUMNS,
    transactions: transactions.map(rowOfTransaction),
  }
}

/** One transaction of it; what few have stands behind the columns under its name, so that no other row is longer for it. */
export function rowOfTransaction(transaction: InputTransaction): readonly unknown[] {
  const row: unknown[] = INPUT_COLUMNS.map((column) => transaction[column] ?? null)
  return [...row, ...behindColumns(transaction.further_fees)]
}

/** Fields behind the columns of a row; empty if the row has none. */
export function behindColumns(furtherFees: InputTransaction['further_fees']): readonly unknown[] {
  return furtherFees === undefined || furtherFees === null ? [] : [{ further_fees: furtherFees }]
}

/** Whether some JSON says that it is an input as rows. */
export function isInputRows(json: unknown): json is { readonly schema: unknown } {
  return typeof json === 'object' && json !== null && 'schema' in json && json.schema === INPUT_ROWS
}

/**
 * Reads an input from rows, still to be checked as any other input.
 *
 * @throws CalculationInputError where the rows are not as wide as their columns.
 */
export function inputOfRows(json: { readonly schema: unknown }): unknown {
  const { schema: _, columns, transactions, ...rest } = json as Readonly<Record<string, unknown>>
  if (!Array.isArray(columns) || !columns.every((column) => typeof column === 'string'))
    throw new CalculationInputError([problem(null, 'columns', 'Not a list of names')])
  if (!Array.isArray(transactions)) return { ...rest, transactions }
  const names = columns as readonly string[]
  return { ...rest, transactions: transactions.map((row, index) => transactionOf(row, index, names)) }
}

function transactionOf(row: unknown, index: number, columns: readonly string[]): unknown {
  const more: unknown = Array.isArray(row) && row.length === columns.length + 1 ? row.at(-1) : {}
  if (!Array.isArray(row) || row.length < columns.length || !isFields(more))
    throw new CalculationInputError([problem(index, 'row', `Not a list of ${columns.length} fields`)])
  const transaction: Record<string, unknown> = { ...more }
  columns.forEach((column, n) => {
    transaction[column] = row[n] as unknown
  })
  return transaction
}

function isFields(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function problem(index: number | null, field: string, message: string): InputProblem {
  return { index, transaction: null, field, message }
}
