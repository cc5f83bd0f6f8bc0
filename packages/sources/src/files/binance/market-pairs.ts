import { COMMON_QUOTES, gluedPair } from '../reader/pairs.ts'

/** Splits a market of Binance, which is written without a mark (`LTCBTC`). No market there is priced in dollars of a state. */
export const marketPair = gluedPair(COMMON_QUOTES)
