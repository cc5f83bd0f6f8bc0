import { eventTable } from '../reader/event-table.ts'
import { cleanCell } from '../reader/table.ts'
import { tickers } from '../reader/table-declaration.ts'
import { incoming, outgoing, skipped } from '../reader/words.ts'
import { zoneInHeader } from '../reader/zone-text.ts'

const date = /^Date \(.*\)$/i

/** The short report has the currency in a cell behind its last column. */
const UNNAMED = 6

/** HitBTC, deposits and withdrawals. Withdrawals lack their word in some files; without a hash nothing went through. */
export const hitbtcTransfers = eventTable({
  id: 'hitbtc-depwd',
  family: 'hitbtc-transfers',
  name: 'HitBTC deposits and withdrawals',
  sourceSlug: 'hitbtc',
  exchange: 'HitBTC',
  headers: [
    {
      cells: [
        ...['Email', date, 'Operation id', 'Type', 'Amount', 'Transaction hash'],
        ...['Main account balance', 'Currency'],
      ],
    },
    { cells: [date, 'Operation id', 'Type', 'Amount', 'Transaction Hash', 'Main account balance'] },
  ],
  extraCells: 1,
  timeZone: 'UTC',
  zoneIn: zoneInHeader(date),
  columns: { Date: date },
  time: 'Date',
  type: 'Type',
  words: {
    deposit: incoming('received'),
    withdraw: outgoing('sent'),
    '': outgoing('sent'),
    'transfer to trading account': skipped('internal_transfer'),
    'transfer to main account': skipped('internal_transfer'),
  },
  skipWhere: (row) => (row.text('Transaction hash') === '' ? 'failed' : undefined),
  base: { amount: 'Amount', asset: (row) => row.text('Currency') || cleanCell(row.cells[UNNAMED] ?? '') },
  asset: tickers(),
  records: [{ kind: 'hitbtc-operation', id: 'Operation id' }],
  repeatedBy: 'Operation id',
  externalId: 'Operation id',
  txHash: ['Transaction hash'],
})
