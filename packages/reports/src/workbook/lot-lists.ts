import { compareText, isContractRow, typeLabel } from '@lotbook/journal'
import { formatDecimal, isZero, minus } from '@lotbook/money'
import { incomeLineName } from '@lotbook/rules/us'
import { kindLabel } from '@lotbook/tax'
import { chosenText } from '../income-lines.ts'
import { exact } from '../money-text.ts'
import { hasKnownBasis, knownValues, removalsOfYear, termOf } from '../removals-of-year.ts'
import {
  byDisposed,
  type DisposalLine,
  type IncomeLine,
  type RemovalLine,
  type YearReport,
} from '../year-report.ts'
import type { Book, List } from './book.ts'
import {
  ACCOUNT,
  amountColumn,
  ASSET,
  dayColumn,
  listOf,
  QUANTITY,
  textColumn,
  TRANSACTION_ID,
} from './list-columns.ts'
import type { PacketFacts } from './packet-records.ts'
import { FORM, INCOME, LOTS, REMOVALS, TRANSACTIONS } from './sheet-names.ts'
import type { Link } from './xlsx.ts'

/** The rows of a year in the order of their sheets, with the place of each. */
export class RowPlaces {
  readonly report: YearReport
  readonly disposals: readonly DisposalLine[]
  readonly incomes: readonly IncomeLine[]
  readonly removals: readonly RemovalLine[]
  readonly ofDisposal: ReadonlyMap<DisposalLine, number>

  constructor(report: YearReport) {
    this.report = report
    this.disposals = report.disposals.toSorted(byDisposed)
    this.ofDisposal = new Map(this.disposals.map((line, place) => [line, place]))
    this.incomes = report.incomes.toSorted(
      (a, b) =>
        compareText(lineOf(a, report.year), lineOf(b, report.year)) ||
        compareText(a.at, b.at) ||
        compareText(a.transaction, b.transaction),
    )
    this.removals = knownValues(report.removals).toSorted(
      (a, b) => compareText(a.date, b.date) || compareText(a.transaction, b.transaction),
    )
  }

  /** First and last row of the receipts on a line of the return. */
  incomesOn(line: string): readonly [first: number, last: number] | undefined {
    const first = this.incomes.findIndex((row) => lineOf(row, this.report.year) === line)
    if (first === -1) return undefined
    return [first, this.incomes.findLastIndex((row) => lineOf(row, this.report.year) === line)]
  }
}

/** Name of the line of the return that a receipt is on. */
export const lineOf = ({ goesTo, isCash }: IncomeLine, year: number) =>
  incomeLineName(goesTo.line, year, isCash)

/** A link to a transaction of the history by its id; the id as text where the workbook does not list it. */
export function transactionLink(
  book: Book,
  places: ReadonlyMap<string, number>,
  id: string | null,
): Link | string | null {
  if (id === null) return null
  return book.link(TRANSACTIONS, places.get(id)) ?? id
}

/** What rows lead to and what is open on them. */
export interface RowContext {
  readonly book: Book
  readonly rows: RowPlaces
  /** Places of transactions. */
  readonly places: ReadonlyMap<string, number>
  readonly openOn: PacketFacts['openOn']
}

/** Every piece of a lot that was disposed of, with its purchase and its sale. */
export function lotList({ book, rows, places, openOn }: RowContext): List {
  const { disposals } = rows
  const transaction = (id: string | null) => transactionLink(book, places, id)
  return listOf<DisposalLine>({
    name: LOTS,
    holds: 'Every piece of a lot that was disposed of, with its purchase and its sale, exact',
    count: disposals.length,
    columns: [
      textColumn('Kind', 18, (d) => kindLabel(d.kind)),
      ASSET,
      QUANTITY,
      ACCOUNT,
      dayColumn('Acquired', (d) => d.acquired),
      dayColumn('Disposed', (d) => d.disposed),
      amountColumn('Proceeds', (d) => d.proceeds),
      amountColumn('Cost basis', (d) => d.basis),
      amountColumn('Gain or loss', (d) => d.gain),
      textColumn('Term', 8, (d) => d.term),
      textColumn('Box', 6, (d) => d.box),
      textColumn('Purchase', 26, (d) => transaction(d.lot)),
      textColumn('Sale', 26, (d) => transaction(d.transaction)),
      textColumn('Note', 60, (d) => textOf([noteOn(d), ...openOf(openOn, [d.transaction, d.lot])])),
      TRANSACTION_ID,
      textColumn('Lot ID', 38, (d) => d.lot),
    ],
    rows: () => disposals,
  })
}

