import { columns, inAsset } from '../reader/legs.ts'
import { inOutTable } from '../reader/in-out-table.ts'
import { tickers } from '../reader/table-declaration.ts'
import { byWord, cameIn, exchanged, firstOf, way, wentOut, where } from '../reader/ways.ts'

const before = ['Internal id', 'Date and time', 'Transaction type', 'Coin type', 'Coin amount', 'USD Value']

const assetOf = tickers({ MCDAI: 'DAI' })

/** Celsius, transactions. Times have no seconds; the two sides of a swap share their minute. */
export const celsius = inOutTable({
  id: 'celsius',
  family: 'celsius',
  name: 'Celsius transactions',
  sourceSlug: 'celsius',
  exchange: 'Celsius',
  headers: [
    { cells: [...before, 'Original Reward Coin', 'Reward Amount In Original Coin', 'Confirmed'] },
    { cells: [...before, 'Original Interest Coin', 'Interest Amount In Original Coin', 'Confirmed'] },
  ],
  timeZone: 'UTC',
  dateOrder: 'month-first',
  time: 'Date and time',
  type: 'Transaction type',
  status: { column: 'Confirmed', done: /^(yes|true)$/i, reason: 'unconfirmed' },
  means: firstOf(
    byWord('Transaction type', {
      'transfer|deposit|inbound transfer': way({ in: 'received', out: 'sent' }),
      'withdrawal|outbound transfer': wentOut('sent'),
      'reward|interest': cameIn('interest_received'),
      'referred award|referrer award|promo code reward|bonus token': cameIn('misc_reward'),
      'swap in|swap out': exchanged,
      'collateral|locked|unlocked': way({ in: 'staking_return', out: 'staking_lockup', flags: ['loan'] }),
      'distribution|bankruptcy distribution|estate distribution': way({
        in: 'received',
        flags: ['bankruptcy', 'review'],
      }),
      'loan interest payment|loan interest': wentOut('interest_paid'),
    }),
    where(
      'Transaction type',
      /^loan[ _]principal/i,
      way({ in: 'loan_received', out: 'loan_repayment', flags: ['loan'] }),
    ),
  ),
  moved: { leg: columns('Coin amount', 'Coin type'), direction: 'bySign' },
  value: inAsset('USD Value', 'USD'),
  group: (row) => (/^swap/i.test(row.text('Transaction type')) ? row.text('Date and time') : ''),
  // The network stands behind the ticker: `USDT ERC20`, `BNB (BSC)`.
  asset: (text) => {
    const [ticker = text] = text.split(/[ (]/)
    return assetOf(ticker)
  },
  records: [{ kind: 'celsius-transaction', id: 'Internal id' }],
  repeatedBy: 'Internal id',
  externalId: 'Internal id',
})
