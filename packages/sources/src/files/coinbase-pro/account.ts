import { ledgerTable } from '../reader/ledger-table.ts'
import { tickers } from '../reader/table-declaration.ts'
import { feePaid, incoming, outgoing, traded } from '../reader/words.ts'

const ids = ['transfer id', 'trade id', 'order id']

/**
 * Coinbase Pro (and GDAX before it), account statement. The two sides of a fill and its fee share a trade id, which counts per market:
 * with the order id it is one fill.
 */
export const coinbaseProAccount = ledgerTable({
  id: 'coinbasepro-account',
  family: 'coinbasepro-account',
  name: 'Coinbase Pro account statement',
  sourceSlug: 'coinbase-pro',
  exchange: 'Coinbase Pro / GDAX',
  headers: [
    { cells: ['portfolio', 'type', 'time', 'amount', 'balance', 'amount/balance unit', ...ids] },
    { cells: ['type', 'time', 'amount', 'balance', 'amount/balance unit', ...ids] },
    { cells: ['portfolio', 'type', 'timestamp', 'amount', 'balance', 'amount/balance unit', ...ids] },
  ],
  timeZone: 'UTC',
  columns: { time: /^(?:time|timestamp)$/i },
  time: 'time',

  type: 'type',
  words: {
    deposit: incoming('received'),
    withdrawal: outgoing('sent'),
    match: traded(),
    fee: feePaid,
    conversion: traded(),
    rebate: incoming('rebate'),
  },
  amounts: { amount: 'amount', asset: 'amount/balance unit' },
  isSigned: true,
  tradeId: (row) =>
    row.text('trade id') === '' ? '' : `${row.text('order id')} ${row.text('trade id')}`.trim(),
  sameTrade: (row) =>
    row.text('type').toLowerCase() === 'conversion' ? `conversion ${row.text('time')}` : '',
  takenBack: { says: 'type', ids: ['transfer id'] },
  balance: { column: 'balance', change: 'amount', wallet: 'portfolio' },
  asset: tickers(),

  records: [{ kind: 'coinbase-pro-entry', id: () => '' }],
  content: ['type', 'amount/balance unit', ...ids],
  externalId: ['trade id', 'transfer id'],
})
