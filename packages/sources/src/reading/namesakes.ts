import { type AssetId, coinOf, namesakeOf } from '@lotbook/journal'

/** The coin behind a ticker, at an exchange that holds none of the currencies that known coins share their codes with. */
export function coinOfNamesake(ticker: AssetId): AssetId {
  return namesakeOf(ticker) === undefined ? ticker : coinOf(ticker)
}
