import { bySigns, columns, firstLeg, type ReadLeg } from '../reader/legs.ts'
import { inOutTable } from '../reader/in-out-table.ts'
import type { Row } from '../reader/row.ts'
import { tickers } from '../reader/table-declaration.ts'
import { byWord, cameIn, exchanged, firstOf, leftOut, way, wentOut, where } from '../reader/ways.ts'

const TRADE = /^(?:(?:quick|market|instant|limit)[_ ])?(?:buy|sell)$|^trade$/i

/** The word is that of the detail, where a statement has one. */
const wordOf = (row: Row): string => row.text('Type detail') || row.text('Type')

const isTrade = (row: Row): boolean => TRADE.test(wordOf(row))
const amount = columns('Amount', 'Amount Currency')
const total = columns('Total', 'Total Currency')
/** The total of a movement has its fee in it, as that of a trade has. */
const moved: ReadLeg = firstLeg(total, amount)
const sides = {
  trade: bySigns(amount, total),
  move: bySigns(moved),
}

const before = ['Type', 'Amount', 'Amount Currency', 'Price', 'Price Currency', 'Fee', 'Fee Currency']
const balances = [
  ...['First balance after', 'First balance after Currency', 'Second balance after'],
  'Second balance after Currency',
]
const ends = ['Total', 'Total Currency', 'Description', 'Status']

/** CoinMate, transaction history and account statement, in English and Czech. Totals have their fee in them. */
export const coinmate = inOutTable({
  id: 'coinmate',
  family: 'coinmate',
  name: 'CoinMate transactions',
  sourceSlug: 'coinmate',
  exchange: 'CoinMate',
  headers: [
    { cells: ['ID', 'Date', ...before, ...ends] },
    { cells: ['ID', 'Date', 'Account', ...before, ...ends, ...balances] },
    { cells: ['ID', 'Date', ...before, ...ends, ...balances] },
    {
      cells: [
        ...['ID', 'Datum', 'Účet', 'Typ', 'Částka', 'Částka měny', 'Cena', 'Cena měny', 'Poplatek'],
        ...['Poplatek měny', 'Celkem', 'Celkem měny', 'Popisek', 'Status', 'První zůstatek po'],
        ...['První zůstatek po měně', 'Druhý zůstatek po', 'Druhý zůstatek po měně'],
      ],
    },
    {
      cells: [
        ...['Transaction id', 'Date', 'Email', 'Name', 'Type', 'Type detail', 'Currency amount', 'Amount'],
        ...['Currency price', 'Price', 'Currency fee', 'Fee', 'Currency total', 'Total', 'Description'],
        ...['Status', 'First balance after currency', 'First balance after'],
        ...['Second balance after currency', 'Second balance after'],
      ],
    },
  ],
  columns: {
    ID: /^(?:ID|Transaction id)$/i,
    Date: /^(?:Date|Datum)$/i,
    Type: /^(?:Type|Typ)$/i,
    Amount: /^(?:Amount|Částka)$/i,
    'Amount Currency': /^(?:Amount Currency|Currency amount|Částka měny)$/i,
    Fee: /^(?:Fee|Poplatek)$/i,
    'Fee Currency': /^(?:Fee Currency|Currency fee|Poplatek měny)$/i,
    Total: /^(?:Total|Celkem)$/i,
    'Total Currency': /^(?:Total Currency|Currency total|Celkem měny)$/i,
    Description: /^(?:Description|Popisek)$/i,
  },
  timeZone: 'UTC',
  unsureZone: 'noted',
  dateOrder: 'day-first',
  asset: tickers(),
  time: 'Date',
  type: 'Type',
  status: { column: 'Status', done: /^(?:ok|completed)$/i },
  means: firstOf(
    (row) => (isTrade(row) ? exchanged : undefined),
    (row) => (/^cancel/i.test(wordOf(row)) ? leftOut('canceled') : undefined),
    where('Type', /^affiliate$/i, cameIn('rebate')),
    where('Description', /^User: /i, cameIn('rebate')),
    byWord(wordOf, {
      deposit: cameIn('received'),
      'withdrawal|withdraw': wentOut('sent'),
      'referral|affiliate|referral reward': cameIn('rebate'),
      'balance move credit|balance move debit|balance move': way({ in: 'received', out: 'sent' }),
    }),
  ),
  sent: (row, sheet) => (isTrade(row) ? sides.trade : sides.move).sent(row, sheet),
  received: (row, sheet) => (isTrade(row) ? sides.trade : sides.move).received(row, sheet),
  fees: [{ leg: columns('Fee', 'Fee Currency'), isIn: 'both' }],
  records: [{ kind: 'coinmate-transaction', id: 'ID' }],
  repeatedBy: 'ID',
  externalId: 'ID',
  comment: 'Description',
})
