import { ledgerTable } from '../reader/ledger-table.ts'
import { tickers } from '../reader/table-declaration.ts'
import { decidedBy, firstFilled, incoming, signed, skipped, traded } from '../reader/words.ts'

const columns = ['Date & Time(UTC)', 'Coin', 'QTY', 'Type', 'Account Balance', 'Description']

/** A withdrawal that did not go out comes back under the same word. */
const withdrawn = decidedBy(
  'Description',
  [[/\bfee\b/i, signed('rebate', 'fee')]],
  signed('received', 'sent'),
)

/** Bybit, log of the funding account. */
export const bybitFunding = ledgerTable({
  id: 'bybit-fund',
  family: 'bybit-fund',
  name: 'Bybit funding account log',
  sourceSlug: 'bybit',
  exchange: 'Bybit',
  headers: [{ cells: ['Uid', ...columns] }, { cells: columns }],
  timeZone: 'UTC',
  time: 'Date & Time(UTC)',

  type: firstFilled('Type', 'Description'),
  words: {
    'transfer in': skipped('internal_transfer'),
    'transfer out': skipped('internal_transfer'),
    deposit: incoming('received'),
    withdrawal: withdrawn,
    withdraw: withdrawn,
    // A coin that a card paid for, which no file of the account states.
    fiat: decidedBy('Description', [
      [/\bbuy\b/i, traded()],
      [/deposit/i, incoming('received')],
    ]),
    refund: incoming('received'),
    bonus: incoming('misc_reward'),
    reward: incoming('misc_reward'),
    rewards: incoming('misc_reward'),
    convert: traded(),
    'bybit card': decidedBy('Coin', [[/^USD$/, skipped('fiat_only')]], signed('received', 'purchase')),
    earn: decidedBy('Description', [
      [/\b(?:subscription|redemption|subscribe|redeem)/i, skipped('internal_transfer')],
      [/interest|yield|profit|distribut|reward/i, incoming('interest_received')],
    ]),
  },
  phrases: [
    [/^transfer (?:from|to) /i, skipped('internal_transfer')],
    [/airdrop/i, incoming('airdrop')],
    [/\b(?:subscription|redemption)\b/i, skipped('internal_transfer')],
    [/interest|\byield/i, signed('interest_received', 'interest_paid')],
    [/rebate|cashback|referral|commission/i, signed('rebate', 'fee')],
  ],
  amounts: { amount: 'QTY', asset: 'Coin' },
  isSigned: true,
  sameTrade: (row) => `${row.text('Type')} ${row.text('Date & Time(UTC)')}`,
  takenBack: { says: 'Description', ids: [] },
  balance: { column: 'Account Balance', change: 'QTY', wallet: () => 'funding' },
  asset: tickers(),

  records: [{ kind: 'bybit-funding', id: () => '' }],
  content: ['Type', 'Description', 'Coin'],
  comment: 'Description',
})
