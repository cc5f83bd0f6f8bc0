import { expect, test } from 'vitest'
import { AMOUNTS_OF_SCHEDULE_D, expectedFields, schedule1Fields } from './form-fields.ts'

/*
 * The line that is printed beside each field for an amount, read in the files of the IRS (irs.gov/pub/irs-prior) of each year with the words
 * of their pages and the places of their fields. A dash is a field for words, or one of a row of columns.
 */
const SCHEDULE_D_1 = ['f1_19', '4 5 6 7'] as const
const SCHEDULE_D_2 = ['f1_39', '11 12 13 14 15'] as const
const SCHEDULE_D_3 = ['f2_1', '16 18 19 21'] as const

const SCHEDULE_1: Readonly<Record<number, string>> = {
  2020: '1 2a - 3 4 5 6 7 - - 8 9',
  2021: '1 2a - 3 4 5 6 7 8a 8b 8c 8d 8e 8f 8g 8h 8i 8j 8k 8l 8m 8n 8o 8p - - 8z 9 10',
  2022: '1 2a - 3 4 5 6 7 8a 8b 8c 8d 8e 8f 8g 8h 8i 8j 8k 8l 8m 8n 8o 8p 8q 8r 8s 8t 8u - - 8z 9 10',
  2023: '1 2a - 3 4 5 6 7 8a 8b 8c 8d 8e 8f 8g 8h 8i 8j 8k 8l 8m 8n 8o 8p 8q 8r 8s 8t 8u - - 8z 9 10',
  2024: '- 1 2a - 3 4 5 6 7 8a 8b 8c 8d 8e 8f 8g 8h 8i 8j 8k 8l 8m 8n 8o 8p 8q 8r 8s 8t 8u 8v - - 8z 9 10',
  2025: '- 1 2a - 3 4 5 6 - 7 8a 8b 8c 8d 8e 8f 8g 8h 8i 8j 8k 8l 8m 8n 8o 8p 8q 8r 8s 8t 8u 8v - 8z 9 10',
}

/** Lines by their fields, which are numbered on from a first one. */
function linesFrom(first: string, lines: string): [string, string][] {
  const [, page = '', n = ''] = /^f(\d)_(\d+)$/.exec(first) ?? []
  return lines.split(' ').map((line, i) => [`f${page}_${Number(n) + i}`, line])
}

test.each(Object.keys(SCHEDULE_1).map(Number))('Schedule 1 of %i has each amount on its line', (year) => {
  const lineOf = new Map(linesFrom('f1_3', SCHEDULE_1[year] ?? ''))
  const { line3, line8v, otherText, other, line9, total } = schedule1Fields(year)
  expect([line3, line8v, otherText, other, line9, total].map((key) => key && lineOf.get(key))).toEqual([
    '3',
    year >= 2024 ? '8v' : null,
    '-',
    year === 2020 ? '8' : '8z',
    year === 2020 ? null : '9',
    year === 2020 ? '9' : '10',
  ])
})

test('Schedule D has each amount on its line, the same in every year', () => {
  const lineOf = new Map(
    [SCHEDULE_D_1, SCHEDULE_D_2, SCHEDULE_D_3].flatMap(([first, lines]) => linesFrom(first, lines)),
  )
  for (const [line, field] of AMOUNTS_OF_SCHEDULE_D) expect(lineOf.get(field), line).toBe(line.split(' ')[0])
  for (const year of [2020, 2021, 2022, 2023, 2024, 2025])
    expect(expectedFields('schedule-d', year)).toEqual(expectedFields('schedule-d', 2020))
})
