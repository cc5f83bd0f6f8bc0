import { z } from 'zod'
import { attribution, dayText, decimalText } from './common.ts'

/** The exchange rate that values were converted at. */
export const displayRate = z.object({
  /** Units of the return's currency for one unit of the currency shown. */
  price: decimalText,
  /** The UTC day of the rate. */
  day: dayText,
  /** Who says so. */
  provider: z.string(),
  attribution: attribution.nullable(),
})
export type DisplayRate = z.infer<typeof displayRate>

/** The currency of the values of an answer. */
export const shownCurrency = z.object({
  /** The one that the customer chose; that of the return where no rate is known. */
  currency: z.string(),
  /** The one that the return is figured in. */
  tax_currency: z.string(),
  /** Null where nothing was converted. */
  rate: displayRate.nullable(),
})
export type ShownCurrency = z.infer<typeof shownCurrency>
