import { expect, test } from 'vitest'
import { holdingsSearch } from './holdings-search.ts'

test('an address says page, narrowing, account, day, the asset that is open and the one to plan a sale of', () => {
  const account = '0192f3a4-0000-7000-8000-000000000001'
  expect(
    holdingsSearch({ page: '2', show: 'soon', account, as_of: '2024-12-31', asset: 'BTC', plan: 'ETH' }),
  ).toEqual({
    page: 2,
    show: 'soon',
    account,
    as_of: '2024-12-31',
    asset: 'BTC',
    plan: 'ETH',
  })
})

test('what is no value of its name is left out, and so is what goes without saying', () => {
  expect(
    holdingsSearch({ page: '1', show: 'all', account: 'mine', as_of: '2024-02-30', asset: '', other: 'x' }),
  ).toEqual({})
})
