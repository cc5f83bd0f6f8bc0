import { expect, test } from 'vitest'
import { matchingZones, shownZone, zonesOf } from './zone-search.ts'

const winter = new Date('2026-01-15T12:00:00Z')
const zones = zonesOf(
  [
    'UTC',
    'America/New_York',
    'America/Argentina/Buenos_Aires',
    'Asia/Kolkata',
    'Asia/Tashkent',
    'Europe/Paris',
    'America/Lima',
  ],
  winter,
)
const found = (typed: string) => matchingZones(zones, typed).map(({ value }) => value)

test.each([
  ['new y', ['America/New_York']],
  ['eastern', ['America/New_York']],
  ['EST', ['America/New_York']],
  ['europe/paris', ['Europe/Paris']],
  ['aires', ['America/Argentina/Buenos_Aires']],
  ['+5:30', ['Asia/Kolkata']],
  ['UTC+5', ['Asia/Tashkent']],
  ['-5', ['America/New_York', 'America/Lima']],
  ['−05:00', ['America/New_York', 'America/Lima']],
  ['nowhere', []],
])('a time zone is found by what a person knows of it: %s', (typed, expected) => {
  expect(found(typed)).toEqual(expected)
})

test('zones stand from west to east, and a chosen one says its offset of today', () => {
  expect(found('')).toEqual([
    'America/Lima',
    'America/New_York',
    'America/Argentina/Buenos_Aires',
    'UTC',
    'Europe/Paris',
    'Asia/Tashkent',
    'Asia/Kolkata',
  ])
  expect(shownZone('America/New_York', winter)).toBe('New York (UTC−5)')
  expect(shownZone('America/New_York', new Date('2026-07-15T12:00:00Z'))).toBe('New York (UTC−4)')
  expect(shownZone('UTC', winter)).toBe('UTC')
})
