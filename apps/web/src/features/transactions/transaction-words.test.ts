import { expect, test } from 'vitest'
import { flagWords } from './transaction-words.ts'

test('a flag is told in words, whatever stands behind its colon; one without words is told as it is', () => {
  expect(flagWords('order_side:5Kb1')).toBe(flagWords('order_side'))
  expect(flagWords('order_side:5Kb1')).toContain('say so in the review')
  expect(flagWords('cost_not_counted')).toContain('check the amounts')
  expect(flagWords('unmapped_type:Soft Staking')).toContain('Soft')
})
