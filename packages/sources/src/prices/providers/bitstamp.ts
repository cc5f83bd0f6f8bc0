import {
  closesOf,
  fieldsOf,
  GRAIN_MS,
  jsonOf,
  listOf,
  type PriceProvider,
  rangeOf,
  tickerIn,
} from './price-provider.ts'

/**
 * Bitstamp, `GET /api/v2/ohlc/{pair}/`, without a key: objects with every figure as text, at most 1,000, from 2011 for Bitcoin.
 * A pair that it does not have is answered with 404.
 */
export const bitstampPrices: PriceProvider = {
  name: 'bitstamp',
  title: 'Bitstamp',
  quote: 'USD',
  grains: ['hour', 'day'],
  mostSpan: 1_000,
  mostTimes: 1_000,
  marketOf: (asset) => {
    const ticker = tickerIn(asset)
    return ticker === undefined ? undefined : `${ticker.toLowerCase()}usd`
  },
  async ask(ask, market, times, grain) {
    const { from, to } = rangeOf(times)
    const query = new URLSearchParams({
      step: String(GRAIN_MS[grain] / 1000),
      limit: String((to - from) / GRAIN_MS[grain] + 1),
      start: String(from / 1000),
      end: String(to / 1000),
    })
    const answer = await ask({ path: `/api/v2/ohlc/${market}/?${query.toString()}` })
    if (answer.status === 404) return []
    const { data } = fieldsOf(this.name, jsonOf(this.name, answer))
    const candles = listOf(this.name, fieldsOf(this.name, data)['ohlc']).map((candle) => {
      const { timestamp: at, close: price } = fieldsOf(this.name, candle)
      return { at, price }
    })
    return closesOf(this.name, candles, times, grain, { unit: 's' })
  },
}
