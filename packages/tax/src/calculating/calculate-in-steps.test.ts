import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { NarrowAmounts } from '../amounts/narrow-amounts.ts'
import { anyInput, anyInputOfEveryRule, anyOddInput } from '../testing/random-ledger.ts'
import { calculateInSteps, calculatePacked } from './calculate.ts'
import type { CalculationInput } from '../schema/calculation-input.ts'
import { eventTableOf } from '../events/event-table.ts'
import { packCheckpoint } from '../executing/packed-checkpoint.ts'
import { problemsOfInput } from '../schema/parse-input.ts'
import { FURTHER_AMOUNTS, GAIN, GROSS, type DisposalColumns } from '../results/result-table.ts'
import { ROW_BASIS, ROW_FEES, ROW_QUANTITY, ROW_VALUE } from '../executing/row-table.ts'
import { resultOfTable } from '../results/write-result.ts'
import { runs } from '../testing/runs.ts'

/** All that a row of disposals says, as it is stored. */
function saidOf({ rows, isLong, rules, further }: DisposalColumns, row: number) {
  const amount = (which: number) => rows.amounts.get(rows.slot(row, which))
  return {
    event: rows.event.values[row],
    asset: rows.asset.values[row],
    lot: rows.lot.values[row],
    acquired: rows.acquired.values[row],
    kind: rows.kind(row),
    mark: rows.mark(row),
    method: rows.method(row),
    amounts: [ROW_QUANTITY, ROW_VALUE, ROW_BASIS, ROW_FEES].map(amount),
    further: [GAIN, GROSS].map((which) => further.get(row * FURTHER_AMOUNTS + which)),
    isLong: isLong[row],
    rules: rules[row],
  }
}

test.each([
  ['of random histories', anyInput, runs(200)],
  ['of every rule', anyInputOfEveryRule, runs(200)],
  ['of odd ones', anyOddInput, runs(100)],
] as const)(
  'P2 what a calculation says step by step is what its result says, %s',
  (_, arbitrary: fc.Arbitrary<CalculationInput>, numRuns) => {
    let early = 0
    fc.assert(
      fc.property(arbitrary, fc.integer({ min: 1, max: 4 }), fc.nat(), (input, stepEvents, place) => {
        if (problemsOfInput(input).length > 0) return
        const table = eventTableOf(input)
        // Only of narrow amounts there are checkpoints.
        const mayGoOn = table.amounts instanceof NarrowAmounts && table.count > 0
        const borders = mayGoOn ? [place % table.count] : []
        const steps = calculateInSteps({ table }, input.settings, { borders, stepEvents })
        const rows: unknown[] = []
        let step = steps.next()
        for (; step.done !== true; step = steps.next()) {
          const { disposals, count } = step.value
          while (rows.length < count) rows.push(saidOf(disposals, rows.length))
        }
        const result = step.value
        expect(rows).toEqual(rows.map((_row, row) => saidOf(result.disposals, row)))
        if (rows.length > 0 && rows.length < result.disposals.rows.count) early += 1

        const atOnce = calculatePacked({ table: eventTableOf(input) }, input.settings, { borders })
        expect(result.ruleSets).toEqual(atOnce.ruleSets)
        expect(resultOfTable(result)).toEqual(resultOfTable(atOnce))
        expect(result.incomes.rules).toEqual(atOnce.incomes.rules)
        expect(result.removals.rules).toEqual(atOnce.removals.rules)
        expect(result.checkpoints.map(packCheckpoint)).toEqual(atOnce.checkpoints.map(packCheckpoint))
      }),
      { numRuns },
    )
    expect(early).toBeGreaterThan(numRuns / 10)
  },
  runs(60_000),
)
