// Apart from the calls, so that a screen that names them does not bring the validator along.

/** Files for tax programs, in the order that they are offered. */
export const TAX_PROGRAM_KINDS = [
  'turbotax-csv',
  'txf',
  'taxact-csv',
  'hr-block-summary',
  'freetaxusa-summary',
  'drake-csv',
  'fdx-json',
  'plain-8949-csv',
] as const
