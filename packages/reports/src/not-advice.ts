/** What every paper says of itself. */
export const NOT_ADVICE =
  'Worked out from the records that were imported and the answers that were given; not tax advice. Review it before you file.'
