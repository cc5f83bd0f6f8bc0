import { ledgerTable } from '../reader/ledger-table.ts'
import { tickers } from '../reader/table-declaration.ts'
import { feePaid, incoming, outgoing, type Phrases, signed, skipped, traded } from '../reader/words.ts'

/** Entries of the exchange's own list that come in many forms; some have a space behind their dash. */
const phrases: Phrases = [
  // The account is that of spot: what goes to another account of the person and comes back is theirs.
  [/transfer(?:red)? ?(?:in|out)$|^subaccount transfer$/i, skipped('internal_transfer')],
  [
    /^(?:staking|stake|redemption|lend|redeem|manually redeem|auto-redeem|lending- ?lent|collected)$/i,
    skipped('internal_transfer'),
  ],
  [
    /^(?:staking|stable income|hybrid interest) ?- ?(?:un)?lock(?:ed)?$|^(?:subscription|redemption) - fixed-term$/i,
    skipped('internal_transfer'),
  ],
  [
    /^(?:pledge|collateral refund|adjust collateral)$|- ?collateral (?:deducted|returned)$/i,
    skipped('internal_transfer'),
  ],
  [
    /^(?:cancel (?:onchain )?)?withdraw(?:als?)?(?: ?(?:cancel|fail|refund|return|revoke|reject)|$)|^deposit rejected$/i,
    signed('received', 'sent'),
  ],
  [/^(?:gatecode|fireblocks|copper) (?:deposits?|withdrawals?)$/i, signed('received', 'sent')],
  [/^quick (?:buy|sell)- ?(?:bought|sold)$|^eth2? swap$/i, traded()],
  [/rebate|cashback/i, signed('rebate', 'fee')],
  [/^borrow$|- ?borrow(?:ed)?$|^margintradingborrowed$/i, incoming('loan_received')],
  [/^repay$|- ?repa(?:y|id)$|^margintradingrepaid$/i, outgoing('loan_repayment')],
  [/^(?:staking|slot auction staking) interest income$/i, incoming('staking_reward')],
  [/interest/i, signed('interest_received', 'interest_paid')],
  [
    /^(?:(?:deposit|purchase) bonus|(?:trading|mining|feedback) rewards|award)$/i,
    signed('misc_reward', 'fee'),
  ],
  [
    /^(?:red packet|gift coins) |^(?:live stream|posts)- ?reward |^donation$/i,
    signed('gift_received', 'gift_sent'),
  ],
]

/** Gate.io, billing details: a row for each change. The sides of an order and its fee share its id. Nothing says the zone of times. */
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
  unsureZone: 'noted',
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
    'order rejected': traded(),
    'trading fees': feePaid,
    'trade fee': feePaid,
    'dust swap-small balances deducted': traded(),
    'dust swap-gt added': traded(),
    'dust swap-fees deducted': feePaid,
    'hodl interest': incoming('interest_received'),
    'interest income': incoming('interest_received'),
    airdrop: signed('airdrop', 'fee'),
    'airdrop bonus': signed('airdrop', 'fee'),
    'referral superior rebate': incoming('rebate'),
  },
  phrases,
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
