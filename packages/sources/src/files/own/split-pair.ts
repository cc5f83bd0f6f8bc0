import { COMMON_QUOTES, gluedPair } from '../reader/pairs.ts'

/** Splits a pair of whatever exchange, with a mark between its tickers or without. */
export const splitPair = gluedPair([...COMMON_QUOTES, 'USD', 'CAD', 'CHF'])
