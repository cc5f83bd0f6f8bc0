import { isFiat } from '@lotbook/journal'
import { eventTable } from '../reader/event-table.ts'
import type { Row } from '../reader/row.ts'
import { tickers } from '../reader/table-declaration.ts'
import { incoming, outgoing, skipped, traded } from '../reader/words.ts'

const rest = [
  ...['Transaction Type', 'Currency', 'Amount', 'Fee', 'Net Amount', 'Asset Type', 'Asset Price'],
  ...['Asset Amount', 'Status', 'Notes'],
]
const persons = ['Name of sender/receiver', 'Account']

const coinIn = (row: Row): string => (isFiat(row.text('Currency').toUpperCase()) ? '' : row.text('Currency'))

/** Cash App, all transactions: bitcoin, and money and stocks that are skipped. Times name their zone in letters. */
export const cashApp = eventTable({
  id: 'cashapp',
  family: 'cashapp',
  name: 'Cash App transactions',
  sourceSlug: 'cash-app',
  exchange: 'Cash App',
  headers: [
    { cells: ['Date', 'Transaction ID', ...rest, ...persons] },
    { cells: ['Transaction ID', 'Date', ...rest, ...persons] },
    { cells: ['Date', 'Transaction ID', ...rest] },
  ],
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
    'bitcoin deposit': incoming('received'),
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
  status: { column: 'Status', done: /^completed?$/i },
  // Newer files have the bitcoin of a withdrawal where money stands.
  base: [
    { amount: 'Asset Amount', asset: (row) => row.text('Asset Type').replace(/^\$/, '') },
    { amount: 'Amount', asset: coinIn },
    { amount: 'Net Amount', asset: coinIn },
  ],
  quote: { amount: 'Amount', asset: 'Currency' },
  fee: { amount: 'Fee', asset: 'Currency' },
  asset: tickers(),

  records: [{ kind: 'cash-app-transaction', id: 'Transaction ID' }],
  repeatedBy: 'Transaction ID',
  externalId: 'Transaction ID',
  comment: 'Notes',
})