/** Sentences that are open on a row's transactions, each once. */
function openOf(openOn: PacketFacts['openOn'], transactions: readonly (string | null)[]): Set<string> {
  const of = transactions.flatMap((id) => (id === null ? [] : (openOn.get(id) ?? [])))
  return new Set(of.map((sentence) => `Open: ${sentence}`))
}

const textOf = (parts: readonly (string | null)[]) => parts.filter((part) => part !== null).join(' ') || null

/** What a preparer would ask about a basis of nothing. */
function noteOn({ kind, asset, acquired, lot, basis }: DisposalLine): string | null {
  if (isContractRow(kind, asset)) return 'Profit or loss of a contract; no lot is behind it.'
  if (acquired === null && lot === null) return 'No acquisition is known; counted with a basis of $0.'
  return isZero(exact(basis)) ? 'Its lot came in with a basis of $0: see the purchase.' : null
}

/** Every receipt, those of a line of the return together. */
export function incomeList({ book, rows, places, openOn }: RowContext): List {
  const { incomes, report } = rows
  return listOf<IncomeLine>({
    name: INCOME,
    holds: 'Every receipt that is income, by line of the return',
    count: incomes.length,
    columns: [
      textColumn('Return line', 22, (i) => lineOf(i, report.year)),
      textColumn('Line chosen', 28, (i) => chosenText(i.goesTo)),
      textColumn('Category', 20, (i) => typeLabel('incoming', i.category)),
      { header: 'Received (UTC)', width: 20, kind: 'instant', cell: (i) => i.at },
      dayColumn('Date', (i) => i.date),
      ASSET,
      QUANTITY,
      amountColumn('Fair market value', (i) => (i.isUnpriced ? null : i.value)),
      textColumn('Price source', 28, (i) =>
        i.isUnpriced ? 'No price is known; counts as $0' : i.priceSource,
      ),
      ACCOUNT,
      textColumn('Transaction', 26, (i) => transactionLink(book, places, i.transaction)),
      textColumn('Note', 60, (i) => textOf([...openOf(openOn, [i.transaction])])),
      TRANSACTION_ID,
    ],
    rows: () => incomes,
  })
}

/** Every lot that left without gain or loss. */
export function removalList({ book, rows, places, openOn }: RowContext): List {
  const { removals, report } = rows
  const events = new Map(removalsOfYear(report).removals.map((one) => [one.transaction, one]))
  const basisOf = (r: RemovalLine) => (hasKnownBasis(r) ? r.basis : null)
  return listOf<RemovalLine>({
    name: REMOVALS,
    holds: 'Gifts, donations, losses and what was sent without a match, lot by lot',
    count: removals.length,
    columns: [
      textColumn('Kind', 20, (r) => kindLabel(r.kind)),
      dayColumn('Date', (r) => r.date),
      ASSET,
      QUANTITY,
      dayColumn('Acquired', (r) => r.acquired),
      amountColumn('Cost basis', basisOf),
      amountColumn('Fair market value', (r) => r.value),
      amountColumn('Unrealized', (r) => unrealized(r.value, basisOf(r))),
      textColumn('Term', 10, (r) => termOf(r) ?? 'unknown'),
      amountColumn('Deduction', (r) => r.deduction),
      textColumn('Form', 26, (r) => events.get(r.transaction)?.form ?? null),
      textColumn('Donee', 26, (r) => events.get(r.transaction)?.facts.donee ?? null),
      ACCOUNT,
      textColumn('Purchase', 26, (r) => transactionLink(book, places, r.lot)),
      textColumn('Transaction', 26, (r) => transactionLink(book, places, r.transaction)),
      textColumn('Note', 60, (r) => textOf([...openOf(openOn, [r.transaction, r.lot])])),
      TRANSACTION_ID,
    ],
    rows: () => removals,
  })
}

const unrealized = (value: string | null, basis: string | null) =>
  basis === null || value === null ? null : formatDecimal(minus(exact(value), exact(basis)))

/** A link from a row of Form 8949 or a reconciliation to the piece of a lot behind it. */
export function lotLink(book: Book, rows: RowPlaces, line: DisposalLine): Link | null {
  return book.link(LOTS, rows.ofDisposal.get(line))
}

/** Links to rows of the form by their places there. */
export const formLink = (book: Book, first: number, last: number) => book.link(FORM, first, last)
