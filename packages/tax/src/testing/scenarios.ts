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

/** The worked examples, each derived by hand. */
export const { scenarios, estimates } = fixture as unknown as Fixture
