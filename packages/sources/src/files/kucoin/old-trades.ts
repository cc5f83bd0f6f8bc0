import { separatedPair } from '../reader/pairs.ts'
import { tickers } from '../reader/table-declaration.ts'
import { tradeTable, type TradeTable } from '../reader/trade-table.ts'

/** Times of both are those of Singapore, without saying so. */
const trades = {
  family: 'kucoin-trades',
  sourceSlug: 'kucoin',
  exchange: 'KuCoin',
  timeZone: 'Asia/Singapore',
  asset: tickers(),
  records: [{ kind: 'kucoin-trade', id: () => '' }],
} satisfies Partial<TradeTable>

const required = ['tradeCreatedAt', 'symbol', 'side', 'price', 'size', 'funds', 'fee', 'feeCurrency']

/** KuCoin, trades of 2019 to 2022; some files lack the order's columns. */
export const kucoinTrades2020 = tradeTable({
  ...trades,
  id: 'kucoin-trades-2020',
  name: 'KuCoin trade history, 2019 to 2022',
  headers: [
    {
      cells: [
        ...['tradeCreatedAt', 'orderId', 'symbol', 'side', 'price', 'size', 'funds', 'fee'],
        ...['liquidity', 'feeCurrency', 'orderType'],
      ],
    },
    { required },
  ],
  time: 'tradeCreatedAt',
  side: { column: 'side', buy: 'buy', sell: 'sell' },
  pair: { column: 'symbol', split: separatedPair },
  base: { amount: 'size' },
  quote: { amount: 'funds' },
  fee: { amount: 'fee', asset: 'feeCurrency' },
  externalId: 'orderId',
})

/** KuCoin, trades until early 2019. */
export const kucoinTrades2019 = tradeTable({
  ...trades,
  id: 'kucoin-trades-2019',
  name: 'KuCoin trade history, until 2019',
  headers: [
    {
      cells: [
        ...['Time', 'Pair', 'Side', 'FilledPrice', 'FilledPriceCoin', 'Amount', 'AmountCoin'],
        ...['Volume', 'VolumeCoin', 'Fee', 'FeeCoin'],
      ],
    },
  ],
  time: 'Time',
  side: { column: 'Side', buy: 'Buy', sell: 'Sell' },
  base: { amount: 'Amount', asset: 'AmountCoin' },
  quote: { amount: 'Volume', asset: 'VolumeCoin' },
  fee: { amount: 'Fee', asset: 'FeeCoin' },
})
