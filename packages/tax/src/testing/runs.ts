import * as fc from 'fast-check'

const OF_FAST_CHECK = 100

/** How often a property is tried: so often, and as many times more often as LOTBOOK_RUNS asks for (tests/same-cases.ts). */
export const runs = (count: number): number =>
  Math.round((count * (fc.readConfigureGlobal().numRuns ?? OF_FAST_CHECK)) / OF_FAST_CHECK)
