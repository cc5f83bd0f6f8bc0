export interface InvariantWords {
  readonly title: string
  readonly text: string
  /** What was counted. */
  readonly of: string
}

/** What each result is held to, in words for people, under the names that manifests use. Screens and files share them, so they are here and not in `tax`. */
export const INVARIANT_WORDS: Readonly<Record<string, InvariantWords>> = {
  'units-conserved': {
    title: 'No coin is lost or made',
    text: 'In each account, what came in less what went out is what is left.',
    of: 'accounts and assets',
  },
  'basis-conserved': {
    title: 'No cost basis is lost or made',
    text: 'The basis of each lot is what its disposals used and what is left, to the last unit.',
    of: 'lots and assets',
  },
  'lots-used-once': {
    title: 'Each lot is used once',
    text: 'Disposals take from a lot what was acquired, and never more.',
    of: 'lots',
  },
  'disposals-whole': {
    title: 'Disposals are whole',
    text: 'The lots of each disposal add up to the units that left.',
    of: 'events',
  },
  'proceeds-shared-out': {
    title: 'Proceeds and fees are shared out whole',
    text: 'The rows of each disposal add up to what it brought and what it cost.',
    of: 'events',
  },
  'gain-is-difference': {
    title: 'Gain is proceeds less basis',
    text: 'In every row, and proceeds are net of fees.',
    of: 'rows',
  },
  'totals-are-sums': {
    title: 'Totals are the sums of their rows',
    text: 'In each tax year, for short-term, long-term, income and deductions.',
    of: 'years',
  },
  'income-at-receipt': {
    title: 'Income is counted once',
    text: 'Each receipt that is income has one row, at its value, and nothing else has any.',
    of: 'receipts',
  },
  'dates-in-order': {
    title: 'No lot is used before it was acquired',
    text: 'Rows have the days of their transactions, and lots the days they were acquired.',
    of: 'rows and lots',
  },
  'terms-by-days': {
    title: 'Terms follow from the days',
    text: 'Long-term is more than a year; boxes and deductions follow from it.',
    of: 'rows',
  },
  'transfers-neutral': {
    title: 'Transfers are not sales',
    text: 'Moving your own coins makes no gain, except for a fee paid in coins.',
    of: 'transfers',
  },
  'unknown-flagged': {
    title: 'Unknowns are flagged',
    text: 'Units of unknown origin have no basis, and a warning.',
    of: 'rows and events',
  },
}
