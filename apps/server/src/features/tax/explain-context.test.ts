import { expect, test } from 'vitest'
import { money } from './explain-context.ts'

// A bug: the sentence cut what the figure beside it rounded.
test.each([
  ['430.615926634179', '$430.62'],
  ['-1234567.005', '\u2212$1,234,567.01'],
  ['0', '$0.00'],
  ['999.999', '$1,000.00'],
])('%s is said as %s', (amount, said) => {
  expect(money({ currency: 'USD' }, amount)).toBe(said)
})
