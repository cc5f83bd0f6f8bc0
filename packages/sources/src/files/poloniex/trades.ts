import { gluedQuoteFirst, separatedPair } from '../reader/pairs.ts'
import { tradeTable } from '../reader/trade-table.ts'
import { poloniex } from './common.ts'

const trade = [
  ...['Date', 'Market', 'Category', 'Type', 'Price', 'Amount', 'Total', 'Fee', 'Order Number'],
  ...['Base Total Less Fee', 'Quote Total Less Fee'],
]

/**
 * Poloniex, trade history. The fee is what the amount has more than what was left of it: of a buy in the coin bought, of a sale in the
 * other. "Base" and "Quote" change places in these columns; those of the fee itself are wrong in some files. A settlement buys back
 * what was borrowed, so it belongs to the trades on margin.
 */
export const poloniexTrades = tradeTable({
  ...poloniex,
  id: 'poloniex-trades',
  family: 'poloniex-trades',
  name: 'Poloniex trade history',
  headers: [{ cells: [...trade, 'Fee Currency', 'Fee Total'] }, { cells: trade }],
  time: 'Date',
  side: { column: 'Type', buy: 'Buy', sell: 'Sell' },
  skipWhere: (row) => (/^(?:margin|settlement)/i.test(row.text('Category')) ? 'margin_trade' : undefined),
  pair: { column: 'Market', split: separatedPair },
  base: { amount: 'Amount' },
  quote: { amount: 'Total' },
  fee: [
    { amount: 'Amount', less: 'Quote Total Less Fee', isIn: 'base', onlyOf: 'buy' },
    { amount: 'Total', less: 'Base Total Less Fee', onlyOf: 'sell' },
  ],
  records: [{ kind: 'poloniex-fill', id: () => '' }],
  externalId: 'Order Number',
})

/** Poloniex, trade history of the exchange as it was rebuilt in 2022: the market is its base and its quote (`BTC_USDT`). */
export const poloniexTrades2022 = tradeTable({
  ...poloniex,
  id: 'poloniex-trades-2022',
  family: 'poloniex-trades-2022',
  name: 'Poloniex trade history since 2022',
  headers: [
    {
      cells: [
        ...['Date', 'Market', 'Type', 'Side', 'Price', 'Amount', 'Total', 'Fee', 'Order Number'],
        ...['Fee Currency', 'Fee Total'],
      ],
    },
  ],
  time: 'Date',
  side: { column: 'Side', buy: 'Buy', sell: 'Sell' },
  pair: { column: 'Market', split: separatedPair },
  base: { amount: 'Amount' },
  quote: { amount: 'Total' },
  fee: { amount: 'Fee Total', asset: 'Fee Currency' },
  records: [{ kind: 'poloniex-fill', id: () => '' }],
  externalId: 'Order Number',
})

/** Poloniex, trades of a data request: the market is its quote and its base (`BTCETH`), and no column has the total. */
export const poloniexTrades2023 = tradeTable({
  ...poloniex,
  id: 'poloniex-trades-2023',
  family: 'poloniex-trades-2023',
  name: 'Poloniex trades of a data request',
  headers: [
    {
      cells: [
        ...['create_time', 'trade_id', 'market', 'buyer_wallet', 'side', 'price', 'amount', 'fee'],
        ...['fee_currency', 'fee_total'],
      ],
    },
  ],
  time: 'create_time',
  side: { column: 'side', buy: 'Buy', sell: 'Sell' },
  pair: {
    column: 'market',
    split: gluedQuoteFirst('USDT USDC USDJ USDD TUSD BUSD DAI BTC ETH XMR TRX BNB BTT SUN JST'.split(' ')),
  },
  base: { amount: 'amount' },
  quote: { price: 'price' },
  fee: { amount: 'fee_total', asset: 'fee_currency' },
  records: [
    {
      kind: 'poloniex-trade',
      id: (row) => (row.text('trade_id') === '' ? '' : `${row.text('market')} ${row.text('trade_id')}`),
    },
  ],
  repeatedBy: 'trade_id',
  externalId: 'trade_id',
})

/** Poloniex, trades that support sent in 2025: each coin has a column of its own, and no column has the total. */
export const poloniexTrades2025 = tradeTable({
  ...poloniex,
  id: 'poloniex-trades-2025',
  family: 'poloniex-trades-2025',
  name: 'Poloniex trades from support',
  headers: [
    {
      cells: [
        ...['order_id', 'activity', 'order_role', 'order_type', 'base_currency_name', 'quote_currency_name'],
        ...['fee_currency_name', 'price', 'amount', 'fee_amount', 'usd_amount', 'usd_fee_amount', 'utc_time'],
      ],
    },
  ],
  time: 'utc_time',
  side: { column: 'activity', buy: 'Buy', sell: 'Sell' },
  base: { amount: 'amount', asset: 'base_currency_name' },
  quote: { price: 'price', asset: 'quote_currency_name' },
  fee: { amount: 'fee_amount', asset: 'fee_currency_name' },
  records: [{ kind: 'poloniex-fill', id: () => '' }],
  externalId: 'order_id',
})
