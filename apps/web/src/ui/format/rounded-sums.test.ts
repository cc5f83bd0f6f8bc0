import { expect, test } from 'vitest'
import { addUpAsShown, isRounded } from './rounded-sums.ts'

test('amounts that are rounded one by one may not add up to their sum', () => {
  // −322.58 + 9.08 shown, −313.51 as the sum.
  expect(addUpAsShown(['-322.584', '9.075'], '-313.509', 'USD')).toBe(false)
  expect(addUpAsShown(['-322.58', '9.08'], '-313.5', 'USD')).toBe(true)
  expect(addUpAsShown(['0.4', '0.4'], '0.8', 'USD')).toBe(true)
  expect(addUpAsShown(['0.4', '0.4'], '0.8', 'JPY')).toBe(false)
  expect(addUpAsShown([], '0', 'USD')).toBe(true)
})

test('an amount is rounded where it has more decimals than are shown', () => {
  expect([isRounded('9.075', 'USD'), isRounded('9.07', 'USD'), isRounded('9.07', 'JPY')]).toEqual([
    true,
    false,
    true,
  ])
})
