import { ledgerTable } from '../reader/ledger-table.ts'
import { tickers } from '../reader/table-declaration.ts'
import { decidedBy, firstFilled, incoming, signed, skipped, traded } from '../reader/words.ts'
import { zoneInHeader } from '../reader/zone-text.ts'

const columns = [
  'UID',
  'Account Type',
  'Currency',
  'Side',
  'Amount',
  'Fee',
  /^Time\(UTC(?:[-+]\d{2}:\d{2})?\)$/i,
]

const reward = decidedBy('Remark', [[/stak/i, incoming('staking_reward')]], incoming('airdrop'))

/** KuCoin, account history: what changed in one account. Amounts have no sign, and have their fee in them. */
export const kucoinAccountHistory = ledgerTable({
  id: 'kucoin-account-history',
  family: 'kucoin-account-history',
  name: 'KuCoin account history',
  sourceSlug: 'kucoin',
  exchange: 'KuCoin',
  headers: [{ cells: [...columns, 'Remark', 'Type'] }, { cells: [...columns, 'Remark'] }],
  timeZone: 'Asia/Singapore',
  zoneIn: zoneInHeader(/^Time\b/i),
  columns: { Time: /^Time(?: ?\(UTC.*\))?$/i },
  time: 'Time',

  // Older files have the remark only.
  type: firstFilled('Type', 'Remark'),
  words: {
    rewards: reward,
    deposit: signed('received', 'sent'),
    // What did not go out comes back under the same word.
    withdraw: signed('received', 'sent'),
    withdrawal: signed('received', 'sent'),
    'fiat deposit': signed('received', 'sent'),
    spot: traded(),
    exchange: traded(),
    'convert dust to kcs': traded(),
    'convert to kcs': traded(),
    'instant exchange': traded(),
    'kcs pay fees': signed('rebate', 'fee'),
    'refunded fees': signed('rebate', 'fee'),
    'open red envelope': incoming('gift_received'),
    'send red envelope': signed('gift_received', 'gift_sent'),
    transfer: skipped('internal_transfer'),
  },
  phrases: [
    [
      /^(?:trading|main|funding|margin|futures|pool-x|isolated margin)(?: account)?$|transfer/i,
      skipped('internal_transfer'),
    ],
    [/^(?:soft )?staking profits?$|^voting earnings$/i, incoming('staking_reward')],
    [/^(?:staking|redemption|voting|redemption of voting)$/i, skipped('internal_transfer')],
    [/interest|lending/i, signed('interest_received', 'interest_paid')],
    [/rebate|referral|commission|cashback/i, signed('rebate', 'fee')],
    [/distribution|reward|bonus|airdrop|^kucoin event$/i, reward],
  ],
  amounts: {
    amount: 'Amount',
    asset: 'Currency',
    leaves: (row) => /^(?:withdrawal|withdraw|out)$/i.test(row.text('Side')),
    fee: 'Fee',
    isNet: true,
  },
  isSigned: true,
  takenBack: { says: 'Remark', ids: [] },
  sameTrade: (row) =>
    `${row.text('Type') || row.text('Remark')} ${row.text('Account Type')} ${row.text('Time')}`,
  asset: tickers(),

  records: [{ kind: 'kucoin-account', id: () => '' }],
  content: ['Type', 'Remark', 'Currency', 'Side', 'Account Type'],
  comment: 'Remark',
})
