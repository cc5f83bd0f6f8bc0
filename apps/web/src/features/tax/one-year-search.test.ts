import { expect, test } from 'vitest'
import { oneYearSearch } from './one-year-search.ts'

test('the URL says which rows of which year are shown', () => {
  expect(
    oneYearSearch({ year: '2025', tab: 'income', month: '3', category: 'mined', explain: 'year:2025' }),
  ).toEqual({
    year: 2025,
    tab: 'income',
    month: 3,
    category: 'mined',
  })
})

test('what is none of the known values is left out', () => {
  expect(oneYearSearch({ year: '106', tab: 'all', month: '13', term: 'medium', asset: '' })).toEqual({})
})
