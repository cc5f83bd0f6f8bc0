import { readFileSync } from 'node:fs'

/** What the demonstration's price file is called, wherever one of its prices is shown. */
export const DEMONSTRATION_PRICES = 'Demonstration prices, made up.csv'

/** The demonstration's own price file, to upload: one price a day and asset, in dollars. */
export function demonstrationPrices(): File {
  const bytes = readFileSync(new URL('files/demonstration-prices.csv', import.meta.url))
  return new File([bytes], DEMONSTRATION_PRICES, { type: 'text/csv' })
}
