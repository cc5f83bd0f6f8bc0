import type { IncomeOfSource, LineOfIncome } from '@lotbook/contract'
import { expect, test } from 'vitest'
import { chosenWords, commonLines, optionWords } from './income-line-words.ts'

const source = (...lines: readonly LineOfIncome[]): IncomeOfSource => ({
  account_id: 'a',
  account_name: 'Kraken',
  category: 'mined',
  label: 'Mined',
  is_cash: false,
  receipts: 1,
  unpriced: 0,
  value: '1',
  line: lines[0] ?? 'other',
  chosen: 'usual',
  carried_from: null,
  lines: lines.map((line) => ({ line, name: `line of ${line}` })),
})

test('several kinds can go to the lines that all of them have', () => {
  const payment = source('business', 'wages', 'other')
  expect(commonLines([payment, source('other', 'business')])).toEqual(['business', 'other'])
  expect(commonLines([payment, source('dividends')])).toEqual([])
  expect(commonLines([])).toEqual([])
})

test('a line has its name on the form, the usual one its mark, and each how it was chosen', () => {
  const mined = source('other', 'business')
  expect(optionWords(mined, 'other')).toBe('Other income · line of other (usual)')
  expect(optionWords(mined, 'business')).toBe('Business · line of business')
  expect(chosenWords(mined)).toBe('Usual line, not confirmed')
  expect(chosenWords({ ...mined, chosen: 'carried', carried_from: 2024 })).toBe('As in 2024, not confirmed')
  expect(chosenWords({ ...mined, chosen: 'answered' })).toBe('Confirmed')
})
