import { EXPORT_KINDS } from '@lotbook/contract'
import { expect, test } from 'vitest'
import {
  asksWhose,
  isInAnotherScript,
  maskedNumber,
  pagesAtLeast,
  printingOf,
  printProblems,
} from './print-choices.ts'

const typed = { name: ' Jane Roe ', number: '123 45 6789', isSummary: false, above: '100' }

test('official forms and the packet ask whose they are', () => {
  expect(EXPORT_KINDS.filter(asksWhose)).toEqual([
    'form-8949-official',
    'schedule-d-official',
    'schedule-1-official',
    'filing-packet',
  ])
})

test('a number is printed in full and shown by its last four digits', () => {
  expect(printingOf(typed)).toEqual({ name: 'Jane Roe', tax_id: '123-45-6789', summary_above: null })
  expect(maskedNumber(typed.number)).toBe('***-**-6789')
  expect(maskedNumber('123-45')).toBe('')
})

test('a name in another script than that of a Social Security card is noticed', () => {
  expect(['Jane Roe', 'Łukasz Ñandú', 'Kaʻiulani', "O'Neil-Smith 3rd", ''].filter(isInAnotherScript)).toEqual(
    [],
  )
  expect(['Юлія', '王小明', 'Ana محمد'].every(isInAnotherScript)).toBe(true)
})

test('a number with a digit too few, or no count of sales, is said at its field', () => {
  expect(printProblems(typed)).toEqual({})
  expect(printProblems({ ...typed, number: '' })).toEqual({})
  expect(printProblems({ ...typed, number: '123-45-678', isSummary: true, above: 'x' })).toEqual({
    number: 'Enter all nine digits, or leave it empty.',
    above: 'Enter a number of sales.',
  })
  expect(printProblems({ ...typed, above: '' })).toEqual({})
  expect(printingOf({ ...typed, isSummary: true, above: '250' }).summary_above).toBe(250)
})

test('pages of a filled form by its year', () => {
  expect([pagesAtLeast(100_000, 2025), pagesAtLeast(100_000, 2024)]).toEqual([9091, 7143])
})
