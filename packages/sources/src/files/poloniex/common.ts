import { tickers } from '../reader/table-declaration.ts'

export const poloniex = {
  sourceSlug: 'poloniex',
  exchange: 'Poloniex',
  timeZone: 'UTC',
  asset: tickers({ STR: 'XLM', BCHABC: 'BCH', BCHSV: 'BSV' }),
} as const
