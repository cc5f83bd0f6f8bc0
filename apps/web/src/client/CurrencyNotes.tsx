import type { DisplayRate, ShownCurrency } from '@lotbook/contract'
import { formatDay } from '../ui/format/format-date-time.ts'
import { formatQuantity } from '../ui/format/format-quantity.ts'
import { Credits } from '../ui/Credits.tsx'
import { useStart } from './start.ts'

/** The rate that the values of a screen are converted at, in a sentence; nothing where they are in the currency of the return. */
export function RateNote({ shown: { tax_currency: tax, rate } }: { readonly shown: ShownCurrency }) {
  const { currency } = useStart().setting
  if (currency === tax) return null
  return (
    <p className="text-table text-ink-2">
      {rate === null
        ? `No exchange rate for ${currency} is known here, so these values are in ${tax}. `
        : `Values, costs and gains are converted at ${rateWords(rate, currency, tax)}. `}
      Your return is figured in {tax}.
      <Credits of={[rate?.attribution ?? null]} />
    </p>
  )
}

/** Values of which each has the rate of its own day. */
export function DayRatesNote({ isAll = true }: { readonly isAll?: boolean }) {
  const { currency, tax_currency: tax, rate_attribution: credit } = useStart().setting
  if (currency === tax) return null
  return (
    <p className="text-table text-ink-2">
      Each value is converted to {currency} at the exchange rate of its day.
      {isAll && ` Gains and your return are figured in ${tax}.`}
      <Credits of={[credit]} />
    </p>
  )
}

/** Says of figures of the return that they are not in the currency that is shown elsewhere. */
export function TaxCurrencyNote() {
  const { currency, tax_currency: tax } = useStart().setting
  if (currency === tax) return null
  return (
    <p className="text-table text-ink-2">
      In {tax}, the currency of your return, and not in {currency}.
    </p>
  )
}

/** `1 EUR = 1.0812 USD, the rate of Jul 3, 2026 (European Central Bank)`. */
export function rateWords({ price, day, provider }: DisplayRate, currency: string, tax: string): string {
  return `1 ${currency} = ${formatQuantity(price, {})} ${tax}, the rate of ${formatDay(day)} (${provider})`
}
