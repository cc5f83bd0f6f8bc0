import { ledgerTable } from '../reader/ledger-table.ts'
import { incoming, outgoing, signed, skipped } from '../reader/words.ts'

/** BitMEX, wallet history, in satoshis. What a withdrawal cost is in its amount. */
export const bitmexWallet = ledgerTable({
  id: 'bitmex-wallet',
  family: 'bitmex-wallet',
  name: 'BitMEX wallet history',
  sourceSlug: 'bitmex',
  exchange: 'BitMEX',
  headers: [
    {
      cells: ['transactTime', 'transactType', 'amount', 'fee', 'address', 'transactStatus', 'walletBalance'],
    },
  ],
  timeZone: 'UTC',
  time: 'transactTime',

  type: 'transactType',
  words: {
    deposit: incoming('received'),
    withdrawal: outgoing('sent'),
    realisedpnl: signed('margin_gain', 'margin_loss'),
    funding: signed('margin_gain', 'margin_fee'),
    affiliatepayout: incoming('rebate'),
    transfer: skipped('internal_transfer'),
    unrealisedpnl: skipped('no_value_moved'),
  },
  status: { column: 'transactStatus', done: /^completed$/i },
  amounts: { amount: 'amount', asset: () => 'BTC', fee: 'fee', isNet: true, unitPlaces: 8 },
  isSigned: true,
  balance: { column: 'walletBalance', change: 'amount', wallet: () => '' },

  records: [{ kind: 'bitmex-wallet', id: () => '' }],
  content: ['transactType', 'address'],
  comment: 'address',
})
