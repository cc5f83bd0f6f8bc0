import { expect, test } from 'vitest'
import { methodsSearch } from './methods-search.ts'

test('N13 the address holds year, filing status and income, and nothing that is none', () => {
  expect(methodsSearch({ year: '2025', status: 'mfj', income: '85,000' })).toEqual({
    year: 2025,
    status: 'mfj',
    income: '85000',
  })
  expect(methodsSearch({ year: 'x', status: 'rich', income: '-5', more: 1 })).toEqual({})
})
