/** A sentence at the foot of papers that a return is prepared from. */
export const NOT_ADVICE =
  'Worked out from the records that were imported and the answers that were given; not tax advice. Review it before you file.'
