import { expect, test } from 'vitest'
import { maskedTaxId, parseTaxId } from './tax-id.ts'

test.each([
  ['123-45-6789', '123-45-6789'],
  ['123456789', '123-45-6789'],
  [' 123 45 6789\n', '123-45-6789'],
  ['912-70-1234', '912-70-1234'],
  ['12-3456789', undefined],
  ['123-45-678', undefined],
  ['000-45-6789', undefined],
  ['666-45-6789', undefined],
  ['123-00-6789', undefined],
  ['123-45-0000', undefined],
  ['123-45-678O', undefined],
  ['', undefined],
])('%j is %j', (text, expected) => {
  expect(parseTaxId(text)).toBe(expected)
})

test('only the last four digits of a number are shown', () => {
  expect(maskedTaxId('123-45-6789')).toBe('***-**-6789')
  expect(maskedTaxId('')).toBe('')
})
