import { eventTable } from '../reader/event-table.ts'
import { tickers } from '../reader/table-declaration.ts'
import { incoming, outgoing, traded } from '../reader/words.ts'

/** bitFlyer, trade report: trades and movements, with signs. The header names the currency of the account. */
export const bitflyerTrades = eventTable({
  id: 'bitflyer',
  family: 'bitflyer',
  name: 'bitFlyer trade report',
  sourceSlug: 'bitflyer',
  exchange: 'bitFlyer',
  headers: [
    {
      cells: [
        ...[
          'Trade Date',
          'Product',
          'Trade Type',
          'Traded Price',
          'Currency 1',
          'Amount (Currency 1)',
          'Fee',
        ],
        /^.+ Rate \((?:Currency|Currency 1)\)$/i,
        ...['Currency 2', 'Amount (Currency 2)', 'Order ID', 'Details'],
      ],
    },
  ],
  timeZone: 'UTC',
  unsureZone: 'noted',
  time: 'Trade Date',
  type: 'Trade Type',
  words: {
    buy: traded('buy'),
    sell: traded('sell'),
    deposit: incoming('received'),
    receive: incoming('received'),
    withdrawal: outgoing('sent'),
    send: outgoing('sent'),
    'transfer fee': outgoing('fee'),
  },
  base: { amount: 'Amount (Currency 1)', asset: 'Currency 1' },
  quote: { amount: 'Amount (Currency 2)', asset: 'Currency 2' },
  fee: { amount: 'Fee', isIn: 'base' },
  asset: tickers(),
  records: [{ kind: 'bitflyer-order', id: () => '' }],
  externalId: 'Order ID',
  comment: 'Details',
})
