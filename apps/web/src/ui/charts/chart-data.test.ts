import { expect, test } from 'vitest'
import { chartCsv, fileStem } from './chart-data.ts'

test('a chart as a file has its exact amounts, and no name becomes a formula', () => {
  expect(
    chartCsv({
      heads: ['Month', 'Net (USD)'],
      rows: [
        ['Jan', '-12.345678'],
        ['A "b", c', ''],
        ['=SUM(A1)', '3'],
        ['-x', '0'],
      ],
    }),
  ).toBe('Month,Net (USD)\r\nJan,-12.345678\r\n"A ""b"", c",\r\n\'=SUM(A1),3\r\n\'-x,0\r\n')
})

test('the file is called after the chart', () => {
  expect(fileStem('Gain by month, 2025')).toBe('gain-by-month-2025')
})
