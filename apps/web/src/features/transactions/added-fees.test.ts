import { expect, test } from 'vitest'
import { addedFeesOf, EMPTY_FEE, problemsOfFee } from './added-fees.ts'

const assets = [{ asset: 'eth:0xabc', symbol: 'TOK' }]

test('a fee needs an amount and a currency, its value may be left out; an empty row is none', () => {
  expect(problemsOfFee(EMPTY_FEE)).toEqual({})
  expect(Object.keys(problemsOfFee({ amount: 'five', asset: ' ', value: 'x' }))).toEqual([
    'amount',
    'asset',
    'value',
  ])
  expect(problemsOfFee({ amount: '0.5', asset: 'SOL', value: '' })).toEqual({})
  for (const amount of ['-1', '0', '0.000'])
    expect(problemsOfFee({ amount, asset: 'SOL', value: '-2' })).toEqual({
      amount: 'Enter a fee above 0',
      value: 'Enter a value of 0 or more',
    })
  expect(addedFeesOf([EMPTY_FEE], assets)).toBeUndefined()
  expect(
    addedFeesOf(
      [{ amount: ' 0.5 ', asset: 'sol', value: '40' }, EMPTY_FEE, { amount: '1', asset: 'TOK', value: '' }],
      assets,
    ),
  ).toEqual([
    { asset: 'SOL', amount: '0.5', value: '40' },
    { asset: 'eth:0xabc', amount: '1' },
  ])
})
