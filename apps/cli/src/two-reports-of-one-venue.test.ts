import { readFile } from '@lotbook/sources'
import { expect, test } from 'vitest'
import { journalOfFiles } from './journal-of-files.ts'

/** Two reports of one venue that have the same purchase, each as its header and rows. */
type Pair = readonly [venue: string, one: readonly string[], other: readonly string[]]

const OKX =
  'id,Order id,Time,Trade Type,Symbol,Action,Amount,Trading Unit,Filled Price,PnL,Fee,Fee Unit,Position Change,Position Balance,Balance Change,Balance,Balance Unit'
const BYBIT =
  'Uid,Currency,Contract,Type,Direction,Quantity,Position,Filled Price,Funding,Fee Paid,Cash Flow,Change,Wallet Balance,Action,Time(UTC)'
const KUCOIN =
  'UID,Account Type,Order ID,Symbol,Side,Order Type,Avg. Filled Price,Filled Amount,Filled Volume,Filled Volume (USDT),Filled Time(UTC+00:00),Fee,Tax,Maker/Taker,Fee Currency'
const KUCOIN_ORDERS =
  'UID,Account Type,Order ID,Order Time(UTC+00:00),Symbol,Side,Order Type,Order Price,Order Amount,Avg. Filled Price,Filled Amount,Filled Volume,Filled Volume (USDT),Filled Time(UTC+00:00),Fee,Fee Currency,Tax,Status'
const KUCOIN_ACCOUNT = 'UID,Account Type,Currency,Side,Amount,Fee,Time(UTC+00:00),Remark,Type'
const PRO = 'portfolio,type,time,amount,balance,amount/balance unit,transfer id,trade id,order id'
const PRO_FILLS =
  'portfolio,trade id,product,side,created at,size,size unit,price,fee,total,price/fee/total unit'
const STATEMENT = 'User_ID,UTC_Time,Account,Operation,Coin,Change,Remark'
const TRADES = 'Date(UTC),Market,Type,Price,Amount,Total,Fee,Fee Coin'
const CONVERT = 'Date,Wallet,Pair,Type,Sell,Buy,Price,Inverse Price,Date Updated,Status'
const NESTED = 'Date(UTC);Pair;Type;Order Price;Order Amount;AvgTrading Price;Filled;Total;status'
const fill = (amount: string, volume: string, fee: string) =>
  `1,mainAccount,o1,BTC-USDT,BUY,MARKET,42000,${amount},${volume},${volume},2024-01-08 10:00:20,${fee},,TAKER,USDT`
const statement = [
  STATEMENT,
  '1,2024-01-08 10:00:20,Spot,Transaction Buy,BTC,0.01,',
  '1,2024-01-08 10:00:20,Spot,Transaction Spend,USDT,-420,',
  '1,2024-01-08 10:00:20,Spot,Transaction Fee,BTC,-0.00001,',
]
const bybit = [
  BYBIT,
  '1,BTC,BTCUSDT,TRADE,BUY,0.01,0,42000,0,-0.00001,0.01,0.00999,0.1,--,2024-01-08 10:00:20',
  '1,USDT,BTCUSDT,TRADE,BUY,-420,0,42000,0,0,-420,-420,80,--,2024-01-08 10:00:20',
]
const kucoinOrder = [
  KUCOIN_ORDERS,
  '1,mainAccount,o1,2024-01-08 09:58:00,BTC-USDT,BUY,LIMIT,42000,0.01,42000,0.01,420,420,2024-01-08 10:00:20,0.42,USDT,,deal',
]

