import { expect, test } from 'vitest'
import { parseTimeText } from './time-text.ts'

test.each([
  ['Mon Sep 28 2020 12:00:00 GMT-0500 (Central Daylight Time)', '2020-09-28T17:00:00.000Z'],
  ['Sun Mar 29 2020 12:28:55 GMT+0000', '2020-03-29T12:28:55.000Z'],
  ['May 3, 2021  5:00 AM', '2021-05-03T05:00:00.000Z'],
  ['May 5, 2020, 10:17:08 PM', '2020-05-05T22:17:08.000Z'],
  ['Nov 23 2025 02:03:01', '2025-11-23T02:03:01.000Z'],
  ['14 Apr 2022 09:15:30', '2022-04-14T09:15:30.000Z'],
  ['1-September-2022', '2022-09-01T00:00:00.000Z'],
  ['2021-06-01 12:00:00 EDT', '2021-06-01T16:00:00.000Z'],
  // Some write standard time all year, so the zone decides.
  ['2021-06-01 12:00:00 EST', '2021-06-01T16:00:00.000Z'],
  ['2021-12-01 12:00:00 PST', '2021-12-01T20:00:00.000Z'],
])('%s', (text, expected) => {
  const time = parseTimeText(text, 'month-first')
  expect(new Date(time?.kind === 'instant' ? time.at : (time?.local ?? 0)).toISOString()).toBe(expected)
})

test.each(['Foo 3, 2021', 'Feb 30, 2021', 'May 2021', 'Mon 5 2021'])('%s is no date', (text) => {
  expect(parseTimeText(text, 'month-first')).toBeUndefined()
})
