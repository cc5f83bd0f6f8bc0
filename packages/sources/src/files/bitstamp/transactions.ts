import type { EventTable } from '../reader/event-declaration.ts'
import { eventTable } from '../reader/event-table.ts'
import type { Row } from '../reader/row.ts'
import { tickers } from '../reader/table-declaration.ts'
import { incoming, outgoing, signed, skipped, traded, type WordColumn, type Words } from '../reader/words.ts'

/** A trade on the market has its side in a column of its own. */
const wordColumn = (subType: string): WordColumn => {
  const column = (row: Row) => (/^market$/i.test(row.text('Type')) ? subType : 'Type')
  return { column, word: (row) => row.text(column(row)) }
}

const words: Words = {
  buy: traded('buy'),
  sell: traded('sell'),
  deposit: incoming('received'),
  'ripple deposit': incoming('received'),
  withdrawal: outgoing('sent'),
  'ripple payment': outgoing('sent'),
  'card deposit': incoming('received'),
  'deposit reverted': outgoing('sent'),
  'inter account transfer': signed('received', 'sent'),
  'settlement transfer': signed('received', 'sent'),
  'referral reward': incoming('misc_reward'),
  'staking reward': incoming('staking_reward'),
  'staked assets': skipped('internal_transfer'),
  'unstaked assets': skipped('internal_transfer'),
  // The receipt of what was staked begins to count: no more of it came.
  'started generating rewards': skipped('internal_transfer'),
  'sub account transfer': skipped('internal_transfer'),
}

/** The receipt of staked ether stands for it. */
const bitstamp = {
  family: 'bitstamp-transactions',
  sourceSlug: 'bitstamp',
  exchange: 'Bitstamp',
  timeZone: 'UTC',
  time: 'Datetime',
  words,
  asset: tickers({ ETH2R: 'ETH', ETH2: 'ETH' }),
} satisfies Partial<EventTable>

/** Bitstamp, transactions until 2023: amounts have their currency behind them, and times no seconds. */
export const bitstampV1 = eventTable({
  ...bitstamp,
  id: 'bitstamp-v1',
  name: 'Bitstamp transactions, until 2023',
  headers: [{ cells: ['Type', 'Datetime', 'Account', 'Amount', 'Value', 'Rate', 'Fee', 'Sub Type'] }],
  type: wordColumn('Sub Type'),
  base: { amount: 'Amount', isGlued: true },
  quote: { amount: 'Value', isGlued: true },
  fee: { amount: 'Fee', isGlued: true },
  records: [{ kind: 'bitstamp-transaction', id: () => '' }],
})

export const bitstampV2 = eventTable({
  ...bitstamp,
  id: 'bitstamp-v2',
  name: 'Bitstamp transactions, since 2023',
  headers: [
    {
      cells: [
        ...['ID', 'Account', 'Type', 'Subtype', 'Datetime', 'Amount', 'Amount currency', 'Value'],
        ...['Value currency', 'Rate', 'Rate currency', 'Fee', 'Fee currency', 'Order ID'],
      ],
    },
  ],
  type: wordColumn('Subtype'),
  base: { amount: 'Amount', asset: 'Amount currency' },
  quote: { amount: 'Value', asset: 'Value currency' },
  fee: { amount: 'Fee', asset: 'Fee currency' },
  records: [{ kind: 'bitstamp-transaction', id: 'ID' }],
  repeatedBy: 'ID',
  externalId: 'ID',
})
