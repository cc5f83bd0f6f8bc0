import { decimal, formatDecimal, parseDecimal } from '@lotbook/money'
import { expect, test } from 'vitest'
import { sumsOf, valueOf } from './prove-balances.ts'

const of = (text: string) => parseDecimal(text) ?? decimal(0n, 0)
const held = (quantity: string, price?: string, stated?: string, computed = quantity) => ({
  quantity: of(quantity),
  price: price === undefined ? undefined : of(price),
  report: stated === undefined ? undefined : { stated: of(stated), computed: of(computed) },
})

test('what has no price, and what is below zero, is in no value and is counted', () => {
  const sums = sumsOf([held('0.5', '60000'), held('3'), held('-1', '3000')])
  expect(formatDecimal(sums.value)).toBe('30000')
  expect(sums).toMatchObject({
    assets: 3,
    unpriced: 1,
    below_zero: 1,
    proof: 'not_reported',
    difference: undefined,
  })
  expect(valueOf(held('-1', '3000'))).toBeUndefined()
})

test('an account matches where all that it reports was computed, and differs by the price of what was not', () => {
  expect(sumsOf([held('0.5', '60000', '0.50'), held('3')])).toMatchObject({ proof: 'matches' })
  const apart = sumsOf([held('0.5021', '60000', '0.5'), held('2', '10', '2')])
  expect(apart.proof).toBe('differs')
  expect(apart.difference === undefined ? '' : formatDecimal(apart.difference)).toBe('126')
  // What moved after the report does not count against it.
  expect(sumsOf([held('0.7', '60000', '0.5', '0.5')])).toMatchObject({ proof: 'matches' })
  // A report of what the history knows nothing of.
  expect(sumsOf([held('0', '10', '4')])).toMatchObject({ proof: 'differs', assets: 0 })
})
