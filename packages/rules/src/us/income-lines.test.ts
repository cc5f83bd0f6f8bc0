import { expect, test } from 'vitest'
import {
  allowedIncomeLines,
  incomeLineName,
  incomeLineOf,
  linesOfSchedule1,
  type LineOfIncome,
} from './income-lines.ts'

const kind = (category: string, isCash = false) => ({ category, isCash })

test('each kind of income has its usual line first, and interest and dividends in cash are those of Schedule B', () => {
  expect(allowedIncomeLines(kind('mined'))).toEqual(['other', 'business'])
  expect(allowedIncomeLines(kind('payment'))).toEqual(['business', 'wages', 'other'])
  expect(allowedIncomeLines(kind('interest_received'))[0]).toBe('other')
  expect(allowedIncomeLines(kind('interest_received', true))[0]).toBe('interest')
  expect(allowedIncomeLines(kind('dividend_received', true))).toEqual(['dividends', 'other'])
  expect(allowedIncomeLines(kind('mined', true))).toEqual(['other', 'business'])
  expect(allowedIncomeLines(kind('not known yet'))[0]).toBe('other')
})

test('an answer counts for its year and is carried on until another is given, never back', () => {
  const answers = [
    { year: 2025, line: 'other' },
    { year: 2023, line: 'business' },
  ] as const
  const of = (year: number) => incomeLineOf(kind('mined'), year, answers)
  expect(of(2022)).toEqual({ line: 'other', chosen: 'usual', from: null })
  expect(of(2023)).toEqual({ line: 'business', chosen: 'answered', from: null })
  expect(of(2024)).toEqual({ line: 'business', chosen: 'carried', from: 2023 })
  expect(of(2025)).toEqual({ line: 'other', chosen: 'answered', from: null })
  expect(of(2026)).toEqual({ line: 'other', chosen: 'carried', from: 2025 })
})

test('a line has the name that it has on the form of the year', () => {
  const names = (years: readonly number[], line: LineOfIncome) =>
    years.map((year) => incomeLineName(line, year))
  expect(names([2017, 2018, 2020, 2021, 2023, 2024, 2025], 'other')).toEqual([
    'Form 1040, line 21',
    'Schedule 1, line 21',
    'Schedule 1, line 8',
    'Schedule 1, line 8z',
    'Schedule 1, line 8z',
    'Schedule 1, line 8v',
    'Schedule 1, line 8v',
  ])
  expect(incomeLineName('other', 2025, true)).toBe('Schedule 1, line 8z')
  expect(names([2017, 2021, 2022], 'wages')).toEqual([
    'Form 1040, line 7',
    'Form 1040, line 1',
    'Form 1040, line 1a',
  ])
  expect(names([2017, 2018], 'interest')).toEqual(['Form 1040, line 8a', 'Form 1040, line 2b'])
  expect(names([2017, 2018], 'dividends')).toEqual(['Form 1040, line 9a', 'Form 1040, line 3b'])
  expect(linesOfSchedule1(2020).total).toBe('Schedule 1, line 9')
  expect(linesOfSchedule1(2021)).toEqual({
    business: 'Schedule 1, line 3',
    other: 'Schedule 1, line 9',
    total: 'Schedule 1, line 10',
    form1040: 'Form 1040, line 8',
  })
})
