// Apart from the calls, so that a screen that names them does not bring the validator along.

/** The lines of a return that ordinary income goes to. */
export const LINES_OF_INCOME = ['other', 'business', 'wages', 'interest', 'dividends'] as const
export type LineOfIncome = (typeof LINES_OF_INCOME)[number]

/** Kinds of income whose lines one request may set. */
export const MOST_INCOME_LINES = 1000
