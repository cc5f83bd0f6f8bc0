import { expect, test } from 'vitest'
import { pricesSearch } from './prices-search.ts'

test('of an address only filters that have their form are kept', () => {
  const file_id = '019aa000-0000-7000-8000-000000000000'
  const whole = { asset: 'ethereum:0xab', from_day: '2024-01-01', to_day: '2024-12-31', file_id }
  expect(pricesSearch({ ...whole, page: '2' })).toEqual(whole)
  expect(pricesSearch({ asset: '', from_day: 'yesterday', to_day: 5, file_id: 'x' })).toEqual({})
})
