import byRule from '../../fixtures/by-rule.json' with { type: 'json' }
import edges from '../../fixtures/edges.json' with { type: 'json' }
import filesOnly from '../../fixtures/files-only.json' with { type: 'json' }
import fixture from '../../fixtures/scenarios.json' with { type: 'json' }
import type { CalculationInput } from '../schema/calculation-input.ts'

export interface Scenario {
  readonly id: string
  readonly title: string
  readonly rules: readonly string[]
  readonly input: CalculationInput
  readonly expected: Record<string, unknown>
}

interface Fixture {
  readonly scenarios: readonly Scenario[]
  readonly estimates: readonly {
    readonly id: string
    readonly title: string
    readonly input: Record<string, unknown>
    readonly expected: Record<string, string>
  }[]
}

const worked = fixture as unknown as Fixture

/**
 * The worked examples, each derived by hand; our own for the sub types that only files bring (docs/tax/files-only.md), for where
 * rules meet, and for each rule in the positions that the others leave out.
 */
export const scenarios: readonly Scenario[] = [
  ...worked.scenarios,
  ...(filesOnly as unknown as Fixture).scenarios,
  ...(edges as unknown as Fixture).scenarios,
  ...(byRule as unknown as Fixture).scenarios,
]
export const { estimates } = worked
