import { isNegative } from '@lotbook/money'
import { eventTable } from '../reader/event-table.ts'
import type { FileFormat } from '../reader/csv-format.ts'
import { tickers } from '../reader/table-declaration.ts'
import { appPhrases, appWords } from './app-words.ts'
import { isOfSwap, readSwaps } from './app-swaps.ts'

const columns = [
  ...['Timestamp (UTC)', 'Transaction Description', 'Currency', 'Amount', 'To Currency', 'To Amount'],
  ...['Native Currency', 'Native Amount', 'Native Amount (in USD)', 'Transaction Kind'],
]

const kind = 'Transaction Kind'

/**
 * Crypto.com App: the files of the crypto wallet, the fiat wallet and the card have one header. A purchase stands in two of them, and is
 * known by its moment, kind and amount.
 */
const single = eventTable({
  id: 'cryptocom-app',
  family: 'cryptocom-app',
  name: 'Crypto.com App transactions',
  sourceSlug: 'crypto-com-app',
  exchange: 'Crypto.com App',
  headers: [{ cells: [...columns, 'Transaction Hash'] }, { cells: columns }],
  timeZone: 'UTC',
  time: 'Timestamp (UTC)',

  type: {
    column: kind,
    // The card's file has no kinds: what was spent is money.
    word: (row) =>
      row.text(kind) === '' && row.text('Currency') === row.text('Native Currency')
        ? 'card spending'
        : row.text(kind),
  },
  words: appWords,
  phrases: appPhrases,
  // The bonus of a swap that went on to the exchange stands here too, below zero.
  skipWhere: (row) =>
    /swap.*(?:bonus|rebate)/i.test(row.text(kind)) && isNegative(row.requiredAmount('Amount').value)
      ? 'internal_transfer'
      : undefined,
  base: { amount: 'Amount', asset: 'Currency' },
  quote: [
    { amount: 'To Amount', asset: 'To Currency' },
    { amount: 'Native Amount', asset: 'Native Currency', isMoney: true },
  ],
  statesBoth: (row) => row.text('To Currency') !== '' && row.text('To Amount') !== '',
  value: { amount: 'Native Amount (in USD)', currency: () => 'USD' },
  asset: tickers(),

  records: [{ kind: 'crypto-com-app', id: () => '' }],
  txHash: ['Transaction Hash'],
  comment: 'Transaction Description',
})

export const cryptocomApp: FileFormat = {
  ...single,
  read(rows, sheet, out) {
    const { swaps = [], others = [] } = Object.groupBy(rows, (row) => (isOfSwap(row) ? 'swaps' : 'others'))
    single.read(others, sheet, out)
    readSwaps(swaps, out)
  },
}
