import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { calculate } from '../engine/calculate.ts'
import type { CalculationInput } from '../engine/calculation-input.ts'
import type { CalculationResult } from '../engine/calculation-result.ts'
import { eventTableOf } from '../engine/event-table.ts'
import { anyInputOfEveryRule, anyOddInput } from '../testing/random-ledger.ts'
import { scenarios } from '../testing/scenarios.ts'
import { checkInvariants } from './check-invariants.ts'

const findingsOf = (input: CalculationInput, result: CalculationResult = calculate(input)) =>
  checkInvariants(eventTableOf(input), input.settings, result)
const brokenIn = (input: CalculationInput, result?: CalculationResult) =>
  findingsOf(input, result)
    .filter(({ outcome }) => outcome === 'broken')
    .map(({ name, example }) => `${name}: ${example}`)

test('N16 every invariant holds of the engine on random histories, with every method, pool and fee', () => {
  fc.assert(
    fc.property(anyInputOfEveryRule, (input) => {
      expect(brokenIn(input)).toEqual([])
    }),
    { numRuns: 1000 },
  )
})

test('N16 ST16 and on odd ones: dust, huge amounts, zeroes, fees given back or larger than the amount', () => {
  fc.assert(
    fc.property(anyOddInput, (input) => {
      expect(brokenIn(input)).toEqual([])
    }),
    { numRuns: 1000 },
  )
})

test.each(scenarios.map(({ id, input }) => [id, input] as const))('N16 and on the worked %s', (_, input) => {
  expect(brokenIn(input)).toEqual([])
})
