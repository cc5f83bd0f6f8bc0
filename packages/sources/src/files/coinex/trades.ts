import { COMMON_QUOTES, gluedPair } from '../reader/pairs.ts'
import { tickers } from '../reader/table-declaration.ts'
import { tradeTable } from '../reader/trade-table.ts'

const market = 'Trading pair/Contract name'
const executed = ['Side', 'Executed Price', 'Executed Amount', 'Executed Value', 'Fees', 'Fees Coin Type']

/** CoinEx, spot trades. In older files the coin of the market stands under Sending and its price's under Receiving, whatever the side. */
export const coinexTrades = tradeTable({
  id: 'coinex-trades',
  family: 'coinex-trades',
  name: 'CoinEx trades',
  sourceSlug: 'coinex',
  exchange: 'CoinEx',
  headers: [
    { cells: ['Execution Time', market, ...executed, 'Executed Type'] },
    { cells: ['Execution Time', 'Sending', 'Receiving', ...executed, 'Executed Type'] },
  ],
  timeZone: 'UTC',
  unsureZone: 'noted',
  time: 'Execution Time',
  side: { column: 'Side', buy: 'buy', sell: 'sell' },
  pair: { column: market, split: gluedPair(['CET', ...COMMON_QUOTES]) },
  base: { amount: 'Executed Amount', asset: 'Sending' },
  quote: { amount: 'Executed Value', asset: 'Receiving' },
  fee: { amount: 'Fees', asset: 'Fees Coin Type' },
  asset: tickers(),
  assumption: (sheet) =>
    sheet.has(market) ? 'Taken for spot trades: those of contracts may have the same columns' : undefined,
  records: [{ kind: 'coinex-trade', id: () => '' }],
})
