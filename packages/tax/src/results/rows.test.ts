import { CalculationInputError } from '@lotbook/rules'
import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { canonicalJson } from '../bytes/canonical-json.ts'
import { calculate } from '../calculating/calculate.ts'
import type { CalculationInput } from '../schema/calculation-input.ts'
import { parseCalculationInput } from '../schema/parse-input.ts'
import { anyInputOfEveryRule } from '../testing/random-ledger.ts'
import { scenarios } from '../testing/scenarios.ts'
import { INPUT_COLUMNS, rowsOfInput } from '../schema/input-rows.ts'
import { isResultRows, resultOfRows, rowsOfResult } from './result-rows.ts'
import { runs } from '../testing/runs.ts'

/** A value as it is read back from a file. */
const kept = (value: unknown): unknown => JSON.parse(canonicalJson(value))

function expectSameBack(input: CalculationInput) {
  const result = calculate(input)
  const readInput = parseCalculationInput(kept(rowsOfInput(input)))
  expect(canonicalJson(rowsOfInput(readInput))).toBe(canonicalJson(rowsOfInput(input)))
  const rows = kept(rowsOfResult(input, result))
  expect(isResultRows(rows) && canonicalJson(resultOfRows(rows, readInput))).toBe(canonicalJson(result))
  expect(canonicalJson(calculate(readInput))).toBe(canonicalJson(result))
}

test.each(scenarios.map(({ id, input }) => [id, input] as const))(
  'N2 input and result as rows are read back as they were: %s',
  (_, input) => expectSameBack(input),
)

test('N2 input and result as rows are read back as they were, of random histories', () => {
  fc.assert(fc.property(anyInputOfEveryRule, expectSameBack), { numRuns: runs(60) })
})

describe('an input as rows', () => {
  const { input } = scenarios[0]!
  const rows = rowsOfInput(input)
  const problemOf = (json: unknown) => {
    try {
      parseCalculationInput(json)
    } catch (error) {
      if (error instanceof CalculationInputError) return error.message
      throw error
    }
    return 'none'
  }

  test('is refused where a row is not as wide as its columns, naming it', () => {
    const [first, second, ...rest] = rows.transactions
    const narrow = { ...rows, transactions: [first, second!.slice(1), ...rest] }
    expect(problemOf(narrow)).toBe(`transactions[1]: row: Not a list of ${INPUT_COLUMNS.length} fields`)
    const wide = { ...rows, transactions: [[...first!, 'x'], second, ...rest] }
    expect(problemOf(wide)).toBe(`transactions[0]: row: Not a list of ${INPUT_COLUMNS.length} fields`)
    expect(problemOf({ ...rows, transactions: [[...first!, { gas: '1' }], second, ...rest] })).toContain(
      'gas: Unknown field',
    )
    expect(problemOf({ ...rows, transactions: ['x'] })).toContain('transactions[0]: row: Not a list')
    expect(problemOf({ ...rows, transactions: 'x' })).toBe('transactions: Not a list')
    expect(problemOf({ ...rows, columns: 'id' })).toBe('columns: Not a list of names')
  })

  test('is held to what any input is: a field that nobody knows, and an amount that is none', () => {
    expect(problemOf({ ...rows, columns: ['ID', ...INPUT_COLUMNS.slice(1)] })).toContain('ID: Unknown field')
    const spoiled = rows.transactions.map((row) =>
      row.map((value, n) => (INPUT_COLUMNS[n] === 'to_amount' ? 'much' : value)),
    )
    expect(problemOf({ ...rows, transactions: spoiled })).toContain('to_amount: Not an amount: "much"')
  })
})

test('a result is not read with an input that it is not of', () => {
  const { input } = scenarios[0]!
  const rows = rowsOfResult(input, calculate(input))
  expect(() => resultOfRows(rows, { ...input, transactions: [] })).toThrow('not a result of that input')
})
