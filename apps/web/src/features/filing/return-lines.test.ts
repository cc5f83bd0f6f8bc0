import type { OneYear } from '@lotbook/contract'
import { expect, test } from 'vitest'
import { boxWords } from '../../client/box-words.ts'
import { formsOf, linesOf, scheduleLines } from './return-lines.ts'

const of = (box: string, term: 'short' | 'long', gain: string) => ({
  box,
  term,
  adjustment: '0',
  gain,
  disposals: 1,
  proceeds: '0',
  basis: '0',
  taken_back: '0',
  is_direct: false,
})

test('boxes lead to their lines of Schedule D, and a term without a disposal to none', () => {
  expect(scheduleLines([of('H', 'short', '1.5'), of('I', 'short', '-0.25'), of('G', 'short', '1')])).toEqual([
    { term: 'short', lines: 'Lines 1b, 2, 3 → 7', text: 'short-term, digital assets', gain: '2.25' },
  ])
  expect(scheduleLines([of('L', 'long', '10'), of('K', 'long', '5')])).toEqual([
    { term: 'long', lines: 'Lines 9, 10 → 15', text: 'long-term, digital assets', gain: '15' },
  ])
  expect(
    scheduleLines([of('G', 'short', '1'), { ...of('G', 'short', '2'), is_direct: true }])[0]?.lines,
  ).toBe('Lines 1a, 1b → 7')
  expect(scheduleLines([of('F', 'long', '10')])[0]?.lines).toBe('Line 10 → 15')
  expect(scheduleLines([])).toEqual([])
})

test('a box says what was reported to the IRS', () => {
  expect(boxWords(of('K', 'long', '0'))).toBe(
    'Long-term, reported on Form 1099-DA, basis not reported to the IRS',
  )
  expect(boxWords(of('C', 'short', '0'))).toBe('Short-term, not reported on Form 1099-B')
  expect(boxWords(of('G', 'short', '0'))).toBe(
    'Short-term, reported on Form 1099-DA, basis reported to the IRS',
  )
})

test('income has its lines by form, and one that takes all of it says so', () => {
  const lines = [
    { line: 'Schedule 1, line 8v', text: 'Digital assets', amount: '5.00' },
    { line: 'Schedule 1, line 10', text: 'Additional income', amount: '5.00' },
    { line: 'Form 1040, line 8', text: 'Additional income from Schedule 1, line 10', amount: '5.00' },
  ]
  const source = (line: 'other' | 'interest', name: string) => ({
    account_id: 'a',
    account_name: 'Kraken',
    category: line,
    label: line,
    is_cash: false,
    receipts: 1,
    unpriced: 0,
    value: '5',
    line,
    chosen: 'usual' as const,
    carried_from: null,
    lines: [{ line, name }],
  })
  const facts = { business_expenses: null, other_wages: null }
  const income = {
    is_filed: false,
    facts,
    sources: [source('other', 'Schedule 1, line 8v')],
    lines,
    notes: [],
  }
  const year = { counts: { incomes: 1 } } as Pick<OneYear, 'counts'>
  expect(formsOf(income, year)).toEqual([
    {
      form: 'Schedule 1',
      lines: [
        { name: 'Line 8v', text: 'digital assets', amount: '5.00', isAll: true },
        { name: 'Line 10', text: 'additional income', amount: '5.00', isAll: true },
      ],
    },
  ])
  expect(linesOf(income, year, 'Form 1040')).toEqual([
    { name: 'Line 8', text: 'additional income from Schedule 1, line 10', amount: '5.00', isAll: true },
  ])
  const two = { ...income, sources: [...income.sources, source('interest', 'Form 1040, line 2b')] }
  expect(linesOf(two, year, 'Form 1040')[0]?.isAll).toBe(false)
  expect(linesOf(undefined, year, 'Form 1040')).toEqual([])
})
