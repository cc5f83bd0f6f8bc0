import edges from '../../fixtures/edges.json' with { type: 'json' }
import filesOnly from '../../fixtures/files-only.json' with { type: 'json' }
import fixture from '../../fixtures/scenarios.json' with { type: 'json' }
import type { CalculationInput } from '../engine/calculation-input.ts'

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

/** The worked examples, each derived by hand; our own for the sub types that only files bring (docs/tax/files-only.md) and for where rules meet. */
export const scenarios: readonly Scenario[] = [
  ...worked.scenarios,
  ...(filesOnly as unknown as Fixture).scenarios,
  ...(edges as unknown as Fixture).scenarios,
]
export const { estimates } = worked
