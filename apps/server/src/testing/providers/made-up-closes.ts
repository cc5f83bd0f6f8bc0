import type { ProviderName } from '@lotbook/sources'
import type { Closes } from './price-handlers.ts'

const DAY_MS = 86_400_000
const FIRST_DAY = Date.UTC(2016, 0, 1)

/** Coins and what they were worth about the first day, in dollars. */
const COINS = { BTC: 430, ETH: 1, LTC: 3.5, XRP: 0.006, ADA: 0.02, DOT: 3, SOL: 1.2, DOGE: 0.0002, USDT: 1 }
/** Units of a currency for a euro. */
const RATES = { USD: 1.09, GBP: 0.74, CHF: 1.09, JPY: 130 }

/**
 * Closes that are made up, from 2016 to a day: they rise and fall, and are the same at every start. Each provider has some of the
 * coins, so that they are asked in turn.
 */
export function madeUpCloses(until: Date): Partial<Record<ProviderName, Closes>> {
  const days: string[] = []
  for (let at = FIRST_DAY; at <= until.getTime(); at += DAY_MS)
    days.push(new Date(at).toISOString().slice(0, 10))
  const line = (first: number, growth: number, swing: number) =>
    Object.fromEntries(
      days.map((day, n) => [
        day,
        (first * growth ** (n / 365) * (1 + swing * Math.sin(n / 23))).toPrecision(8),
      ]),
    )
  const markets = (name: (coin: string) => string, coins = Object.keys(COINS)) =>
    Object.fromEntries(
      Object.entries(COINS).flatMap(([coin, first]) =>
        coins.includes(coin)
          ? [[name(coin), coin === 'USDT' ? line(1, 1, 0.001) : line(first, 1.6, 0.3)]]
          : [],
      ),
    )
  return {
    'coinbase-exchange': markets((coin) => `${coin}-USD`, ['BTC', 'ETH', 'LTC', 'USDT']),
    kraken: markets((coin) => `${coin === 'BTC' ? 'XBT' : coin === 'DOGE' ? 'XDG' : coin}USD`),
    'binance-data': markets((coin) => `${coin}USDT`, ['ADA', 'DOT', 'SOL', 'DOGE']),
    defillama: { 'ethereum:0x1f9840a85d5af5bf1d1762f925bdaddc4201f984': line(3, 1.2, 0.3) },
    ecb: Object.fromEntries(Object.entries(RATES).map(([currency, rate]) => [currency, line(rate, 1, 0.04)])),
  }
}
