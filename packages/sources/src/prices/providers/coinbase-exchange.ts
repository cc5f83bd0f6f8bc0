import {
  closesOf,
  GRAIN_MS,
  jsonOf,
  listOf,
  type PriceProvider,
  rangeOf,
  tickerIn,
} from './price-provider.ts'

/**
 * Coinbase Exchange, `GET /products/{id}/candles`, without a key: `[time, low, high, open, close, volume]` with JSON numbers,
 * newest first, at most 300, some perhaps from before the range; none for an hour or day without a trade
 * (docs.cdp.coinbase.com, "Get product candles").
 */
export const coinbaseExchangePrices: PriceProvider = {
  name: 'coinbase-exchange',
  title: 'Coinbase Exchange',
  quote: 'USD',
  grains: ['hour', 'day'],
  mostSpan: 300,
  mostTimes: 300,
  marketOf: (asset) => {
    const ticker = tickerIn(asset)
    return ticker === undefined ? undefined : `${ticker}-USD`
  },
  async ask(ask, market, times, grain) {
    const { from, to } = rangeOf(times)
    const query = new URLSearchParams({
      granularity: String(GRAIN_MS[grain] / 1000),
      start: new Date(from).toISOString(),
      end: new Date(to).toISOString(),
    })
    const answer = await ask({ path: `/products/${market}/candles?${query.toString()}` })
    if (answer.status === 404) return []
    const candles = listOf(this.name, jsonOf(this.name, answer)).map((candle) => {
      const [at, , , , price] = listOf(this.name, candle)
      return { at, price }
    })
    return closesOf(this.name, candles, times, grain, { unit: 's' })
  },
}
