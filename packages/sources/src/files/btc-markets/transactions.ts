import { ledgerTable } from '../reader/ledger-table.ts'
import { tickers } from '../reader/table-declaration.ts'
import { feePaid, incoming, ofColumns, outgoing, traded } from '../reader/words.ts'

/** BTC Markets, transactions: the sides of a trade and its fee share a reference. */
export const btcMarketsTransactions = ledgerTable({
  id: 'btcmarkets',
  family: 'btcmarkets',
  name: 'BTC Markets transactions',
  sourceSlug: 'btc-markets',
  exchange: 'BTC Markets',
  headers: [
    {
      cells: [
        ...['transactionId', 'creationTime', 'recordType', 'action', 'currency', 'amount', 'description'],
        ...['balance', 'referenceId'],
      ],
    },
  ],
  timeZone: 'UTC',
  time: 'creationTime',
  type: ofColumns('action', 'recordType'),
  words: {
    'buy order trade': traded(),
    'sell order trade': traded(),
    'trading fee trade': feePaid,
    'deposit fund transfer': incoming('received'),
    'withdraw fund transfer': outgoing('sent'),
  },
  amounts: { amount: 'amount', asset: 'currency' },
  isSigned: true,
  tradeId: 'referenceId',
  asset: tickers(),
  records: [{ kind: 'btc-markets-transaction', id: 'transactionId' }],
  content: ['action', 'currency'],
  repeatedBy: 'transactionId',
  externalId: 'transactionId',
  comment: 'description',
})
