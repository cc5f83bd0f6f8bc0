import { yearOf } from '@lotbook/journal'
import { formatDecimal, minus, parseDecimal, plus, zero, type Decimal } from '@lotbook/money'
import type { CalculationResult, DisposalRow, IncomeRow, RemovalRow } from '../schema/calculation-result.ts'

export type ComparedRow = DisposalRow | IncomeRow | RemovalRow

/** A row that is not the same in two results; one that only one of them has stands alone. */
export interface RowDifference {
  readonly kind: 'disposal' | 'income' | 'removal'
  readonly year: number
  readonly before: ComparedRow | null
  readonly after: ComparedRow | null
  /** After less before, in US dollars. */
  readonly gain: string
  readonly income: string
  readonly deduction: string
}

/**
 * The rows in which two results differ, matched by content: equal rows fall away, the rest is paired by transaction
 * and lot, then by transaction. Linear in the rows.
 */
export function rowDifferences(before: CalculationResult, after: CalculationResult): RowDifference[] {
  return [
    ...differencesOf('disposal', before.disposals, after.disposals, (row) => yearOf(row.disposed)),
    ...differencesOf('income', before.income, after.income, (row) => yearOf(row.date)),
    ...differencesOf('removal', before.removals, after.removals, (row) => yearOf(row.date)),
  ]
}

/** How the short-term gain moved over rows that differ, exact decimal text in US dollars: of the gain, what is not long-term. */
export function shortTermChange(differences: readonly RowDifference[]): string {
  const short = (row: ComparedRow | null) =>
    row !== null && 'gain' in row && row.term === 'short' ? read(row.gain) : zero
  return formatDecimal(
    differences.reduce((sum, { before, after }) => plus(sum, minus(short(after), short(before))), zero),
  )
}

function differencesOf<Row extends ComparedRow>(
  kind: RowDifference['kind'],
  before: readonly Row[],
  after: readonly Row[],
  year: (row: Row) => number,
): RowDifference[] {
  let gone = before
  let come = after
  const pairBy = (key: (row: Row) => string) => {
    const open = Map.groupBy(gone, key)
    for (const rows of open.values()) rows.reverse()
    const alone: Row[] = []
    const found: [Row, Row][] = []
    for (const row of come) {
      const partner = open.get(key(row))?.pop()
      if (partner === undefined) alone.push(row)
      else found.push([partner, row])
    }
    gone = [...open.values()].flatMap((rows) => rows.reverse())
    come = alone
    return found
  }
  pairBy(contentOf)
  const place = (row: Row) => JSON.stringify([year(row), row.tx, row.account, row.asset, kindOf(row)])
  const ofOneLot = pairBy((row) => `${place(row)} ${'lot' in row ? row.lot : ''}`)
  return [
    ...[...ofOneLot, ...pairBy(place)].map(([was, is]) => difference(kind, year(is), was, is)),
    ...gone.map((was) => difference(kind, year(was), was, null)),
    ...come.map((is) => difference(kind, year(is), null, is)),
  ]
}

function difference(
  kind: RowDifference['kind'],
  year: number,
  before: ComparedRow | null,
  after: ComparedRow | null,
): RowDifference {
  const change = (amount: (row: ComparedRow) => string | undefined) =>
    formatDecimal(minus(read(after && amount(after)), read(before && amount(before))))
  return {
    kind,
    year,
    before,
    after,
    gain: change((row) => ('gain' in row ? row.gain : undefined)),
    income: change((row) => ('category' in row ? row.value : undefined)),
    deduction: change((row) => ('deduction' in row ? row.deduction : undefined)),
  }
}

/** The content of a row that counts in its year. Rules and method explain how it came about, and are not content. */
function contentOf(row: ComparedRow): string {
  const { tx, asset, account, quantity } = row
  const shared = [tx, asset, account, quantity, kindOf(row)]
  if ('gain' in row)
    return JSON.stringify([
      ...shared,
      row.lot,
      row.acquired,
      row.disposed,
      row.proceeds,
      row.basis,
      row.term,
      row.box,
    ])
  if ('category' in row) return JSON.stringify([...shared, row.date, row.value])
  return JSON.stringify([
    ...shared,
    row.lot,
    row.acquired,
    row.date,
    row.basis,
    row.value,
    row.term ?? null,
    row.deduction ?? null,
  ])
}

function kindOf(row: ComparedRow): string {
  return 'category' in row ? row.category : row.kind
}

function read(text: string | null | undefined): Decimal {
  return text === null || text === undefined ? zero : (parseDecimal(text) ?? zero)
}
