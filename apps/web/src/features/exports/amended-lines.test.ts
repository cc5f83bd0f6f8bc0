import { expect, test } from 'vitest'
import { changedFirst, rowsOf1040X, rowsOfLines } from './amended-lines.ts'

const line = (name: string, filed: string | null, corrected: string | null) => ({
  form: 'Schedule D',
  line: name,
  text: 'Net',
  filed,
  corrected,
})

test('N6 a line has its form, its amounts and the change; a line that is new counts from nothing', () => {
  expect(
    rowsOfLines([
      line('16', '-10.50', '20.00'),
      line('21', '-10.50', null),
      line('box L', '1.00', '1.00'),
      line('4 to 5', '0', '0'),
    ]),
  ).toEqual([
    { name: 'Schedule D, line 16 · Net', amounts: ['-10.50', '30.5', '20.00'], isSame: false },
    { name: 'Schedule D, line 21 · Net', amounts: ['-10.50', '10.5', null], isSame: false },
    { name: 'Schedule D, box L · Net', amounts: ['1.00', '0', '1.00'], isSame: true },
    { name: 'Schedule D, lines 4 to 5 · Net', amounts: ['0', '0', '0'], isSame: true },
  ])
})

test('N6 columns of Form 1040-X keep what is unknown unknown', () => {
  expect(rowsOf1040X([{ line: '5', text: 'Taxable income', a: null, b: '5.00', c: null }])).toEqual([
    { name: 'Line 5 · Taxable income', amounts: [null, '5.00', null], isSame: false },
  ])
})

test('lines that change come first, each in its order', () => {
  const lines = [line('3', '1', '1'), line('7', '1', '2'), line('16', '1', '2')]
  expect(changedFirst(lines).map((one) => one.line)).toEqual(['7', '16', '3'])
})
