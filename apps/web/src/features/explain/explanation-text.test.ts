import type { Explanation } from '@lotbook/contract'
import { expect, test } from 'vitest'
import { explanationText, hasMoreDigits, recordTitle, remainder } from './explanation-text.ts'
import { trailAfter } from './trail.ts'

const explanation: Explanation = {
  handle: 'disposal:3',
  title: 'Sell of 0.5 BTC',
  value: '33850.005',
  is_unpriced: false,
  unit: 'USD',
  sentence: 'You parted with 0.5 BTC.',
  formula: [
    { sign: '+', label: 'Proceeds before costs', value: '42500.005', handle: 'transaction:t' },
    { sign: '-', label: 'Costs', value: '100', handle: null },
    { sign: '-', label: 'Cost basis of the lot', value: '8550', handle: 'lot:l' },
  ],
  rows: [
    {
      handle: 'lot:l',
      title: 'Lot: Buy',
      detail: 'Coinbase',
      day: '2023-01-10',
      quantity: '0.5',
      asset: 'BTC',
      asset_id: 'BTC',
      value: '8550',
    },
  ],
  row_count: 1,
  next: null,
  price: null,
  rules: [{ id: 'R-LOT-1', sentence: 'First in, first out.' }],
  transaction_id: 't',
  records: [
    {
      id: 'r',
      source_id: 's',
      file_name: 'coinbase.csv',
      format_name: null,
      kind: 'row',
      native_id: 'cb-5',
      row: 1,
      line: 5,
      attributions: [],
      cells: [{ column: 'Asset', value: 'BTC' }],
    },
  ],
  calculation: null,
  filed: null,
  findings: [{ code: 'missing_price', message: 'No price.', effect: '12' }],
}

test('N1 copied as text: the figure, its exact terms, and the row of the file', () => {
  const text = explanationText(explanation)
  expect(text).toContain('33850.005 USD')
  expect(text).toContain('- 8550 USD  Cost basis of the lot')
  expect(text).toContain('2023-01-10 · Lot: Buy · Coinbase · 0.5 BTC · 8550 USD')
  expect(text).toContain('coinbase.csv, line 5\nAsset: BTC')
  expect(text).toContain('No price. Up to 12 USD.')
})

test('N1 the terms add up to the figure to the last digit, or the panel says what is missing', () => {
  expect(remainder(explanation)).toBeUndefined()
  expect(remainder({ ...explanation, value: '33850.01' })).toBe('0.005')
})

test('a record without a file is named by what the provider calls it', () => {
  const [record] = explanation.records
  expect(record && recordTitle({ ...record, file_name: null, line: null, format_name: 'Kraken API' })).toBe(
    'Kraken API, cb-5',
  )
})

test('the trail grows with each step down, and going back cuts it', () => {
  expect(trailAfter([], 'year:2025')).toEqual(['year:2025'])
  expect(trailAfter(['year:2025'], 'disposal:3')).toEqual(['year:2025', 'disposal:3'])
  expect(trailAfter(['year:2025', 'year:2025:long', 'disposal:3'], 'year:2025')).toEqual(['year:2025'])
  expect(trailAfter(['year:2025'], 'year:2025')).toEqual(['year:2025'])
})

test('all digits are offered where a term or row has more than cents', () => {
  expect(hasMoreDigits({ formula: [], rows: [] })).toBe(false)
  expect(hasMoreDigits({ ...explanation, rows: [] })).toBe(true)
  const [row] = explanation.rows
  const coin = { ...row!, value: '8550.25', quantity: '1.123456789' }
  expect(hasMoreDigits({ formula: [], rows: [coin] })).toBe(true)
  expect(hasMoreDigits({ formula: [], rows: [{ ...coin, quantity: '1.12345678' }] })).toBe(false)
})
