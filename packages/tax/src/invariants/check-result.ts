import type { CalculationInput, CalculationSettings } from '../engine/calculation-input.ts'
import type { CalculationResult } from '../engine/calculation-result.ts'
import type { PackedInput } from '../engine/event-table-of-journal.ts'
import { eventTableOf, type EventTable } from '../engine/event-table.ts'
import { checkInvariants } from './check-invariants.ts'
import { InvariantBroken, outcomeOf, type InvariantFinding, type InvariantOutcome } from './invariant.ts'

/** What a result is held to, each with its outcome. */
export function checkResult(input: CalculationInput, result: CalculationResult): InvariantFinding[] {
  return checkInvariants(eventTableOf(input), input.settings, result)
}

/**
 * Hold a result to every invariant before anybody sees a figure of it (N16).
 *
 * @throws InvariantBroken naming what does not hold, and where.
 */
export function holdToInvariants(input: CalculationInput, result: CalculationResult): InvariantOutcome[] {
  return held(eventTableOf(input), input.settings, result)
}

/** The same of a journal in columns. @throws InvariantBroken */
export function holdPackedToInvariants(
  { table }: PackedInput,
  settings: CalculationSettings,
  result: CalculationResult,
): InvariantOutcome[] {
  return held(table, settings, result)
}

function held(
  table: EventTable,
  settings: CalculationSettings,
  result: CalculationResult,
): InvariantOutcome[] {
  const findings = checkInvariants(table, settings, result)
  const broken = findings.filter(({ outcome }) => outcome === 'broken')
  if (broken.length > 0) throw new InvariantBroken(broken)
  return findings.map(outcomeOf)
}
