import { eventTable } from '../reader/event-table.ts'
import { tickers } from '../reader/table-declaration.ts'
import { decidedBy, incoming, outgoing, renamed } from '../reader/words.ts'
import { places } from './places.ts'

/** Coinbase Prime, transactions. A conversion is one to one; its other coin stands in the title (`Convert USDC/USD`). */
export const coinbasePrimeTransactions = eventTable({
  id: 'coinbase-prime-transactions',
  family: 'coinbase-prime-transactions',
  name: 'Coinbase Prime transactions',
  sourceSlug: 'coinbase-prime',
  exchange: 'Coinbase Prime',
  headers: [
    {
      cells: [
        ...['activity id', 'final status', 'activity title', 'activity type', 'asset', 'wallet name'],
        ...[
          'transaction value',
          'transaction currency',
          'initiated by',
          'approved by',
          'rejected by',
          ...places,
        ],
      ],
    },
  ],
  timeZone: 'UTC',
  time: 'initiated time',

  type: 'activity type',
  words: {
    deposit: decidedBy(
      'activity title',
      [
        [/reward/i, incoming('staking_reward')],
        [/refund/i, incoming('rebate')],
      ],
      incoming('received'),
    ),
    withdrawal: decidedBy('activity title', [[/payment|adjustment/i, outgoing('fee')]], outgoing('sent')),
    stake: outgoing('staking_lockup'),
    unstake: incoming('staking_return'),
    conversion: { ...renamed, side: 'sell' },
  },
  status: { column: 'final status', done: /^completed$/i },
  base: { amount: 'transaction value', asset: 'transaction currency' },
  quote: {
    amount: 'transaction value',
    asset: (row) => /convert [a-z0-9]+(?:\/| to )([a-z0-9]+)/i.exec(row.text('activity title'))?.[1] ?? '',
  },
  asset: tickers(),

  records: [{ kind: 'coinbase-prime-activity', id: 'activity id' }],
  repeatedBy: 'activity id',
  externalId: 'activity id',
  comment: 'activity title',
})
