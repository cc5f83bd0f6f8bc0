import { eventTable } from '../reader/event-table.ts'
import { tickers } from '../reader/table-declaration.ts'
import { incoming, outgoing } from '../reader/words.ts'

/** Robinhood Crypto, transfers. */
export const robinhoodTransfers = eventTable({
  id: 'robinhood-crypto-transfers',
  family: 'robinhood-crypto-transfers',
  name: 'Robinhood Crypto transfers',
  sourceSlug: 'robinhood-crypto',
  exchange: 'Robinhood',
  headers: [
    {
      cells: [
        ...['id', 'created_at', 'withdrawal_submitted_timestamp', 'currency_code', 'transfer_type', 'amount'],
        ...[
          'network',
          'network_fee',
          'native_network_fee',
          'usd_amount_at_request',
          'fiat_amount_at_request',
        ],
        ...['state', 'to_address', 'address_tag', 'blockchain_txn_id', 'blockchain_txn_state'],
      ],
    },
  ],
  timeZone: 'UTC',
  time: 'created_at',
  type: 'transfer_type',
  words: { deposit: incoming('received'), withdrawal: outgoing('sent') },
  status: { column: 'state', done: /^(?:succeeded|completed)$/i },
  base: { amount: 'amount', asset: 'currency_code' },
  fee: { amount: 'network_fee' },
  value: { amount: 'usd_amount_at_request', currency: () => 'USD' },
  asset: tickers(),
  records: [{ kind: 'robinhood-transfer', id: 'id' }],
  repeatedBy: 'id',
  externalId: 'id',
  txHash: ['blockchain_txn_id'],
})
