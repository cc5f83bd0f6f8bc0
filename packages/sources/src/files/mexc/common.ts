import { tickers } from '../reader/table-declaration.ts'

/** Where nothing says the zone of times, older files are said to be in that of China. */
export const mexc = {
  sourceSlug: 'mexc',
  exchange: 'MEXC',
  timeZone: 'UTC',
  unsureZone: 'noted',
  asset: tickers(),
} as const
