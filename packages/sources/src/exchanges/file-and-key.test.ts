import { expect, test } from 'vitest'
import { line, readKnown } from '../files/testing/read-text.ts'
import { transactionFingerprint } from '../reading/fingerprints.ts'
import type { SourceTransaction } from '../reading/record.ts'
import { readTransactions } from './bitstamp/read-transactions.ts'
import { CCXT_EXCHANGES } from './ccxt/exchange-table.ts'
import { readCcxtPages } from './ccxt/read-entries.ts'

const AT = Date.UTC(2024, 4, 1, 12)
const text = (entries: readonly object[]) => JSON.stringify(entries)

/** Trades by way of ccxt: each is a buy of coins for dollars. */
function traded(slug: string, ...trades: readonly (readonly [id: string, fee: string, coin: string])[]) {
  const of = CCXT_EXCHANGES.find((one) => one.slug === slug)
  if (of === undefined) throw new Error(`no exchange ${slug}`)
  const entries = trades.map(([id, cost, currency], n) => ({
    id,
    symbol: 'BTC/USDT',
    side: 'buy',
    amount: '0.5',
    cost: '20000',
    timestamp: AT + n * 60_000,
    fee: { cost, currency },
  }))
  return readCcxtPages(of, [{ stream: 'trades', place: 'p', text: text(entries), fetchedAt: AT }])
}

const bitstamp = () =>
  readTransactions([
    {
      stream: 'transactions',
      place: 'p',
      fetchedAt: AT,
      text: text([
        { id: 71, type: '0', datetime: '2024-05-01 12:00:00', fee: '0.00', btc: '1.5' },
        {
          id: 72,
          type: '2',
          datetime: '2024-05-01 12:01:00',
          fee: '2.00',
          btc: '-0.5',
          usd: '20000.00',
          btc_usd: '40000',
        },
        { id: 73, type: '1', datetime: '2024-05-01 12:02:00', fee: '0.0005', btc: '-0.1' },
      ]),
    },
  ])

const CASES: readonly (readonly [
  string,
  string,
  () => { readonly transactions: readonly SourceTransaction[] },
])[] = [
  [
    'Bitstamp',
    [
      'ID,Account,Type,Subtype,Datetime,Amount,Amount currency,Value,Value currency,Rate,Rate currency,Fee,Fee currency,Order ID',
      '71,Main Account,Deposit,,2024-05-01T12:00:00Z,1.5,BTC,,,,,,,',
      '72,Main Account,Market,Sell,2024-05-01T12:01:00Z,0.5,BTC,20000.00,USD,40000,USD,2.00,USD,9',
      '73,Main Account,Withdrawal,,2024-05-01T12:02:00Z,0.1,BTC,,,,,0.0005,BTC,',
    ].join('\n'),
    bitstamp,
  ],
  [
    'Crypto.com Exchange',
    [
      'Order ID,Trade ID,Time (UTC),Symbol,Side,Trade Price,Trade Amount,Volume of Business,Fee,Fee Currency',
      '1,801,2024-05-01 12:00:00,BTC_USDT,BUY,40000,0.5,20000,0.001,BTC',
      '1,802,2024-05-01 12:01:00,BTC_USDT,BUY,40000,0.5,20000,0.002,BTC',
    ].join('\n'),
    () => traded('crypto-com-exchange', ['801', '0.001', 'BTC'], ['802', '0.002', 'BTC']),
  ],
  [
    'HitBTC',
    [
      'Email,Date (UTC),Instrument,Trade ID,Order ID,Side,Quantity,Price,Volume,Fee,Rebate,Total',
      'me@example.com,2024-05-01 12:00:00,BTCUSDT,801,1,buy,0.5,40000,20000,20,0,-20020',
    ].join('\n'),
    () => traded('hitbtc', ['801', '20', 'USDT']),
  ],
  [
    'Bybit',
    [
      'Spot Pairs,Order Type,Direction,Filled Value,Filled Price,Filled Quantity,Fees,Transaction ID,Order No.,Timestamp (UTC)',
      'BTCUSDT,MARKET,BUY,20000,40000,0.5,0.0005,801,1,12:00 2024-05-01',
    ].join('\n'),
    () => traded('bybit', ['801', '0.0005', 'BTC']),
  ],
]

test.each(CASES)('N9 a history of %s by file and by key is counted once', (_, file, byKey) => {
  const told = (all: readonly SourceTransaction[], family: string) =>
    all.map((one) => `${transactionFingerprint('own', family, one)} ${line(one)}`).toSorted()
  const reading = readKnown(file)
  expect(reading.errors).toEqual([])
  expect(reading.transactions.length).toBeGreaterThan(0)
  expect(told(byKey().transactions, 'by key')).toEqual(told(reading.transactions, reading.family))
})
