import type { CalculationInput } from '../schema/calculation-input.ts'
import type { CalculationResult } from '../schema/calculation-result.ts'
import { inputOfRows, isInputRows } from '../schema/input-rows.ts'
import { isResultRows, resultOfRows } from '../results/result-rows.ts'
import type { CalculationRecord } from './compare-calculations.ts'

/** Reads a calculation from the JSON of its kept texts. One made before there were rows has the name of each field in each row. */
export function storedRecord(
  kept: { readonly input: unknown; readonly result: unknown },
  versions: Pick<CalculationRecord, 'engineVersion' | 'rulesVersion'>,
): CalculationRecord {
  const input = (isInputRows(kept.input) ? inputOfRows(kept.input) : kept.input) as CalculationInput
  const result = isResultRows(kept.result)
    ? resultOfRows(kept.result, input)
    : (kept.result as CalculationResult)
  return { input, result, ...versions }
}
