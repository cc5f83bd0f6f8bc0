/**
 * Questions that the data leaves open, for the review queue. The list of codes is closed: `tax/scenarios.schema.md`.
 */
export const WARNING_CODES = [
  'MISSING_BASIS',
  'UNRESOLVED_SENT',
  'UNRESOLVED_RECEIVED',
  'GIFT_BASIS_UNKNOWN',
  'STAKING_RETURN_EXCEEDS_LOCKUP',
  'STAKING_RETURN_SHORT',
  'SPEC_LOT_UNAVAILABLE',
  'SAFE_HARBOR_ALLOCATION_MISSING',
  'SAFE_HARBOR_UNPLACED',
] as const
export type WarningCode = (typeof WARNING_CODES)[number]
