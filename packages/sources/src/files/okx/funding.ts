import { ledgerTable } from '../reader/ledger-table.ts'
import { tickers } from '../reader/table-declaration.ts'
import { incoming, outgoing, signed, skipped, traded } from '../reader/words.ts'
import { zoneInPreamble } from '../reader/zone-text.ts'

const balances = ['Time', 'Type', 'Amount', 'Before Balance', 'After Balance']

/** OKX, history of the funding account. Older files have a fee beside the amount; in newer ones it is in it. */
export const okxFunding = ledgerTable({
  id: 'okx-funding',
  family: 'okx-funding',
  name: 'OKX funding account history',
  sourceSlug: 'okx',
  exchange: 'OKX',
  headers: [
    { cells: ['id', ...balances, 'Symbol'] },
    { cells: ['id', ...balances, 'Fee', 'Symbol'] },
    { cells: ['id', '', ...balances, 'Fee', 'Symbol'] },
  ],
  timeZone: 'UTC',
  zoneIn: zoneInPreamble,
  // Older files have the letters of China behind their times.
  timeText: (text) => text.replace(/ CST$/, '+08:00'),
  time: 'Time',

  type: 'Type',
  words: {
    deposit: incoming('received'),
    // Another account of OKX sent it.
    received: incoming('received'),
    withdrawal: outgoing('sent'),
    'staking yield': incoming('staking_reward'),
    'fee rebate': signed('rebate', 'fee'),
    stake: skipped('internal_transfer'),
    'redeem staking': skipped('internal_transfer'),
    'savings subscription': skipped('internal_transfer'),
    'savings redemption': skipped('internal_transfer'),
    convert: traded(),
  },
  phrases: [
    [/^(?:from|to) .*account$|^transfer (?:in|out)$/i, skipped('internal_transfer')],
    [/^(?:deposit|withdrawal)\b.*(?:cancel|fail|refund|return|reject)/i, signed('received', 'sent')],
    [/airdrop/i, incoming('airdrop')],
    [/\b(?:subscription|redemption)\b/i, skipped('internal_transfer')],
    [/interest|yield|earnings/i, signed('interest_received', 'interest_paid')],
    [/rebate|cashback|commission/i, signed('rebate', 'fee')],
  ],
  amounts: { amount: 'Amount', asset: 'Symbol', fee: 'Fee' },
  isSigned: true,
  takenBack: { says: 'Type', ids: [] },
  sameTrade: (row) => `${row.text('Type')} ${row.text('Time')}`,
  balance: { column: 'After Balance', change: 'Amount', wallet: () => 'funding' },
  asset: tickers(),

  records: [{ kind: 'okx-funding', id: 'id' }],
  content: ['Type', 'Symbol'],
  repeatedBy: 'id',
  externalId: 'id',
})
