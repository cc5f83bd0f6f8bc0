import { ledgerTable } from '../reader/ledger-table.ts'
import { tickers } from '../reader/table-declaration.ts'
import { incoming, ofColumns, outgoing, signed, skipped } from '../reader/words.ts'

const columns = ['Date & Time(UTC)', 'Coin', 'QTY', 'Type', 'Account Balance', 'Description']

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

  type: ofColumns('Type', 'Description'),
  words: {},
  phrases: [
    [/^transfer (?:in|out)\b/i, skipped('internal_transfer')],
    [/airdrop/i, incoming('airdrop')],
    [/withdraw/i, outgoing('sent')],
    [/deposit/i, incoming('received')],
    [/\b(?:subscription|redemption)\b/i, skipped('internal_transfer')],
    [/interest|\byield|earn.*(?:profit|reward|interest)/i, signed('interest_received', 'interest_paid')],
    [/rebate|cashback|referral|commission/i, signed('rebate', 'fee')],
    [/bonus|reward|gift|prize/i, incoming('misc_reward')],
  ],
  amounts: { amount: 'QTY', asset: 'Coin' },
  isSigned: true,
  balance: { column: 'Account Balance', change: 'QTY', wallet: () => 'funding' },
  asset: tickers(),

  records: [{ kind: 'bybit-funding', id: () => '' }],
  content: ['Type', 'Description', 'Coin'],
  comment: 'Description',
})
