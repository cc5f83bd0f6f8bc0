import { isFiat } from '@lotbook/journal'
import type { EventTable } from '../reader/event-declaration.ts'
import { eventTable } from '../reader/event-table.ts'
import type { Row } from '../reader/row.ts'
import { tickers } from '../reader/table-declaration.ts'
import { incoming, outgoing, skipped, traded } from '../reader/words.ts'

const trade = [
  ...['Transaction Type', 'Currency', 'Amount', 'Fee', 'Net Amount', 'Asset Type', 'Asset Price'],
  'Asset Amount',
]
const rest = [...trade, 'Status', 'Notes']
const persons = ['Name of sender/receiver', 'Account']

const coinIn = (row: Row): string => (isFiat(row.text('Currency').toUpperCase()) ? '' : row.text('Currency'))

/** Both reports. Times name their zone in letters. */
const cash = {
  family: 'cashapp',
  sourceSlug: 'cash-app',
  exchange: 'Cash App',
  timeZone: 'America/New_York',
  time: 'Date',

  type: 'Transaction Type',
  words: {
    'bitcoin buy': traded('buy'),
    'bitcoin recurring buy': traded('buy'),
    'bitcoin sale': traded('sell'),
    'bitcoin sell': traded('sell'),
    'bitcoin withdrawal': outgoing('sent'),
    'bitcoin sent p2p': outgoing('sent'),
    'bitcoin lightning withdrawal': outgoing('sent'),
    'bitcoin deposit': incoming('received'),
    'bitcoin lightning deposit': incoming('received'),
    'bitcoin received p2p': incoming('received'),
    'bitcoin boost': incoming('rebate'),
    'account notifications': skipped('no_value_moved'),
  },
  phrases: [
    [/^stock\b/i, skipped('non_crypto')],
    [
      /^(?:p2p|(?:sent|received) p2p|deposits?|withdrawal|cash (?:in|out)|cash card\b.*|direct deposit|interest|boost payment|savings\b.*)$/i,
      skipped('fiat_only'),
    ],
  ],
  quote: { amount: 'Amount', asset: 'Currency' },
  fee: { amount: 'Fee', asset: 'Currency' },
  asset: tickers(),

  records: [{ kind: 'cash-app-transaction', id: 'Transaction ID' }],
  repeatedBy: 'Transaction ID',
  externalId: 'Transaction ID',
} satisfies Partial<EventTable>

/** Cash App, all transactions: bitcoin, and money and stocks that are skipped. */
export const cashApp = eventTable({
  ...cash,
  id: 'cashapp',
  name: 'Cash App transactions',
  headers: [
    { cells: ['Date', 'Transaction ID', ...rest, ...persons] },
    { cells: ['Transaction ID', 'Date', ...rest, ...persons] },
    { cells: ['Date', 'Transaction ID', ...rest] },
  ],
  status: { column: 'Status', done: /^completed?$/i },
  // Newer files have the bitcoin of a withdrawal where money stands.
  base: [
    { amount: 'Asset Amount', asset: (row) => row.text('Asset Type').replace(/^\$/, '') },
    { amount: 'Amount', asset: coinIn },
    { amount: 'Net Amount', asset: coinIn },
  ],
  comment: 'Notes',
})

/** Cash App, bitcoin of a year. The coin stands behind its amount; a movement is worth the money of its row. */
export const cashAppBitcoin = eventTable({
  ...cash,
  id: 'cashapp-bitcoin',
  name: 'Cash App bitcoin transactions',
  headers: [{ cells: ['Transaction ID', 'Date', ...trade] }],
  base: { amount: 'Asset Amount', isGlued: true },
  value: {
    amount: 'Amount',
    currency: (row) => (/deposit|withdrawal/i.test(row.text('Transaction Type')) ? row.text('Currency') : ''),
  },
})
