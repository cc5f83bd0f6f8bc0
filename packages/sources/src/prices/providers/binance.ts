import { closesOf, jsonOf, listOf, type PriceProvider, rangeOf, tickerIn } from './price-provider.ts'

/** What it answers for a symbol that it does not have. */
const INVALID_SYMBOL = /"code"\s*:\s*-1121\b/

/**
 * Binance's market data, `GET /api/v3/klines`, without a key: `[open time, open, high, low, close, volume, close time, …]`, times in
 * milliseconds and prices as text, at most 1,000. It has no market in dollars: prices are in USDT.
 */
export const binancePrices: PriceProvider = {
  name: 'binance-data',
  title: 'Binance',
  quote: 'USDT',
  grains: ['hour', 'day'],
  mostSpan: 1_000,
  mostTimes: 1_000,
  marketOf: (asset) => {
    const ticker = tickerIn(asset)
    return ticker === undefined || ticker === 'USDT' ? undefined : `${ticker}USDT`
  },
  async ask(ask, market, times, grain) {
    const { from, to } = rangeOf(times)
    const query = new URLSearchParams({
      symbol: market,
      interval: grain === 'day' ? '1d' : '1h',
      startTime: String(from),
      endTime: String(to),
      limit: String(this.mostTimes),
    })
    const answer = await ask({ path: `/api/v3/klines?${query.toString()}` })
    if (answer.status === 400 && INVALID_SYMBOL.test(answer.text)) return []
    const candles = listOf(this.name, jsonOf(this.name, answer)).map((candle) => {
      const [at, , , , price] = listOf(this.name, candle)
      return { at, price }
    })
    return closesOf(this.name, candles, times, grain, { unit: 'ms' })
  },
}
