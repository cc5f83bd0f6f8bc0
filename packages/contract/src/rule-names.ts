// Apart from the calls, so that a screen that names them does not bring the validator along.

/** Where what a rule looks at went: only in, only out, or one thing in for another out. */
export const RULE_DIRECTIONS = ['in', 'out', 'both'] as const

/** How an amount is compared. */
export const AMOUNT_TESTS = ['at_least', 'at_most', 'exactly'] as const

/** So many rules at most: each is asked of every transaction. */
export const MOST_RULES = 100
