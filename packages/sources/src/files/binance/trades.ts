import { tradeTable, type TradeTable } from '../reader/trade-table.ts'
import { localTime } from './local-time.ts'
import { marketPair } from './market-pairs.ts'
import { binanceAsset, isOpenCode } from '../../providers/binance/assets.ts'

/** Both generations of the spot trade history: a row is a fill without an id, and equal fills of one second are several. */
const trades = {
  family: 'binance-trades',
  sourceSlug: 'binance',
  exchange: 'Binance',
  timeZone: 'UTC',
  asset: binanceAsset,
  isOpenCode,
  records: [{ kind: 'binance-trade', id: () => '' }],
} satisfies Partial<TradeTable>

/** Binance, spot trade history until 2021. */
export const binanceTradesMarket = tradeTable({
  ...trades,
  id: 'binance-trades-market',
  name: 'Binance trade history, until 2021',
  headers: [{ cells: ['Date(UTC)', 'Market', 'Type', 'Price', 'Amount', 'Total', 'Fee', 'Fee Coin'] }],
  time: 'Date(UTC)',
  side: { column: 'Type', buy: 'BUY', sell: 'SELL' },
  pair: { column: 'Market', split: marketPair },
  base: { amount: 'Amount' },
  quote: { amount: 'Total' },
  fee: { amount: 'Fee', asset: 'Fee Coin' },
})

const executed = ['Pair', 'Side', 'Price', 'Executed', 'Amount', 'Fee']

/** Binance, spot trade history since 2021: amounts have their coin behind them, and headers are in the language of the account. */
export const binanceTradesExecuted = tradeTable({
  ...trades,
  id: 'binance-trades-executed',
  name: 'Binance trade history, since 2021',
  headers: [
    { cells: ['Date(UTC)', ...executed] },
    { cells: ['Date(UTC)', 'Pair', 'Side', 'Price', 'Quantity', 'Amount', 'Fee'] },
    { cells: ['Čas', 'Pár', 'Strana', 'Cena', 'Provedeno', 'Částka', 'Poplatek'] },
    { cells: ['Time', ...executed] },
    { cells: ['Order No', 'Time', ...executed, 'AOR Conversion Pair', 'AOR Conversion Rate'] },
    { cells: ['Tiempo', 'Par', 'Lado', 'Precio', 'Ejecutado', 'Cantidad', 'Tarifa'] },
  ],
  columns: {
    'Date(UTC)': /^(?:Date\(UTC\)|Time|Čas|Tiempo)$/i,
    Pair: /^(?:Pair|Pár|Par)$/i,
    Side: /^(?:Side|Strana|Lado)$/i,
    Executed: /^(?:Executed|Quantity|Provedeno|Ejecutado)$/i,
    Amount: /^(?:Amount|Částka|Cantidad)$/i,
    Fee: /^(?:Fee|Poplatek|Tarifa)$/i,
  },
  ...localTime,
  time: 'Date(UTC)',
  side: { column: 'Side', buy: 'BUY', sell: 'SELL' },
  pair: { column: 'Pair', split: marketPair },
  base: { amount: 'Executed', isGlued: true },
  quote: { amount: 'Amount', isGlued: true },
  fee: { amount: 'Fee', isGlued: true },
  externalId: 'Order No',
})
