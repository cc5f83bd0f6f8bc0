import { gluedPair } from '../reader/pairs.ts'
import { tickers } from '../reader/table-declaration.ts'

const quotes = 'USD UST USDT UDC EUR EUT GBP JPY BTC ETH XAUT CNHT MIM TRY'.split(' ')

export const bitfinexPair = gluedPair(quotes)

/** Codes of Bitfinex; UST is Tether there. */
export const bitfinexAsset = tickers({
  UST: 'USDT',
  UDC: 'USDC',
  DSH: 'DASH',
  IOT: 'IOTA',
  QTM: 'QTUM',
  DAT: 'DATA',
  MNA: 'MANA',
  EUT: 'EURT',
})

/** What all reports share. People choose how dates are written; the usual way is day first, with a year of two figures. */
export const bitfinex = {
  sourceSlug: 'bitfinex',
  exchange: 'Bitfinex',
  timeZone: 'UTC',
  dateOrder: 'day-first',
  timeText: (text: string) => text.trim().replace(/^(\d{2})-(\d{2})-(\d{2})(?!\d)/, '$1/$2/$3'),
  asset: bitfinexAsset,
} as const