const pairs: readonly Pair[] = [
  [
    'OKX, the trading account and its fills',
    [
      OKX,
      '3,900,2024-01-08 10:00:20,Spot,BTC-USDT,Buy,0.01,BTC,42000,0,-0.00001,BTC,0,0,0.00999,0.00999,BTC',
      '2,900,2024-01-08 10:00:20,Spot,BTC-USDT,Buy,420,USDT,42000,0,0,USDT,0,0,-420,80,USDT',
    ],
    [
      'Order ID,Trade ID,Trade Time,Pairs,Amount,Price,Total,taker/maker,Fee,unit',
      '900,25,2024-01-08 18:00:20,btc_usdt,0.01,42000,-420 USDT,taker,-0.00001 BTC,BTC',
    ],
  ],
  [
    'Bybit, the unified account and spot orders, which have no seconds',
    bybit,
    [
      'Spot Pairs,Order Type,Direction,Filled Value,Filled Price,Filled Quantity,Fees,Transaction ID,Order No.,Timestamp (UTC)',
      'BTCUSDT,LIMIT,BUY,420,42000,0.01,0.00001,22,53,10:00 2024-01-08',
    ],
  ],
  ['KuCoin, an order and its fill', kucoinOrder, [KUCOIN, fill('0.01', '420', '0.42')]],
  [
    'KuCoin, an order and its fills',
    kucoinOrder,
    [KUCOIN, fill('0.004', '168', '0.168'), fill('0.006', '252', '0.252')],
  ],
  [
    'KuCoin, the account and its fill',
    [
      KUCOIN_ACCOUNT,
      '1,mainAccount,BTC,Deposit,0.01,0,2024-01-08 10:00:20,,Spot',
      '1,mainAccount,USDT,Withdrawal,420.42,0.42,2024-01-08 10:00:20,,Spot',
    ],
    [KUCOIN, fill('0.01', '420', '0.42')],
  ],
  [
    'Bitfinex, the ledger and its trades',
    [
      '#,DESCRIPTION,CURRENCY,AMOUNT,BALANCE,DATE,WALLET',
      '7,Exchange 0.01 BTC for USD @ 42000 on wallet exchange,BTC,0.01,0.01,08-01-24 10:00:20,exchange',
      '8,Exchange 0.01 BTC for USD @ 42000 on wallet exchange,USD,-420,0,08-01-24 10:00:20,exchange',
    ],
    [
      '#,PAIR,AMOUNT,PRICE,FEE,FEE PERC,FEE CURRENCY,DATE,ORDER ID',
      '0,BTC/USD,0.01,42000,-0.00002,0.1,BTC,08-01-24 10:00:20,5',
    ],
  ],
  [
    'Coinbase Pro, the account and its fills',
    [
      PRO,
      'default,match,2024-01-08T10:00:20.100Z,-420,500,USD,,11,o1',
      'default,match,2024-01-08T10:00:20.100Z,0.01,0.5,BTC,,11,o1',
      'default,fee,2024-01-08T10:00:20.100Z,-2.5,497.5,USD,,11,o1',
    ],
    [PRO_FILLS, 'default,11,BTC-USD,BUY,2024-01-08T10:00:20.100Z,0.01,BTC,42000,2.5,-422.5,USD'],
  ],
  [
    'Kraken, ledgers and trades',
    [
      'txid,refid,time,type,subtype,aclass,asset,wallet,amount,fee,balance',
      'L2,T1,2024-01-08 10:00:20,trade,tradespot,currency,ZUSD,spot / main,-420.0000,1.3000,498.7000',
      'L3,T1,2024-01-08 10:00:20,trade,tradespot,currency,XXBT,spot / main,0.0100000000,0.0000000000,0.0100000000',
    ],
    [
      'txid,ordertxid,pair,time,type,ordertype,price,cost,fee,vol,margin,misc,ledgers',
      'T1,O1,XXBTZUSD,2024-01-08 10:00:20.1234,buy,limit,42000,420.0,1.3,0.01,0.0,,"L2,L3"',
    ],
  ],
  [
    'Binance, the statement and its trades',
    statement,
    [TRADES, '2024-01-08 10:00:20,BTCUSDT,BUY,42000,0.01,420,0.00001,BTC'],
  ],
  [
    'Binance, the statement and its orders',
    statement,
    [
      NESTED,
      '2024-01-08 10:00:20;BTCUSDT;BUY;42000;0.01;42000;0.01;420;Filled',
      ';Date(UTC);Trading Price;Filled;Total;Fee;;;',
      ';2024-01-08 10:00:20;42000;0.01;420;0.00001BTC;;;',
    ],
  ],
  [
    'Binance, the statement and the fills of one second',
    statement,
    [
      TRADES,
      '2024-01-08 10:00:20,BTCUSDT,BUY,42000,0.004,168,0.000004,BTC',
      '2024-01-08 10:00:20,BTCUSDT,BUY,42000,0.006,252,0.000006,BTC',
    ],
  ],
  [
    'Bybit, the unified account and its fills by another report',
    bybit,
    [
      'Timestamp,Type,IN Amount,IN Currency,Out Amount,Out Currency,Fee Amount,Fee Currency,Exchange(optional),US Based,Txid',
      '2024-01-08T10:00:20Z,buy,0.004,BTC,168,USDT,,,Bybit,no,',
      '2024-01-08T10:00:20Z,buy,0.006,BTC,252,USDT,,,Bybit,no,',
    ],
  ],
  [
    'Binance, trades and conversions',
    [
      STATEMENT,
      '1,2024-01-08 10:00:20,Spot,Binance Convert,USDT,-420,',
      '1,2024-01-08 10:00:20,Spot,Binance Convert,BTC,0.01,',
    ],
    [
      CONVERT,
      '2024-01-08 10:00:20,Spot,BTCUSDT,Market,420 USDT,0.01 BTC,1 BTC = 42000 USDT,x,2024-01-08 10:00:22,Successful',
    ],
  ],
  [
    'BlockFi, transactions and trades, hours apart',
    [
      'Cryptocurrency,Amount,Transaction Type,Exchange Rate Per Coin (USD),Confirmed At',
      'LTC,-40.00501234,Trade,150,2021-01-31 03:52:09',
      'USDC,6000.75,Trade,1,2021-01-31 03:52:09',
    ],
    [
      'Trade ID,Date,Buy Quantity,Buy Currency,Sold Quantity,Sold Currency,Rate Amount,Rate Currency,Type',
      'd1,2021-01-30 23:06:10,6000.75,usdc,40.00501234,LTC,150,USDC,One Time',
    ],
  ],
  [
    'HTX, both lists of trades, in two zones',
    [
      'Time,Type,Pair,Side,Price,Amount,Total,Fee',
      '2024-01-08 10:00:20,Exchange,LTC/BTC,Buy,0.006,0.5,0.003,0.001LTC,',
    ],
    [
      'uid,symbol,deal_type,order_type,account_type,price,volume,amount,fee_amount,fee_currency,fee_point_currency,fee_point_volume,deal_time',
      '44,LTC/BTC,buy,web,spot,0.006,0.5,0.003,0.001,ltc,,,2024-01-08 10:00:20',
    ],
  ],
  [
    'Strike, the year and the month',
    [
      'Reference,Date & Time (UTC),Transaction Type,Amount USD,Fee USD,Amount BTC,Fee BTC,BTC Price,Cost Basis (USD),Destination,Description,Transaction Hash,Note',
      'ref-1,Jan 02 2025 01:24:12,Purchase,-10.00,0,0.0001,0.00000000,100000.00,10.00,,,,',
    ],
    [
      'Transaction ID,Initiated Date (UTC),Initiated Time (UTC),Completed Date (UTC),Completed Time (UTC),Transaction Type,State,Amount 1,Currency 1,Fee 1,Amount 2,Currency 2,Fee 2,BTC Price,Balance 1,Currency 1,Balance - BTC,Destination,Description,Note',
      't1,Jan 02 2025,01:24:12,Jan 02 2025,01:24:12,Trade,Completed,-10.00,USD,,0.0001,BTC,,100000.00,0.00,USD,0.0001,,,',
    ],
  ],
]

test.each(pairs)('two reports of one purchase are one, or asked about: %s', (_, one, other) => {
  const files = [one, other].map((rows, n) => {
    const name = `${n}.csv`
    const reading = readFile({ name, bytes: Buffer.from(`${rows.join('\n')}\n`) }, { timeZone: 'UTC' })
    if (reading.outcome !== 'read') throw new Error(`${reading.outcome}: ${reading.message}`)
    return { fileName: name, reading }
  })
  for (const order of [files, files.toReversed()]) {
    const { entries, possibleDuplicates } = journalOfFiles(order)
    const trades = entries.filter(({ from, to }) => from !== null && to !== null)
    const asked = new Set(possibleDuplicates.flatMap(({ origins }) => origins.map(({ file }) => file)))
    expect(trades.length).toBeGreaterThan(0)
    if (trades.length > 1) expect([...asked].toSorted()).toEqual(['0.csv', '1.csv'])
  }
})
