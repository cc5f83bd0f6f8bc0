import type { MethodComparison } from '@lotbook/contract'
import { GainBars } from '../../ui/charts/GainBars.tsx'
import { methodsSentence, outcomeName } from './method-outcome-words.ts'

/** The gain of a year under each method, beside what is recorded. */
export function MethodBars({ comparison }: { readonly comparison: MethodComparison }) {
  const { outcomes, currency, tax_year } = comparison
  return (
    <GainBars
      title={`Gain of ${tax_year.toString()} by method`}
      currency={currency}
      noun="Method"
      bars={outcomes.map((outcome) => ({
        name: outcomeName(outcome),
        abbreviation: outcome.method === 'recorded' ? 'Now' : undefined,
        short: outcome.short.gain,
        long: outcome.long.gain,
      }))}
      sentence={methodsSentence}
      labelsAll
    />
  )
}
