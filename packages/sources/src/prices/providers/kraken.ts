import type { ProviderAnswer } from '../../connecting/ask.ts'
import {
  closesOf,
  fieldsOf,
  GRAIN_MS,
  jsonOf,
  listOf,
  type PriceProvider,
  rangeOf,
  tickerIn,
  unreadable,
} from './price-provider.ts'

/** Kraken's own words for two coins. */
const OWN_TICKERS: Readonly<Record<string, string>> = { BTC: 'XBT', DOGE: 'XDG' }

/**
 * Kraken, `GET /0/public/OHLC`, without a key: `[time, open, high, low, close, vwap, volume, count]` under the pair's own name, prices as
 * text. It has the newest 720 hours or days and nothing before; the last entry is of the hour or day that has not ended
 * (docs.kraken.com, "Get OHLC Data"). Errors come with status 200.
 */
export const krakenPrices: PriceProvider = {
  name: 'kraken',
  title: 'Kraken',
  quote: 'USD',
  grains: ['hour', 'day'],
  mostSpan: 720,
  mostTimes: 720,
  depth: 719,
  marketOf: (asset) => {
    const ticker = tickerIn(asset)
    return ticker === undefined ? undefined : `${OWN_TICKERS[ticker] ?? ticker}USD`
  },
  async ask(ask, market, times, grain) {
    const { from } = rangeOf(times)
    const query = new URLSearchParams({
      pair: market,
      interval: String(GRAIN_MS[grain] / 60_000),
      // Candles after this time.
      since: String(from / 1000 - 1),
    })
    const answer = await ask({ path: `/0/public/OHLC?${query.toString()}`, isBusy: isTooOften })
    const { error, result } = fieldsOf(this.name, jsonOf(this.name, answer))
    const errors = listOf(this.name, error ?? [])
    if (errors.some((one) => String(one).startsWith('EQuery:Unknown asset'))) return []
    if (errors.length > 0) throw unreadable(this.name, String(errors[0]))
    const [candles] = Object.entries(fieldsOf(this.name, result)).flatMap(([name, value]) =>
      name === 'last' ? [] : [listOf(this.name, value)],
    )
    const closes = (candles ?? []).map((candle) => {
      const [at, , , , price] = listOf(this.name, candle)
      return { at, price }
    })
    return closesOf(this.name, closes, times, grain, { unit: 's' })
  },
}

function isTooOften({ text }: ProviderAnswer): boolean {
  return /"(?:EAPI:Rate limit exceeded|EGeneral:Too many requests|EService:(?:Unavailable|Busy|Throttled))/.test(
    text,
  )
}
