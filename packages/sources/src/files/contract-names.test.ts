import { contractName } from '@lotbook/journal'
import { describe, expect, test } from 'vitest'
import { readRows } from './testing/read-rows.ts'

type Cells = Readonly<Record<string, string>>

const at = '2025-03-01 10:00:00'

/** A row of a tax product that has no columns for a contract but a note. */
const noted = (note: string, cells: Cells) => ({ ...cells, [note]: 'BTC-PERP' })

/**
 * Every format whose rows are the profit, loss, funding or fee of a contract and name it, with such rows and the names: column (a) of
 * Form 8949 has them. A new format of that kind gets its line here.
 */
const FORMATS: readonly (readonly [format: string, rows: readonly Cells[], names: readonly string[]])[] = [
  [
    'binance-futures',
    ['REALIZED_PNL', 'FUNDING_FEE', 'COMMISSION', 'INSURANCE_CLEAR'].map((type, n) => ({
      'Date(UTC)': at,
      type,
      Amount: '-1',
      Asset: 'USDT',
      Symbol: 'BTCUSDT_250328',
      'Transaction ID': `${n}`,
    })),
    ['BTCUSDT_250328', 'BTCUSDT_250328', 'BTCUSDT_250328', 'BTCUSDT_250328'],
  ],
  [
    'bybit-uta',
    ['TRADE', 'SETTLEMENT', 'LIQUIDATION', 'DELIVERY'].map((Type) => ({
      Currency: 'USDT',
      Contract: 'SOLUSDT',
      Type,
      Quantity: '3',
      'Cash Flow': '-1',
      'Fee Paid': '0',
      Change: '-1',
      'Time(UTC)': at,
    })),
    ['SOLUSDT', 'SOLUSDT', 'SOLUSDT', 'SOLUSDT'],
  ],
  [
    'bybit-derivatives',
    ['Trade', 'Funding', 'Liquidation'].map((Type) => ({
      Time: at,
      Currency: 'USDT',
      Contract: 'ETHUSDT',
      Type,
      'Cash Flow': '2',
      Change: '2',
    })),
    ['ETHUSDT', 'ETHUSDT', 'ETHUSDT'],
  ],
  [
    'okx-trading',
    [
      ['Swap', 'Close long'],
      ['Swap', 'Open long'],
      ['Perpetual', 'Funding fee expense'],
      ['Futures', 'Settlement'],
      ['Options', 'Sell'],
    ].map(([type = '', Action = ''], n) => ({
      id: `${n}`,
      'Order id': `9${n}`,
      Time: at,
      'Trade Type': type,
      Symbol: 'BTC-USDT-SWAP',
      Action,
      Fee: '0',
      'Fee Unit': 'USDT',
      'Balance Change': '-2',
      'Balance Unit': 'USDT',
    })),
    ['BTC-USDT-SWAP', 'BTC-USDT-SWAP', 'BTC-USDT-SWAP', 'BTC-USDT-SWAP', 'BTC-USDT-SWAP'],
  ],
  [
    'kraken-futures-log',
    (
      [
        { type: 'futures trade', symbol: 'pf_xbtusd', 'realized pnl': '1', fee: '0.1' },
        { type: 'funding rate change', symbol: 'pi_ethusd', 'realized funding': '-0.2' },
        // A row of the wallet has the name of its companion, which is not read a second time.
        { type: 'futures liquidation', symbol: 'xbt', 'realized pnl': '-3', collateral: 'xbt' },
        { type: 'futures liquidation', symbol: 'fi_xbtusd_250328', 'realized pnl': '-3', collateral: 'xbt' },
      ] as Cells[]
    ).map((cells, n) => ({
      collateral: 'usd',
      ...cells,
      uid: `u${Math.min(n, 2)}`,
      dateTime: at,
      account: 'f',
    })),
    ['PF_XBTUSD', 'PI_ETHUSD', 'FI_XBTUSD_250328'],
  ],
  [
    'mexc-futures',
    ['CLOSE_POSITION', 'FUNDING', 'FEE', 'LIQUIDATION'].map((type) => ({
      'Time(UTC+00:00)': at,
      'Futures Trading Pair': 'BTC_USDT',
      Crypto: 'USDT',
      'Fund Type': type,
      'Fund Flow Type': 'OUT',
      Amount: '1',
    })),
    ['BTC_USDT', 'BTC_USDT', 'BTC_USDT', 'BTC_USDT'],
  ],
  [
    'kucoin-futures',
    ['XBTUSDM', 'SOLUSDTM'].map((Symbol) => ({
      Symbol,
      'Close Type': 'CLOSE_LONG',
      'Realized PNL': '-1',

      ',Position Closing Time(UTC+02:00)': at,
    })),
    ['XBTUSDM', 'SOLUSDTM'],
  ],
  [
    'bitmex-wallet',
    ['RealisedPNL', 'Funding'].map((transactType) => ({
      transactTime: '2025-03-01T10:00:00Z',
      transactType,
      amount: '-100000',
      address: 'XBTUSD',
      transactStatus: 'Completed',
    })),
    ['XBTUSD', 'XBTUSD'],
  ],
  [
    'hyperliquid-fills',
    [
      ['BTC', 'Close Long', '5'],
      ['kPEPE', 'Close Short', '-5'],
      ['ETH', 'Open Long', '0'],
    ].map(([coin = '', dir = '', closedPnl = '']) => ({
      time: at,
      coin,
      dir,
      px: '1',
      sz: '1',
      ntl: '1',
      fee: '0.1',
      feeToken: 'USDC',
      closedPnl,
    })),
    ['BTC', 'kPEPE', 'ETH'],
  ],
  [
    'hyperliquid-funding',
    [
      {
        time: '31/3/2025 - 10:00:00',
        coin: 'kPEPE',
        sz: '1',
        side: 'Long',
        payment: '-1',
        rate: '0.001',
      },
    ],
    ['kPEPE'],
  ],
  [
    'bittytax',
    [noted('Note', { Type: 'Margin-Gain', 'Buy Quantity': '1', 'Buy Asset': 'BTC', Timestamp: at })],
    ['BTC-PERP'],
  ],
  [
    'coinledger-export',
    [
      noted('Description', {
        'Timestamp (UTC)': at,
        Type: 'Trade',
        'Record Type': 'Margin Gain',
        Asset: 'USDT',
        Amount: '5',
        'Internal Id': '1',
        Platform: 'Bybit',
      }),
    ],
    ['BTC-PERP'],
  ],
]

describe('the rows of a contract carry its name to column (a)', () => {
  test.each(FORMATS)('%s', (format, rows, names) => {
    const { transactions } = readRows(format, [...rows])
    const ofContracts = transactions.filter(({ subType }) => subType?.startsWith('margin_'))
    expect(ofContracts.map(({ comment }) => contractName(comment))).toEqual(names)
  })
})
