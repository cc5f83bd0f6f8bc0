// Apart from the calls, so that a screen that names them does not bring the validator along.

/** What a person types before an allocation is recorded that cannot be made again. */
export const ALLOCATION_CONFIRMATION = 'irrevocable'

/** A global rule in the books, or each unit named (Rev. Proc. 2024-28). */
export const ALLOCATION_KINDS = ['specific', 'global'] as const
