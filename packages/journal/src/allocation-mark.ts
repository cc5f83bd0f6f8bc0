/**
 * Why lots from before 2025 came to their account without a safe harbor, though an allocation is on record: it came too
 * late for the asset, or is not of it (R-POOL-3, R-POOL-4).
 */
export type AllocationMark = 'late' | 'left_out'

/** What stands in a row under `Allocation`, on screens and in files alike. */
export const allocationMarkWords: Readonly<Record<AllocationMark, string>> = {
  late: 'Too late',
  left_out: 'Left out',
}

/** What is said of figures that rest on such lots of the assets, by their tickers. */
export function allocationSentence(mark: AllocationMark, assets: readonly string[]): string {
  const names = assets.join(', ')
  return mark === 'late'
    ? `The Safe Harbor allocation was recorded too late for ${names}: it is used for lots from before 2025, but it is no safe harbor.`
    : `The Safe Harbor allocation on record leaves out ${names}; the oldest lots from before 2025 were placed first.`
}
