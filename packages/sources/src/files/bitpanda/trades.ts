import type { EventTable } from '../reader/event-declaration.ts'
import { eventTable } from '../reader/event-table.ts'
import type { Row } from '../reader/row.ts'
import { tickers } from '../reader/table-declaration.ts'
import { decidedBy, incoming, outgoing, traded } from '../reader/words.ts'

/** Both generations. A transfer in is a reward, but only that of BEST says which. */
const bitpanda = {
  family: 'bitpanda-trades',
  sourceSlug: 'bitpanda',
  exchange: 'Bitpanda',
  timeZone: 'UTC',
  words: {
    buy: traded('buy'),
    sell: traded('sell'),
    deposit: incoming('received'),
    withdrawal: outgoing('sent'),
    'transfer incoming': decidedBy('Asset', [[/^BEST$/i, incoming('misc_reward')]]),
    'transfer outgoing': outgoing('sent'),
    // Beside it stands a transfer the other way, of the wallet that the coins are in otherwise.
    'transfer(stake) incoming': incoming('received'),
    'transfer(stake) outgoing': outgoing('sent'),
    'transfer(unstake) incoming': incoming('received'),
    'transfer(unstake) outgoing': outgoing('sent'),
    reward: incoming('misc_reward'),
  },
  // Money moves without an asset, and cells without a value have a dash.
  base: [
    { amount: 'Amount Asset', asset: 'Asset' },
    { amount: 'Amount Fiat', asset: 'Fiat', isMoney: true },
  ],
  quote: { amount: 'Amount Fiat', asset: 'Fiat', isMoney: true },
  asset: tickers(),
  leaves: (row) => /^outgoing$/i.test(row.text('In/Out')),
} satisfies Partial<EventTable>

const type = (column: string) => ({
  column,
  word: (row: Row) =>
    /^transfer(?:\((?:un)?stake\))?$/i.test(row.text(column))
      ? `${row.text(column)} ${row.text('In/Out')}`
      : row.text(column),
})

/** What a purchase brought, told once more for no money and without a price: another row has both sides. */
const isArrival = (row: Row): boolean =>
  /^buy$/i.test(row.text('Transaction Type')) &&
  /^incoming$/i.test(row.text('In/Out')) &&
  /^0(?:\.0+)?$/.test(row.text('Amount Fiat')) &&
  row.text('Asset market price currency') === '-'

const columns = [
  ...['Transaction ID', 'Timestamp', 'Transaction Type', 'In/Out', 'Amount Fiat', 'Fiat', 'Amount Asset'],
  ...['Asset', 'Asset market price', 'Asset market price currency', 'Asset class', 'Product ID', 'Fee'],
]
const spread = ['Spread', 'Spread Currency']

/** Bitpanda, trades since 2020, with stocks and metals among them. Of a deposit the amount is what was left of it. */
export const bitpandaV2 = eventTable({
  ...bitpanda,
  id: 'bitpanda-v2',
  name: 'Bitpanda trades, since 2020',
  headers: [
    { cells: [...columns, 'Fee asset', ...spread, 'Tax Fiat'] },
    { cells: [...columns, 'Fee asset', ...spread] },
    { cells: [...columns, 'Fee asset', 'Fee percent', ...spread, 'Tax Fiat'] },
  ],
  time: 'Timestamp',
  type: type('Transaction Type'),
  skipWhere: (row) => {
    if (!/^$|^-$|crypto|fiat/i.test(row.text('Asset class'))) return 'non_crypto'
    return isArrival(row) ? 'companion_row' : undefined
  },
  fee: {
    amount: 'Fee',
    asset: (row) => row.text('Fee asset').replace(/^-$/, ''),
    isIncluded: 'incoming',
  },
  records: [{ kind: 'bitpanda-transaction', id: 'Transaction ID' }],
  repeatedBy: 'Transaction ID',
  externalId: 'Transaction ID',
})

/** Bitpanda, trades until 2020. */
export const bitpandaV1 = eventTable({
  ...bitpanda,
  id: 'bitpanda-v1',
  name: 'Bitpanda trades, until 2020',
  headers: [
    {
      cells: [
        'ID',
        'Type',
        'In/Out',
        'Amount Fiat',
        'Fee',
        'Fiat',
        'Amount Asset',
        'Asset',
        'Status',
        'Created at',
      ],
    },
  ],
  time: 'Created at',
  type: type('Type'),
  status: { column: 'Status', done: /^finished$/i },
  fee: { amount: 'Fee', asset: 'Fiat', isIncluded: 'incoming' },
  records: [{ kind: 'bitpanda-transaction', id: 'ID' }],
  repeatedBy: 'ID',
  externalId: 'ID',
})
