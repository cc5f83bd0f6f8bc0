import type { CalculationInput, CalculationSettings } from '../schema/calculation-input.ts'
import type { CalculationResult } from '../schema/calculation-result.ts'
import { eventTableOf } from '../events/event-table.ts'
import type { ResultTable } from '../results/result-table.ts'
import { checkInvariants, checkInSteps, type CheckOptions } from './check-invariants.ts'
import { InvariantBroken, outcomeOf, type InvariantFinding, type InvariantOutcome } from './invariant.ts'

/** Checks a result against every invariant, and returns the outcome of each. */
export function checkResult(input: CalculationInput, result: CalculationResult): InvariantFinding[] {
  return checkInvariants(eventTableOf(input), input.settings, result)
}

/**
 * Hold a result to every invariant before anybody sees a figure of it (N16).
 *
 * @throws InvariantBroken naming what does not hold, and where.
 */
export function holdToInvariants(input: CalculationInput, result: CalculationResult): InvariantOutcome[] {
  return held(checkResult(input, result))
}

/** Checks a result in columns step by step. @throws InvariantBroken with the last of them. */
export function* holdTableToInvariants(
  result: ResultTable,
  settings: CalculationSettings,
  options?: CheckOptions,
): Generator<undefined, InvariantOutcome[]> {
  return held(yield* checkInSteps(result, settings, options))
}

function held(findings: readonly InvariantFinding[]): InvariantOutcome[] {
  const broken = findings.filter(({ outcome }) => outcome === 'broken')
  if (broken.length > 0) throw new InvariantBroken(broken)
  return findings.map(outcomeOf)
}
