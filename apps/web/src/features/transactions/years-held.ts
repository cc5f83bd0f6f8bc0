/** Whether the server knows of a year: coins are since 2009. */
export function isTaxYear(year: number): boolean {
  return year >= 2009 && year <= 2100
}

/**
 * Whether a tax year may hold a transaction, by the years of UTC that do: on New Year's Eve the two are different years, to either
 * side of UTC.
 */
export function mayHoldSome(years: readonly number[], year: number): boolean {
  return isTaxYear(year) && years.some((one) => Math.abs(one - year) <= 1)
}
