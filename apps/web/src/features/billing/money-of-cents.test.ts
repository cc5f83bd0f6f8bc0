import { expect, test } from 'vitest'
import { dollars, shortDollars } from './money-of-cents.ts'

test('cents are dollars, and a round price has none', () => {
  expect([0, 5, 4_900, 129_900].map(dollars)).toEqual(['$0.00', '$0.05', '$49.00', '$1,299.00'])
  expect([0, 4_900, 4_950].map(shortDollars)).toEqual(['$0', '$49', '$49.50'])
})
