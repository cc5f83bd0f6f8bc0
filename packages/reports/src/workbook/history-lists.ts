import type { Book, List } from './book.ts'
import {
  ACCOUNT,
  amountColumn,
  ASSET,
  dayColumn,
  listOf,
  QUANTITY,
  textColumn,
  type ListColumn,
} from './list-columns.ts'
import { transactionLink } from './lot-lists.ts'
import type { HoldingRecord, PacketHistory, PriceRecord, TransactionRecord } from './packet-records.ts'
import { PRICES, TRANSACTIONS } from './sheet-names.ts'

/** The place of each transaction in its list, by its id. */
export function transactionPlaces({ transactions }: PacketHistory): ReadonlyMap<string, number> {
  return new Map(transactions.map(({ id }, place) => [id, place]))
}

/** A transaction with the places of its prices in their list; without any, the first is behind the last. */
interface PricedTransaction {
  readonly transaction: TransactionRecord
  readonly first: number
  readonly last: number
}

function* pricedTransactions({ transactions, prices }: PacketHistory): Generator<PricedTransaction> {
  let next = 0
  for (const transaction of transactions) {
    const first = next
    while (prices[next]?.transaction === transaction.id) next += 1
    yield { transaction, first, last: next - 1 }
  }
}

/** Transactions with the file and line or the provider's id that they came from. */
export function transactionList(
  book: Book,
  history: PacketHistory,
  places: ReadonlyMap<string, number>,
): List {
  return listOf<PricedTransaction>({
    name: TRANSACTIONS,
    holds:
      'Transactions of the year and those that its lots and holdings came from, with file and line or provider ID',
    count: places.size,
    columns: [
      { header: 'Time (UTC)', width: 20, kind: 'instant', cell: ({ transaction: t }) => t.at },
      textColumn('Type', 22, ({ transaction: t }) => t.type),
      textColumn('Account', 26, ({ transaction: t }) => t.account),
      ...legColumns('Sent', [24, 12], (t) => t.sent),
      ...legColumns('Received', [24, 14], (t) => t.received),
      ...legColumns('Fee', [20, 10], (t) => t.fee),
      textColumn('File or provider', 32, ({ transaction: t }) => t.source),
      {
        header: 'Line',
        width: 8,
        kind: 'count',
        cell: ({ transaction: t }) => (t.line === null ? null : String(t.line)),
      },
      textColumn('Provider ID', 38, ({ transaction: t }) => t.providerId),
      textColumn('Transaction hash', 44, ({ transaction: t }) => t.hash),
      textColumn('Comment', 40, ({ transaction: t }) => t.comment),
      textColumn('Price', 20, ({ first, last }) => (last < first ? null : book.link(PRICES, first, last))),
      textColumn('Transaction ID', 38, ({ transaction: t }) => t.id),
    ],
    rows: () => pricedTransactions(history),
  })
}

/** Quantity and asset of a side of a transaction. */
function legColumns(
  name: string,
  [quantityWidth, assetWidth]: readonly [number, number],
  legOf: (transaction: TransactionRecord) => { readonly quantity: string; readonly asset: string } | null,
): ListColumn<PricedTransaction>[] {
  return [
    {
      header: name,
      width: quantityWidth,
      kind: 'amount',
      cell: ({ transaction }) => legOf(transaction)?.quantity ?? null,
    },
    textColumn(`${name} asset`, assetWidth, ({ transaction }) => legOf(transaction)?.asset ?? null),
  ]
}

/** The value of each side of a transaction with its source. */
export function priceList(
  book: Book,
  { prices, transactions }: PacketHistory,
  places: ReadonlyMap<string, number>,
): List {
  const legOf = ({ transaction, side }: PriceRecord) => {
    const of = transactions[places.get(transaction) ?? -1]
    return side === 'Sent' ? of?.sent : side === 'Received' ? of?.received : of?.fee
  }
  return listOf<PriceRecord>({
    name: PRICES,
    holds: 'Value of each side of a transaction, with its source',
    count: prices.length,
    columns: [
      textColumn('Side', 10, (price) => price.side),
      textColumn('Asset', 12, (price) => legOf(price)?.asset ?? null),
      { header: 'Quantity', width: 24, kind: 'amount', cell: (price) => legOf(price)?.quantity ?? null },
      amountColumn('Value', (price) => price.value),
      amountColumn('Price of one', (price) => price.unitPrice),
      { header: 'Price at (UTC)', width: 20, kind: 'instant', cell: (price) => price.pricedAt },
      textColumn('Source', 44, (price) => price.source),
      textColumn('Transaction', 26, (price) => transactionLink(book, places, price.transaction)),
    ],
    rows: () => prices,
  })
}

/** Columns of holdings, which their table has too; what is not known is empty. */
export const HOLDING_COLUMNS: readonly ListColumn<HoldingRecord, string | null>[] = [
  ASSET,
  ACCOUNT,
  QUANTITY,
  amountColumn('Basis', (lot) => lot.basis),
  dayColumn('Acquired', (lot) => lot.acquired),
  amountColumn('FMV', (lot) => lot.value),
  amountColumn('Unrealized', (lot) => lot.unrealized),
  textColumn('Term', 10, (lot) => lot.term ?? 'unknown'),
]

/** Lots that were open at the start and at the end of the year, each with its purchase. */
export function holdingsLists(
  book: Book,
  { holdings }: PacketHistory,
  places: ReadonlyMap<string, number>,
): List[] {
  return holdings.map(({ day, lots }) =>
    listOf<HoldingRecord>({
      name: `Holdings ${day}`,
      holds: `Lots that were open at the end of ${day}`,
      count: lots.length,
      columns: [
        ...HOLDING_COLUMNS,
        textColumn('Purchase', 26, (lot) => transactionLink(book, places, lot.transaction)),
      ],
      rows: () => lots,
    }),
  )
}
