export const FILING_STATUSES = ['single', 'mfj', 'mfs', 'hoh', 'qss'] as const
export type FilingStatus = (typeof FILING_STATUSES)[number]

/** The figures of one year and filing status, in whole dollars. */
export interface BracketTable {
  /** Upper ends of the brackets taxed at 10, 12, 22, 24, 32 and 35 percent; above the last it is 37. */
  readonly ordinary: readonly string[]
  /** Up to here, of taxable income, long-term gain is taxed at 0 percent. */
  readonly zeroTo: string
  /** Up to here at 15 percent, above at 20. */
  readonly fifteenTo: string
  readonly standardDeduction: string
}

const table = (
  ordinary: string,
  zeroTo: string,
  fifteenTo: string,
  standardDeduction: string,
): BracketTable => ({
  ordinary: ordinary.split(' '),
  zeroTo,
  fifteenTo,
  standardDeduction,
})

const joint = (figures: BracketTable) => ({ mfj: figures, qss: figures })

/**
 * Sources: Rev. Procs. 2022-38 (2023), 2023-34 (2024), 2024-40 (2025), 2025-32 (2026), with the standard
 * deduction of 2025 as raised by P.L. 119-21. Years that are not here are refused, never extrapolated.
 */
export const BRACKETS: Readonly<Record<number, Readonly<Record<FilingStatus, BracketTable>>>> = {
  2023: {
    single: table('11000 44725 95375 182100 231250 578125', '44625', '492300', '13850'),
    ...joint(table('22000 89450 190750 364200 462500 693750', '89250', '553850', '27700')),
    mfs: table('11000 44725 95375 182100 231250 346875', '44625', '276900', '13850'),
    hoh: table('15700 59850 95350 182100 231250 578100', '59750', '523050', '20800'),
  },
  2024: {
    single: table('11600 47150 100525 191950 243725 609350', '47025', '518900', '14600'),
    ...joint(table('23200 94300 201050 383900 487450 731200', '94050', '583750', '29200')),
    mfs: table('11600 47150 100525 191950 243725 365600', '47025', '291850', '14600'),
    hoh: table('16550 63100 100500 191950 243700 609350', '63000', '551350', '21900'),
  },
  2025: {
    single: table('11925 48475 103350 197300 250525 626350', '48350', '533400', '15750'),
    ...joint(table('23850 96950 206700 394600 501050 751600', '96700', '600050', '31500')),
    mfs: table('11925 48475 103350 197300 250525 375800', '48350', '300000', '15750'),
    hoh: table('17000 64850 103350 197300 250500 626350', '64750', '566700', '23625'),
  },
  2026: {
    single: table('12400 50400 105700 201775 256225 640600', '49450', '545500', '16100'),
    ...joint(table('24800 100800 211400 403550 512450 768700', '98900', '613700', '32200')),
    mfs: table('12400 50400 105700 201775 256225 384350', '49450', '306850', '16100'),
    hoh: table('17700 67450 105700 201750 256200 640600', '66200', '579600', '24150'),
  },
}

/** Percent of the brackets, in the order of `ordinary`, and above the last. */
export const ORDINARY_RATES = [10, 12, 22, 24, 32, 35, 37] as const

/** Modified adjusted gross income above which the net investment income tax begins (section 1411; not indexed). */
export const NIIT_THRESHOLD: Readonly<Record<FilingStatus, string>> = {
  single: '200000',
  hoh: '200000',
  mfj: '250000',
  qss: '250000',
  mfs: '125000',
}

/** The most of a net capital loss that reduces other income in a year (section 1211(b)). */
export const LOSS_LIMIT: Readonly<Record<FilingStatus, string>> = {
  single: '3000',
  hoh: '3000',
  mfj: '3000',
  qss: '3000',
  mfs: '1500',
}
