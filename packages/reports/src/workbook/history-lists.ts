import type { Book, List } from './book.ts'
import type { HoldingRecord, PacketHistory } from './packet-records.ts'
import { transactionLink } from './lot-lists.ts'
import { PRICES, TRANSACTIONS } from './sheet-names.ts'
import type { Cell, Column } from './xlsx.ts'

/** The place of each transaction in its list, by its id. */
export function transactionPlaces({ transactions }: PacketHistory): ReadonlyMap<string, number> {
  return new Map(transactions.map(({ id }, place) => [id, place]))
}

const TRANSACTION_COLUMNS: readonly Column[] = [
  { header: 'Time (UTC)', width: 20, kind: 'instant' },
  { header: 'Type', width: 22, kind: 'text' },
  { header: 'Account', width: 26, kind: 'text' },
  { header: 'Sent', width: 24, kind: 'amount' },
  { header: 'Sent asset', width: 12, kind: 'text' },
  { header: 'Received', width: 24, kind: 'amount' },
  { header: 'Received asset', width: 14, kind: 'text' },
  { header: 'Fee', width: 20, kind: 'amount' },
  { header: 'Fee asset', width: 10, kind: 'text' },
  { header: 'File or provider', width: 32, kind: 'text' },
  { header: 'Line', width: 8, kind: 'count' },
  { header: 'Provider ID', width: 38, kind: 'text' },
  { header: 'Transaction hash', width: 44, kind: 'text' },
  { header: 'Comment', width: 40, kind: 'text' },
  { header: 'Price', width: 20, kind: 'text' },
  { header: 'Transaction ID', width: 38, kind: 'text' },
]

/** Transactions with the file and line or the provider's id that they came from. */
export function transactionList(
  book: Book,
  { transactions, prices }: PacketHistory,
  places: ReadonlyMap<string, number>,
): List {
  return {
    name: TRANSACTIONS,
    holds:
      'Transactions of the year and those that its lots and holdings came from, with file and line or provider ID',
    count: places.size,
    columns: TRANSACTION_COLUMNS,
    *rows(): Generator<readonly Cell[]> {
      let next = 0
      for (const t of transactions) {
        const first = next
        while (prices[next]?.transaction === t.id) next += 1
        const priced = next === first ? null : book.link(PRICES, first, next - 1)
        yield [
          t.at,
          t.type,
          t.account,
          t.sent?.quantity ?? null,
          t.sent?.asset ?? null,
          t.received?.quantity ?? null,
          t.received?.asset ?? null,
          t.fee?.quantity ?? null,
          t.fee?.asset ?? null,
          t.source,
          t.line === null ? null : String(t.line),
          t.providerId,
          t.hash,
          t.comment,
          priced,
          t.id,
        ]
      }
    },
  }
}

/** The value of each side of a transaction with its source. */
export function priceList(
  book: Book,
  { prices, transactions }: PacketHistory,
  places: ReadonlyMap<string, number>,
): List {
  return {
    name: PRICES,
    holds: 'Value of each side of a transaction, with its source',
    count: prices.length,
    columns: [
      { header: 'Side', width: 10, kind: 'text' },
      { header: 'Asset', width: 12, kind: 'text' },
      { header: 'Quantity', width: 24, kind: 'amount' },
      { header: 'Value', width: 22, kind: 'amount' },
      { header: 'Price of one', width: 22, kind: 'amount' },
      { header: 'Price at (UTC)', width: 20, kind: 'instant' },
      { header: 'Source', width: 44, kind: 'text' },
      { header: 'Transaction', width: 26, kind: 'text' },
    ],
    *rows(): Generator<readonly Cell[]> {
      for (const { transaction, side, value, unitPrice, pricedAt, source } of prices) {
        const of = transactions[places.get(transaction) ?? -1]
        const leg = side === 'Sent' ? of?.sent : side === 'Received' ? of?.received : of?.fee
        yield [
          side,
          leg?.asset ?? null,
          leg?.quantity ?? null,
          value,
          unitPrice,
          pricedAt,
          source,
          transactionLink(book, places, transaction),
        ]
      }
    },
  }
}

/** Columns of holdings, as their table has them. */
export const HOLDING_COLUMNS: readonly Column[] = [
  { header: 'Asset', width: 12, kind: 'text' },
  { header: 'Account', width: 26, kind: 'text' },
  { header: 'Quantity', width: 24, kind: 'amount' },
  { header: 'Basis', width: 22, kind: 'amount' },
  { header: 'Acquired', width: 12, kind: 'day' },
  { header: 'FMV', width: 22, kind: 'amount' },
  { header: 'Unrealized', width: 22, kind: 'amount' },
  { header: 'Term', width: 10, kind: 'text' },
]

/** Cells of a lot under `HOLDING_COLUMNS`; what is not known is empty. */
export function holdingCells(lot: HoldingRecord): (string | null)[] {
  const { asset, account, quantity, basis, acquired, value, unrealized, term } = lot
  return [asset, account, quantity, basis, acquired, value, unrealized, term ?? 'unknown']
}

/** Lots that were open at the start and at the end of the year, each with its purchase. */
export function holdingsLists(
  book: Book,
  { holdings }: PacketHistory,
  places: ReadonlyMap<string, number>,
): List[] {
  return holdings.map(({ day, lots }) => ({
    name: `Holdings ${day}`,
    holds: `Lots that were open at the end of ${day}`,
    count: lots.length,
    columns: [...HOLDING_COLUMNS, { header: 'Purchase', width: 26, kind: 'text' }],
    *rows(): Generator<readonly Cell[]> {
      for (const lot of lots) yield [...holdingCells(lot), transactionLink(book, places, lot.transaction)]
    },
  }))
}
