import { parseDecimal, formatDecimal, type Decimal } from '@lotbook/money'
import { isLongTerm } from '@lotbook/rules/us'
import { expect, test } from 'vitest'
import { gainOf, lastLongTermDay, valueOf, type LotCost } from './lot-gain.ts'

const amount = (text: string): Decimal => parseDecimal(text)!

function lot(
  basis: string,
  acquired: string | null,
  loss?: readonly [basis: string, acquired: string],
): LotCost {
  return {
    quantity: amount('1'),
    basis: amount(basis),
    acquired,
    lossBasis: loss === undefined ? null : amount(loss[0]),
    lossAcquired: loss?.[1] ?? null,
  }
}

test.each([
  ['a gain of what is held for more than a year', lot('400', '2024-05-10'), '900', '500 long'],
  ['a loss of what is held for a year', lot('400', '2024-05-11'), '300', '-100 short'],
  ['what was acquired on a day nobody knows', lot('0', null), '300', '300 short'],
  ['a gift above what it had cost', lot('400', '2020-01-01', ['250', '2025-01-01']), '500', '100 long'],
  ['a gift between its two bases', lot('400', '2020-01-01', ['250', '2025-01-01']), '300', '0 long'],
  [
    'a gift below what it was worth then',
    lot('400', '2020-01-01', ['250', '2025-01-01']),
    '200',
    '-50 short',
  ],
])('%s', (_, held, value, expected) => {
  const { gain, term } = gainOf(held, amount(value), '2025-05-11')
  expect(`${formatDecimal(gain)} ${term}`).toBe(expected)
})

test('lots are cut where the tax rule turns, on every day over a leap year', () => {
  for (let at = Date.UTC(2023, 11, 1); at < Date.UTC(2025, 3, 1); at += 86_400_000) {
    const today = new Date(at).toISOString().slice(0, 10)
    const last = lastLongTermDay(today)
    const after = new Date(Date.parse(last) + 86_400_000).toISOString().slice(0, 10)
    expect([today, isLongTerm(last, today), isLongTerm(after, today)]).toEqual([today, true, false])
  }
})

test('a value is fixed at the unit of money', () => {
  expect(formatDecimal(valueOf(amount('0.000000000000000001'), amount('1234.5')))).toBe('0')
  expect(formatDecimal(valueOf(amount('0.3'), amount('0.1')))).toBe('0.03')
})
