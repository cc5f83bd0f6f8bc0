import { ledgerTable } from '../reader/ledger-table.ts'
import { tickers } from '../reader/table-declaration.ts'
import { incoming, outgoing, skipped, traded } from '../reader/words.ts'
import { ZONED, zoneInTime } from './zone.ts'

/** BingX, log of the fund account, through which coins and money come and go. */
export const bingxFunds = ledgerTable({
  id: 'bingx-funds',
  family: 'bingx-funds',
  name: 'BingX fund account',
  sourceSlug: 'bingx',
  exchange: 'BingX',
  headers: [{ cells: ['UID', 'type', 'amount', 'new_available_amount', 'asset_name', ZONED, 'remark'] }],
  timeZone: 'UTC',
  zoneIn: zoneInTime,
  unsureZone: 'noted',
  columns: { Time: ZONED },
  time: 'Time',

  type: 'type',
  words: {
    deposit: incoming('received'),
    withdraw: outgoing('sent'),
    // The money that another person paid or was paid stands nowhere.
    'p2p buy': traded(),
    'p2p sell': traded(),
  },
  phrases: [[/ -> /, skipped('internal_transfer')]],
  amounts: { amount: 'amount', asset: 'asset_name' },
  isSigned: true,
  balance: { column: 'new_available_amount', change: 'amount', wallet: () => 'fund' },
  sameTrade: (row) => `${row.text('type')} ${row.text('Time')}`,
  asset: tickers(),

  records: [{ kind: 'bingx-fund', id: () => '' }],
  content: ['type', 'asset_name', 'new_available_amount'],
  comment: 'remark',
})
