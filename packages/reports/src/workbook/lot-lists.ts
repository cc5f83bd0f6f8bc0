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
import type { PacketFacts } from './packet-records.ts'
import { FORM, INCOME, LOTS, REMOVALS, TRANSACTIONS } from './sheet-names.ts'
import type { Cell, Link } from './xlsx.ts'

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
  return {
    name: LOTS,
    holds: 'Every piece of a lot that was disposed of, with its purchase and its sale, exact',
    count: disposals.length,
    columns: [
      { header: 'Kind', width: 18, kind: 'text' },
      { header: 'Asset', width: 12, kind: 'text' },
      { header: 'Quantity', width: 24, kind: 'amount' },
      { header: 'Account', width: 26, kind: 'text' },
      { header: 'Acquired', width: 12, kind: 'day' },
      { header: 'Disposed', width: 12, kind: 'day' },
      { header: 'Proceeds', width: 22, kind: 'amount' },
      { header: 'Cost basis', width: 22, kind: 'amount' },
      { header: 'Gain or loss', width: 22, kind: 'amount' },
      { header: 'Term', width: 8, kind: 'text' },
      { header: 'Box', width: 6, kind: 'text' },
      { header: 'Purchase', width: 26, kind: 'text' },
      { header: 'Sale', width: 26, kind: 'text' },
      { header: 'Note', width: 60, kind: 'text' },
      { header: 'Transaction ID', width: 38, kind: 'text' },
      { header: 'Lot ID', width: 38, kind: 'text' },
    ],
    *rows(): Generator<readonly Cell[]> {
      for (const d of disposals) {
        yield [
          kindLabel(d.kind),
          d.asset,
          d.quantity,
          d.account,
          d.acquired,
          d.disposed,
          d.proceeds,
          d.basis,
          d.gain,
          d.term,
          d.box,
          transaction(d.lot),
          transaction(d.transaction),
          textOf([noteOn(d), ...openOf(openOn, [d.transaction, d.lot])]),
          d.transaction,
          d.lot,
        ]
      }
    },
  }
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
  return {
    name: INCOME,
    holds: 'Every receipt that is income, by line of the return',
    count: incomes.length,
    columns: [
      { header: 'Return line', width: 22, kind: 'text' },
      { header: 'Line chosen', width: 28, kind: 'text' },
      { header: 'Category', width: 20, kind: 'text' },
      { header: 'Received (UTC)', width: 20, kind: 'instant' },
      { header: 'Date', width: 12, kind: 'day' },
      { header: 'Asset', width: 12, kind: 'text' },
      { header: 'Quantity', width: 24, kind: 'amount' },
      { header: 'Fair market value', width: 22, kind: 'amount' },
      { header: 'Price source', width: 28, kind: 'text' },
      { header: 'Account', width: 26, kind: 'text' },
      { header: 'Transaction', width: 26, kind: 'text' },
      { header: 'Note', width: 60, kind: 'text' },
      { header: 'Transaction ID', width: 38, kind: 'text' },
    ],
    *rows(): Generator<readonly Cell[]> {
      for (const i of incomes) {
        yield [
          lineOf(i, report.year),
          chosenText(i.goesTo),
          typeLabel('incoming', i.category),
          i.at,
          i.date,
          i.asset,
          i.quantity,
          i.isUnpriced ? null : i.value,
          i.isUnpriced ? 'No price is known; counts as $0' : i.priceSource,
          i.account,
          transactionLink(book, places, i.transaction),
          textOf([...openOf(openOn, [i.transaction])]),
          i.transaction,
        ]
      }
    },
  }
}

/** Every lot that left without gain or loss. */
export function removalList({ book, rows, places, openOn }: RowContext): List {
  const { removals, report } = rows
  const events = new Map(removalsOfYear(report).removals.map((one) => [one.transaction, one]))
  return {
    name: REMOVALS,
    holds: 'Gifts, donations, losses and what was sent without a match, lot by lot',
    count: removals.length,
    columns: [
      { header: 'Kind', width: 20, kind: 'text' },
      { header: 'Date', width: 12, kind: 'day' },
      { header: 'Asset', width: 12, kind: 'text' },
      { header: 'Quantity', width: 24, kind: 'amount' },
      { header: 'Acquired', width: 12, kind: 'day' },
      { header: 'Cost basis', width: 22, kind: 'amount' },
      { header: 'Fair market value', width: 22, kind: 'amount' },
      { header: 'Unrealized', width: 22, kind: 'amount' },
      { header: 'Term', width: 10, kind: 'text' },
      { header: 'Deduction', width: 22, kind: 'amount' },
      { header: 'Form', width: 26, kind: 'text' },
      { header: 'Donee', width: 26, kind: 'text' },
      { header: 'Account', width: 26, kind: 'text' },
      { header: 'Purchase', width: 26, kind: 'text' },
      { header: 'Transaction', width: 26, kind: 'text' },
      { header: 'Note', width: 60, kind: 'text' },
      { header: 'Transaction ID', width: 38, kind: 'text' },
    ],
    *rows(): Generator<readonly Cell[]> {
      for (const r of removals) {
        const event = events.get(r.transaction)
        const basis = hasKnownBasis(r) ? r.basis : null
        yield [
          kindLabel(r.kind),
          r.date,
          r.asset,
          r.quantity,
          r.acquired,
          basis,
          r.value,
          basis === null || r.value === null ? null : formatDecimal(minus(exact(r.value), exact(basis))),
          termOf(r) ?? 'unknown',
          r.deduction,
          event?.form ?? null,
          event?.facts.donee ?? null,
          r.account,
          transactionLink(book, places, r.lot),
          transactionLink(book, places, r.transaction),
          textOf([...openOf(openOn, [r.transaction, r.lot])]),
          r.transaction,
        ]
      }
    },
  }
}

/** A link from a row of Form 8949 or a reconciliation to the piece of a lot behind it. */
export function lotLink(book: Book, rows: RowPlaces, line: DisposalLine): Link | null {
  return book.link(LOTS, rows.ofDisposal.get(line))
}

/** Links to rows of the form by their places there. */
export const formLink = (book: Book, first: number, last: number) => book.link(FORM, first, last)
