import { ledgerTable } from '../reader/ledger-table.ts'
import type { Row } from '../reader/row.ts'
import { tickers } from '../reader/table-declaration.ts'
import { decidedBy, incoming, signed, skipped, traded } from '../reader/words.ts'
import { zoneInPreamble } from '../reader/zone-text.ts'

const start = [
  'id',
  'Order id',
  'Time',
  'Trade Type',
  'Symbol',
  'Action',
  'Amount',
  'Trading Unit',
  'Filled Price',
]

/** Until 2023: two columns are called `Unit`, that of the amount and that of the balance, in which the fee is too. */
const before2023 = [
  ...['id', 'Order id', 'Time', 'Trade Type', 'Instrument', 'Type', 'Amount', 'Unit', 'PL', 'Fee'],
  ...['Position Change', 'Position Balance', 'Balance Change', 'Balance', 'Unit'],
]

const unitOf = (row: Row) => row.text('Balance Unit') || row.text('Unit (2)')

/** Until 2023 both rows of a trade have one id. */
const idOf = (row: Row) => [row.text('id'), row.text('Unit (2)')].join(' ').trim()

/** Transfers, funding and interest are told by the action; trades of coins and positions by the type. */
function columnIn(row: Row): string {
  return /funding|transfer|interest|liquidat|airdrop|rebate|settle/i.test(row.text('Action'))
    ? 'Action'
    : 'Trade Type'
}

const CONTRACT = /^(?:swap|futures?|perpetual|options?|expiry futures|perpetual futures)$/i

/** The contract of a position, its funding or its settlement; trades of coins name a pair. */
function contractIn(row: Row): string {
  const isOfContract =
    CONTRACT.test(row.text('Trade Type')) || /funding|liquidat|settle/i.test(row.text('Action'))
  return isOfContract ? row.text('Symbol') : ''
}

/**
 * OKX, history of the trading account: a trade of coins is a row for each side, and the change of a balance has the fee in it. The line
 * above the header has the time zone, and a mark stands before each cell.
 */
export const okxTrading = ledgerTable({
  id: 'okx-trading',
  family: 'okx-trading',
  name: 'OKX trading account history',
  sourceSlug: 'okx',
  exchange: 'OKX',
  headers: [
    {
      cells: [
        ...[...start, 'PnL', 'Fee', 'Fee Unit', 'Position Change', 'Position Balance'],
        ...['Balance Change', 'Balance', 'Balance Unit'],
      ],
    },
    {
      cells: [
        ...[...start, 'Filled Price Unit', 'PnL', 'Fee', 'Fee Unit', 'Position Change', 'Position Balance'],
        ...['Position Unit', 'Balance Change', 'Balance', 'Balance Unit'],
      ],
    },
    { required: [...start, 'Fee', 'Fee Unit', 'Balance Change', 'Balance Unit'] },
    { cells: before2023 },
  ],
  columns: { Symbol: /^(Symbol|Instrument)$/i, Action: /^(Action|Type)$/i },
  timeZone: 'UTC',
  zoneIn: zoneInPreamble,
  time: 'Time',

  type: { column: columnIn, word: (row) => row.text(columnIn(row)) },
  words: {
    // A conversion in the app has no action.
    spot: decidedBy('Action', [[/^(?:buy|sell)?$/i, traded()]]),
    margin: traded(),
    convert: traded(),
    'transfer in': skipped('internal_transfer'),
    'transfer out': skipped('internal_transfer'),
    airdrop: incoming('airdrop'),
  },
  phrases: [
    [/transfer/i, skipped('internal_transfer')],
    [/funding/i, signed('margin_gain', 'margin_fee')],
    [
      /^(?:swap|futures?|perpetual|options?|expiry futures|perpetual futures)$|liquidat|settle/i,
      signed('margin_gain', 'margin_loss'),
    ],
    [/interest/i, signed('interest_received', 'interest_paid')],
    [/rebate/i, signed('rebate', 'fee')],
  ],
  amounts: {
    amount: 'Balance Change',
    asset: unitOf,
    fee: 'Fee',
    feeAsset: 'Fee Unit',
    isNet: true,
    paidFees: 'below',
  },
  isSigned: true,
  tradeId: (row) => (/^0?$/.test(row.text('Order id')) ? '' : `${row.text('Order id')} ${row.text('Time')}`),
  sameTrade: (row) => `${row.text('Trade Type')} ${row.text('Symbol')} ${row.text('Time')}`,
  balance: { column: 'Balance', change: 'Balance Change', wallet: () => 'trading' },
  asset: tickers(),

  records: [{ kind: 'okx-trading', id: idOf }],
  content: ['Trade Type', 'Symbol', 'Action'],
  repeatedBy: idOf,
  comment: contractIn,
  externalId: (row) => (/^0?$/.test(row.text('Order id')) ? row.text('id') : row.text('Order id')),
})
