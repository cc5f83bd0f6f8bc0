import { SHORT_MONTHS } from '@lotbook/journal'
import { expect, test } from 'vitest'
import { formatMoney } from '../format/format-money.ts'
import { monthsSentence, yearsSentence } from './months-sentence.ts'

/** The sentence of a year whose other months are empty; a month is its long-term gain, or long-term and short-term. */
const said = (months: Readonly<Record<string, string | readonly [string, string]>>) =>
  monthsSentence(
    SHORT_MONTHS.map((name) => {
      const given = months[name] ?? '0'
      const [long, short] = typeof given === 'string' ? [given, '0'] : given
      return { name, long, short, net: String(Number(long) + Number(short)) }
    }),
    (amount) => `$${amount}`,
  )

test.each([
  ['nothing', {}, 'No gains or losses in this year.'],
  ['a loss alone', { Mar: '-5' }, 'Net $-5 over the year, all of it in Mar.'],
  ['a gain alone', { Dec: ['0', '5'] as const }, 'Net $5 over the year, all of it in Dec.'],
  [
    'losses alone',
    { Mar: '-5', Jun: '-7' },
    'Net $-12 over the year; no month had a gain, the largest loss was in Jun with $-7.',
  ],
  [
    'losses beside a month that comes to nothing',
    { Feb: ['3', '-3'] as const, Jun: '-7' },
    'Net $-7 over the year; no month had a gain, the largest loss was in Jun with $-7.',
  ],
  [
    'gains and losses',
    { Jan: '-5', Feb: '9', Mar: '2' },
    'Net $6 over the year; the best month was Feb with $9.',
  ],
  ['gains alone', { Jan: '5', Feb: '9' }, 'Net $14 over the year; the best month was Feb with $9.'],
  [
    'months that come to nothing',
    { Jan: ['5', '-5'] as const },
    'Net $0 over the year: the gains and losses within each month cancel out.',
  ],
])('the sentence of a year with %s', (_, months, sentence) => {
  expect(said(months)).toBe(sentence)
})

test('months are compared exactly', () => {
  expect(said({ Jan: '9007199254740993', Feb: '1' })).toContain('best month was Jan')
  const rows = [
    { name: 'Jan', long: '9007199254740992.1', short: '0', net: '9007199254740992.1' },
    { name: 'Feb', long: '9007199254740992.2', short: '0', net: '9007199254740992.2' },
  ]
  expect(monthsSentence(rows, (amount) => amount)).toBe(
    'Net 18014398509481984.3 over the year; the best month was Feb with 9007199254740992.2.',
  )
})

test('gain by year names the best and the worst, and what all come to', () => {
  const money = (amount: string) => formatMoney(amount, { currency: 'USD', signed: true })
  const year = (name: string, net: string) => ({ name, short: net, long: '0', net })
  expect(yearsSentence([year('2023', '0')], money)).toBe('No gains or losses in any year.')
  expect(yearsSentence([year('2023', '5'), year('2024', '0')], money)).toBe('Net +$5.00 over 1 year.')
  expect(yearsSentence([year('2023', '5'), year('2024', '-7'), year('2025', '9')], money)).toBe(
    'Net +$7.00 over 3 years; the best was 2025 with +$9.00, the worst 2024 with −$7.00.',
  )
  expect(yearsSentence([year('2023', '5'), year('2025', '9')], money)).toContain('the smallest 2023')
})
