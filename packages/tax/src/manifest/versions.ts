/** Raised with every change that can change a result: also of a list it is worked out by, for what is kept to go on from hangs on this. */
export const ENGINE_VERSION = '1.12.0'

/**
 * Raised with every change of a rule of `docs/tax`, and named after its day; `tests/tax-rules.test.ts` holds it to the ids of the rules. The first was
 * named after the month of the reference it follows.
 */
export const RULES_VERSION = 'us-2026-11-29'

/** Raised with every change of what the invariants are asked of, so that a manifest's counts are compared with their like. */
export const INVARIANTS_VERSION = '5'
