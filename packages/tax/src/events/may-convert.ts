import { declaredPairs, type Jurisdiction } from '@lotbook/rules'
import type { CalculationSettings } from '../schema/calculation-input.ts'

/** A test of a type and its assets: true if lots may pass from one asset to the other, so that both count in the same units. */
export function mayConvert(
  { treatments, pairTypes }: Jurisdiction,
  settings: CalculationSettings,
): (type: string, from: string, to: string) => boolean {
  const renames = new Set(
    treatments.flatMap(({ type, operation }) => (operation === 'convert' ? [type] : [])),
  )
  const exchanges = new Set(pairTypes)
  const isPair = declaredPairs(settings)
  return (type, from, to) => renames.has(type) || (exchanges.has(type) && isPair(from, to))
}
