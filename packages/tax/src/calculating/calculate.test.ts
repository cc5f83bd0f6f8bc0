import { expect, test } from 'vitest'
import { differenceOf } from '../testing/compare-results.ts'
import { scenarios } from '../testing/scenarios.ts'
import { calculate } from './calculate.ts'

test.each(scenarios.map((s) => [s.id, s.title, s.rules.join(' '), s] as const))(
  '%s: %s (%s)',
  (_id, _title, _rules, { input, expected }) => {
    expect(differenceOf(calculate(input), expected)).toBeUndefined()
  },
)
