// Apart from the calls, so that a screen that names them does not bring the validator along.

/** R9.11 */
export const HOLDINGS_PAGE_SIZE = 20
/** Lots of an asset that are shown before more are asked for. */
export const LOTS_AT_FIRST = 8

/** Which assets a list is narrowed to. */
export const HOLDINGS_SHOWN = ['all', 'soon', 'differs', 'unpriced'] as const
export type HoldingsShown = (typeof HOLDINGS_SHOWN)[number]

/** Periods that the value of what was held is told over. */
export const VALUE_PERIODS = ['1M', '6M', '1Y', 'All'] as const
export type ValuePeriod = (typeof VALUE_PERIODS)[number]
