import { parseDecimal } from '@lotbook/money'
import { expect, test } from 'vitest'
import { checkOf } from './balance-checks.ts'

test('accounts that report more and less of an asset do not make up for each other', () => {
  const of = (...differences: string[]) => checkOf(differences.map((one) => parseDecimal(one)!))
  expect(of('0', '0')).toEqual({ state: 'matches', by: '0' })
  expect(of('0', '0.02')).toEqual({ state: 'over', by: '0.02' })
  expect(of('-1', '-0.5')).toEqual({ state: 'under', by: '1.5' })
  expect(of('-1', '1')).toEqual({ state: 'differs', by: '2' })
})
