import { columns, inAsset } from '../reader/legs.ts'
import { inOutTable } from '../reader/in-out-table.ts'
import type { Row } from '../reader/row.ts'
import { byWord, cameIn, exchanged, firstOf, isFee, leftOut, way, wentOut, where } from '../reader/ways.ts'
import { tickers } from '../reader/table-declaration.ts'

const RATE = 'Exchange Rate Per Coin (USD)'

/** The two sides of a trade, and a withdrawal with its fee, share their moment. */
function eventOf(row: Row): string {
  const [type, at] = [row.text('Transaction Type').toLowerCase(), row.text('Confirmed At')]
  if (type === 'trade') return `${at} trade`
  return type.includes('withdrawal') ? `${at} ${row.text('Cryptocurrency').toUpperCase()}` : ''
}

/** BlockFi, transactions. The file of trades repeats its trades, hours apart. */
export const blockfiTransactions = inOutTable({
  id: 'blockfi-transactions',
  family: 'blockfi-transactions',
  name: 'BlockFi transactions',
  sourceSlug: 'blockfi',
  exchange: 'BlockFi',
  headers: [
    { cells: ['Cryptocurrency', 'Amount', 'Transaction Type', RATE, 'Confirmed At'] },
    { cells: ['Cryptocurrency', 'Amount', 'Transaction Type', 'Confirmed At'] },
  ],
  timeZone: 'UTC',
  asset: tickers(),
  time: 'Confirmed At',
  type: 'Transaction Type',
  means: firstOf(
    where('Confirmed At', /^$/, leftOut('pending')),
    byWord('Transaction Type', {
      'deposit|wire deposit|ach deposit': cameIn('received'),
      'crypto transfer': way({ in: 'received', out: 'sent' }),
      'withdrawal|wire withdrawal|ach withdrawal': wentOut('sent'),
      'withdrawal fee': isFee,
      'interest payment': cameIn('interest_received'),
      'referral bonus|bonus payment': cameIn('misc_reward'),
      'cc rewards redemption': cameIn('rebate'),
      trade: exchanged,
      'bia deposit|bia withdraw': leftOut('internal_transfer'),
    }),
  ),
  moved: { leg: columns('Amount', 'Cryptocurrency'), direction: 'bySign' },
  price: inAsset(RATE, 'USD'),
  group: eventOf,
  records: [],
})

const trade = [
  ...['Trade ID', 'Date', 'Buy Quantity', 'Buy Currency', 'Sold Quantity', 'Sold Currency'],
  ...['Rate Amount', 'Rate Currency', 'Type'],
]

/** BlockFi, trades. */
export const blockfiTrades = inOutTable({
  id: 'blockfi-trades',
  family: 'blockfi-trades',
  name: 'BlockFi trades',
  sourceSlug: 'blockfi',
  exchange: 'BlockFi',
  headers: [{ cells: [...trade, 'Frequency', 'Destination'] }, { cells: trade }],
  timeZone: 'UTC',
  asset: tickers(),
  time: 'Date',
  type: 'Type',
  means: () => exchanged,
  received: columns('Buy Quantity', 'Buy Currency'),
  sent: columns('Sold Quantity', 'Sold Currency'),
  records: [{ kind: 'blockfi-trade', id: 'Trade ID' }],
  repeatedBy: 'Trade ID',
  externalId: 'Trade ID',
})
