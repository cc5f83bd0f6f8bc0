import { CalculationInputError } from '@lotbook/rules'
import type { CalculationInput, CalculationSettings } from '../schema/calculation-input.ts'
import type { CalculationResult } from '../schema/calculation-result.ts'
import { passedAt, type Checkpoint, type Passed } from '../executing/checkpoint.ts'
import { eventTableOf } from '../events/event-table.ts'
import type { PackedInput } from '../events/packed-input.ts'
import { problemsOfInput } from '../schema/parse-input.ts'
import { EventRun, type Until } from '../executing/run-events.ts'
import { ResultMaker } from '../results/result-maker.ts'
import type { ResultSoFar, ResultTable } from '../results/result-table.ts'
import { resultOfTable } from '../results/write-result.ts'

/** How far a calculation is. */
export interface Progress {
  readonly stage: 'Matching transfers' | 'Building lots' | 'Applying rules'
  readonly done: number
  readonly total: number
}

export interface CalculateOptions {
  /** Told now and then how far the calculation is. Returning false cancels it. */
  readonly onProgress?: (progress: Progress) => boolean | void
  /** Leave out what comes later. */
  readonly until?: Until
}

/** Start of a calculation that resumes from a checkpoint, and the places where later ones may resume. */
export interface Resumption {
  /** The checkpoint that the table resumes from, made under the same settings. */
  readonly from?: Checkpoint | undefined
  /** Events, ascending: the result has a checkpoint for each. */
  readonly borders?: readonly number[]
}

/** `onProgress` asked for an end. */
export class CalculationCancelled extends Error {
  constructor() {
    super('The calculation was cancelled')
    this.name = 'CalculationCancelled'
  }
}

/**
 * Work out the disposals, income, removals, open lots and warnings of a whole history, under the law
 * that its settings name (`docs/tax`). Pure: the same input gives the same result, in every byte.
 *
 * @throws CalculationInputError naming what cannot be read and where.
 * @throws CalculationCancelled when `onProgress` returns false.
 */
export function calculate(input: CalculationInput, options: CalculateOptions = {}): CalculationResult {
  return resultOfTable(calculateTable(input, options))
}

/** Calculates an input into columns. @throws as `calculate` does. */
export function calculateTable(input: CalculationInput, options: CalculateOptions = {}): ResultTable {
  const problems = problemsOfInput(input)
  if (problems.length > 0) throw new CalculationInputError(problems)
  return calculatePacked({ table: eventTableOf(input) }, input.settings, options)
}

/** Calculates a journal in columns, which holds whatever `calculate` asks of an input. */
export function calculatePacked(
  packed: Pick<PackedInput, 'table'>,
  settings: CalculationSettings,
  options: CalculateOptions & Resumption = {},
): ResultTable {
  const steps = calculateInSteps(packed, settings, options)
  for (;;) {
    const { done, value } = steps.next()
    if (done === true) return value
  }
}

/**
 * Calculates in steps of about a millisecond; between them a caller can hand on the rows that are there already.
 *
 * @param options.stepEvents of a step; tests have short histories.
 * @returns step by step what will stay as it is, and the result at the end.
 */
export function* calculateInSteps(
  { table }: Pick<PackedInput, 'table'>,
  settings: CalculationSettings,
  options: CalculateOptions & Resumption & { readonly stepEvents?: number } = {},
): Generator<ResultSoFar, ResultTable, undefined> {
  const { until, from, borders, stepEvents } = options
  const report = reporterOf(options)
  const buildingLots = report('Building lots')
  const passed: Passed[] = []
  const run = new EventRun(table, settings, until, {
    from: from?.ledger,
    at: borders ?? [],
    onBorder: (event, so) => passed.push(passedAt(event, so)),
  })
  const made = new ResultMaker(run.ledger, from, passed)
  do {
    buildingLots?.(run.event, table.count)
    made.takeIn()
    yield made.soFar()
  } while (run.step(stepEvents))
  buildingLots?.(table.count, table.count)
  return made.make(report('Applying rules'))
}

/** Progress of one stage, as a callback that throws when cancelled. */
export function reporterOf({ onProgress }: CalculateOptions) {
  return (stage: Progress['stage']) =>
    onProgress === undefined
      ? undefined
      : (done: number, total: number) => {
          if (onProgress({ stage, done, total }) === false) throw new CalculationCancelled()
        }
}
