import { BookRefusal } from '@lotbook/assistant'
import type { CalculationResult, YearSummary } from '@lotbook/tax'
import type { GivenHistory } from './given-history.ts'

/** Rows of a sum that one answer holds. */
const PART = 25

/** The figures of a year, each with its handle. */
export function summaryOf({ years }: CalculationResult, year: number) {
  const summary = years[year]
  if (summary === undefined)
    throw new BookRefusal(
      'not_found',
      `Nothing in these files is taxable in ${year}. Years with figures: ${listed(Object.keys(years))}.`,
    )
  const { short, long, income, donation_deduction } = summary
  const term = (name: 'short' | 'long', { proceeds, basis, gain }: YearSummary['short']) => ({
    proceeds,
    basis,
    gain: { value: gain, handle: `${name}:${year}` },
  })
  return {
    year,
    short: term('short', short),
    long: term('long', long),
    income: { value: income, handle: `incomes:${year}` },
    donation_deduction: { value: donation_deduction, handle: `removals:${year}` },
  }
}

/**
 * How a figure came about. A sum of a year leads to its rows, a row to its lot and transaction, and a transaction to file and line.
 *
 * @throws BookRefusal for a handle that names nothing
 */
export function explainFigure(
  history: GivenHistory,
  result: CalculationResult,
  handle: string,
  cursor: string | undefined,
): object {
  const [kind = '', ...rest] = handle.split(':')
  const id = rest.join(':')
  if (kind === 'transaction') return transactionOf(history, id)
  if (kind === 'short' || kind === 'long' || kind === 'incomes' || kind === 'removals')
    return sumOf(result, kind, id, cursor)
  return rowOf(history, result, kind, id)
}

function rowOf(history: GivenHistory, result: CalculationResult, kind: string, id: string): object {
  const at = /^\d{1,9}$/.test(id) ? Number(id) : -1
  const row = (
    kind === 'disposal'
      ? result.disposals
      : kind === 'income'
        ? result.income
        : kind === 'removal'
          ? result.removals
          : []
  )[at]
  if (row === undefined) return nothing()
  const lot =
    'lot' in row && row.lot !== null
      ? { handle: `transaction:${row.lot}`, origin: history.originOf(row.lot) }
      : null
  return {
    handle: `${kind}:${at}`,
    ...('gain' in row && {
      value: row.gain,
      formula: [
        { sign: '+', label: 'Proceeds', value: row.proceeds },
        { sign: '-', label: 'Cost basis', value: row.basis },
      ],
    }),
    row: { ...row, account: history.accountNames[row.account] ?? row.account },
    rules: row.rules,
    transaction: { handle: `transaction:${row.tx}`, origin: history.originOf(row.tx) },
    acquired_by: lot,
  }
}

function sumOf(
  result: CalculationResult,
  kind: 'short' | 'long' | 'incomes' | 'removals',
  year: string,
  cursor = '0',
): object {
  const summary = result.years[year]
  if (summary === undefined || !/^\d{1,9}$/.test(cursor)) return nothing()
  const all = {
    short: () => disposalsOf(result, year, 'short'),
    long: () => disposalsOf(result, year, 'long'),
    incomes: () =>
      result.income.flatMap(({ date, value, tx }, n) =>
        date.startsWith(`${year}-`) ? [{ handle: `income:${n}`, value, transaction: tx }] : [],
      ),
    removals: () =>
      result.removals.flatMap(({ date, deduction, tx }, n) =>
        date.startsWith(`${year}-`) && deduction !== undefined
          ? [{ handle: `removal:${n}`, value: deduction, transaction: tx }]
          : [],
      ),
  }[kind]()
  const value = {
    short: summary.short.gain,
    long: summary.long.gain,
    incomes: summary.income,
    removals: summary.donation_deduction,
  }[kind]
  const from = Number(cursor)
  const next = from + PART < all.length ? String(from + PART) : null
  return { handle: `${kind}:${year}`, value, rows: all.slice(from, from + PART), row_count: all.length, next }
}

function disposalsOf({ disposals }: CalculationResult, year: string, wanted: 'short' | 'long') {
  return disposals.flatMap(({ disposed, term, gain, tx }, n) =>
    disposed.startsWith(`${year}-`) && term === wanted
      ? [{ handle: `disposal:${n}`, value: gain, transaction: tx }]
      : [],
  )
}

function transactionOf(
  { input, originOf, placeOf, priceOf, accountNames }: GivenHistory,
  id: string,
): object {
  const transaction = input.transactions.find((one) => one.id === id)
  if (transaction === undefined) return nothing()
  return {
    handle: `transaction:${id}`,
    transaction: { ...transaction, account_name: accountNames[transaction.account] ?? transaction.account },
    origin: originOf(id),
    file: placeOf(id)?.file ?? null,
    line: placeOf(id)?.line ?? null,
    valued_by: priceOf(id) ?? null,
  }
}

function nothing(): never {
  throw new BookRefusal('not_found', 'No figure has this handle. Handles come with figures.')
}

const listed = (years: readonly string[]) => (years.length === 0 ? 'none' : years.join(', '))
