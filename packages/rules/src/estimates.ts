/** A person's statements about themselves for an estimate. */
export interface Taxpayer {
  /** A status that the jurisdiction knows. */
  readonly filing_status: string
  /** Taxable income without what Lotbook counts, after deductions; exact decimal text. */
  readonly other_income: string
}

/** A year's gains by term and its income, exact decimal text. */
export interface TaxedYear {
  readonly short: { readonly gain: string }
  readonly long: { readonly gain: string }
  readonly income: string
}

/** Estimates of the income tax of a year. */
export interface Estimates {
  /** The tax of a year by itself; null outside the horizon. */
  readonly ofYear: (year: number, taxed: TaxedYear, taxpayer: Taxpayer) => string | null
}
