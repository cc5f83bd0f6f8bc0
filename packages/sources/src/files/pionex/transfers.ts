import { eventTable } from '../reader/event-table.ts'
import { tickers } from '../reader/table-declaration.ts'
import { incoming, outgoing } from '../reader/words.ts'

/** Pionex, deposits and withdrawals. Nothing says whether an amount has its fee in it: it is read as paid on top. */
export const pionexTransfers = eventTable({
  id: 'pionex-transfers',
  family: 'pionex-transfers',
  name: 'Pionex deposits and withdrawals',
  sourceSlug: 'pionex',
  exchange: 'Pionex',
  headers: [{ cells: ['date(UTC+0)', 'tx_type', 'amount', 'coin', 'network', 'txid', 'fee'] }],
  timeZone: 'UTC',
  time: 'date(UTC+0)',
  type: 'tx_type',
  words: {
    deposit: incoming('received'),
    withdraw: outgoing('sent'),
    withdrawal: outgoing('sent'),
  },
  base: { amount: 'amount', asset: 'coin' },
  fee: { amount: 'fee' },
  asset: tickers(),
  records: [{ kind: 'pionex-transfer', id: () => '' }],
  txHash: ['txid'],
  comment: 'network',
})
