import { ledgerTable } from '../reader/ledger-table.ts'
import { tickers } from '../reader/table-declaration.ts'
import { feePaid, incoming, outgoing, signed, traded } from '../reader/words.ts'

/** Gate.io, billing details: a row for each change. The sides of an order and its fee share its id. */
export const gateioBilling = ledgerTable({
  id: 'gateio',
  family: 'gateio',
  name: 'Gate.io billing details',
  sourceSlug: 'gate-io',
  exchange: 'Gate.io',
  headers: [
    { cells: ['no', 'time', 'action_desc', 'action_data', 'type', 'change_amount', 'amount', 'total'] },
  ],
  timeZone: 'UTC',
  time: 'time',

  type: 'action_desc',
  words: {
    deposit: incoming('received'),
    deposits: incoming('received'),
    withdraw: outgoing('sent'),
    withdrawals: outgoing('sent'),
    'order placed': traded(),
    'order filled': traded(),
    'order fullfilled': traded(),
    'order fulfilled': traded(),
    'order cancelled': traded(),
    'order canceled': traded(),
    'trading fees': feePaid,
    'trade fee': feePaid,
    'dust swap-small balances deducted': traded(),
    'dust swap-gt added': traded(),
    'hodl interest': incoming('interest_received'),
    'interest income': incoming('interest_received'),
    airdrop: signed('airdrop', 'fee'),
    'airdrop bonus': signed('airdrop', 'fee'),
    'referral superior rebate': incoming('rebate'),
  },
  phrases: [
    [/^withdraw(?:als?)? ?(?:cancel|fail|refund|return|revoke)/i, signed('received', 'sent')],
    [/rebate|cashback/i, incoming('rebate')],
  ],
  amounts: { amount: 'change_amount', asset: 'type' },
  isSigned: true,
  takenBack: { says: 'action_desc', ids: [] },
  tradeId: 'action_data',
  sameTrade: (row) => (/dust swap/i.test(row.text('action_desc')) ? `dust ${row.text('time')}` : ''),
  asset: tickers(),

  records: [{ kind: 'gate-io-bill', id: () => '' }],
  content: ['action_desc', 'action_data', 'type'],
  externalId: 'action_data',
})
