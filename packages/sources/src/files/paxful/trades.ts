import { eventTable } from '../reader/event-table.ts'
import { tickers } from '../reader/table-declaration.ts'
import { tradeTable } from '../reader/trade-table.ts'
import { incoming, outgoing } from '../reader/words.ts'

const paxful = {
  sourceSlug: 'paxful',
  exchange: 'Paxful',
  timeZone: 'UTC',
  asset: tickers(),
} as const

/** Paxful, trades. `fee_fiat` is `fee_btc` at the rate of the trade: one fee, told twice. */
export const paxfulTrades = tradeTable({
  ...paxful,
  id: 'paxful-trades',
  family: 'paxful-trades',
  name: 'Paxful trades',
  headers: [
    {
      cells: [
        ...['type', 'fiat_currency', 'amount_fiat', 'amount_btc', 'rate', 'fee_fiat', 'fee_btc'],
        ...[
          'market_rate_usd',
          'payment_method',
          'partner',
          'status',
          'completed_at',
          'trade_hash',
          'offer_hash',
        ],
      ],
    },
  ],
  time: 'completed_at',
  side: { column: 'type', buy: 'BUY', sell: 'SELL' },
  status: { column: 'status', done: /^(?:successful|completed|released|paid)$/i },
  base: { amount: 'amount_btc', asset: () => 'BTC' },
  quote: { amount: 'amount_fiat', asset: 'fiat_currency', isMoney: true },
  fee: { amount: 'fee_btc', asset: () => 'BTC' },
  assumption: () => 'The type of each trade is read as your own side: BUY brought bitcoin, SELL gave it',
  records: [{ kind: 'paxful-trade', id: 'trade_hash' }],
  repeatedBy: 'trade_hash',
  externalId: 'trade_hash',
  comment: 'payment_method',
})

/** Paxful, wallet. What was traded stands in the report of trades, with what was paid for it. */
export const paxfulTransactions = eventTable({
  ...paxful,
  id: 'paxful-transactions',
  family: 'paxful-transactions',
  name: 'Paxful wallet',
  headers: [
    {
      cells: [
        ...[
          'type',
          'amount',
          'currency',
          'crypto_amount',
          'crypto_currency',
          'balance_usd',
          'balance_crypto',
        ],
        ...['sent_to', 'transaction_id', 'trade_hash', 'sent_to_user', 'received_from_user', 'time'],
      ],
    },
  ],
  time: 'time',
  type: 'type',
  words: {
    deposit: incoming('received'),
    received: incoming('received'),
    receive: incoming('received'),
    sent: outgoing('sent'),
    'sent out': outgoing('sent'),
    send: outgoing('sent'),
    withdrawal: outgoing('sent'),
    bonus: incoming('misc_reward'),
    affiliate: incoming('misc_reward'),
    fee: outgoing('fee'),
  },
  skipWhere: (row) => (row.text('trade_hash') === '' ? undefined : 'covered_by_other_file'),
  leaves: (row) => row.text('sent_to') !== '' || row.text('sent_to_user') !== '',
  base: { amount: 'crypto_amount', asset: 'crypto_currency' },
  records: [{ kind: 'paxful-transaction', id: 'transaction_id' }],
  externalId: 'transaction_id',
  comment: 'sent_to',
})
