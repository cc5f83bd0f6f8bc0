import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { isCommonPassword } from './common-passwords.ts'

const email = 'ada.lovelace@example.com'
const lines = (file: string) =>
  readFileSync(join(import.meta.dirname, file), 'utf8')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))

test('SA2 every listed password is refused, and every listed word with the usual trimmings', () => {
  const listed = lines('common-passwords.data.txt')
  expect(listed.length).toBeGreaterThan(1_000)
  expect(listed.filter((password) => !isCommonPassword(password, email))).toEqual([])
  const dressed = lines('common-words.data.txt').flatMap((word) => [
    `${word}2026!`,
    `!!${word}123`,
    `${word}${word}1`,
  ])
  expect(dressed.length).toBeGreaterThan(3_000)
  expect(dressed.filter((password) => !isCommonPassword(password, email))).toEqual([])
})

test.each([
  'P@ssw0rd2026!',
  'Qwertyuiop123456',
  'qazwsxedcrfvtgb',
  'abcdefghijklmno',
  '012345678901234',
  'aaaaaaaaaaaaaaaa',
  'abc!abc!abc!abc!',
  'Lotbook-2026!!',
  'lovelace1815',
  'ada.lovelace@example.com',
  'iloveyou-bitcoin1',
])('SA2 %s is refused', (password) => {
  expect(isCommonPassword(password, email)).toBe(true)
})

test.each([
  'plum-engine-violet-93',
  'vaguely salted caramel tram',
  'hV8#tq2!kLw0',
  'Ōsaka 東京 mañana ñandú',
  '7f3a9c04be51d286',
])('%s is taken', (password) => {
  expect(isCommonPassword(password, email)).toBe(false)
})
