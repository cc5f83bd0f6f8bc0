import { expect, test } from 'vitest'
import { formatMoney } from '../format/format-money.ts'
import { valueSentence } from './value-sentence.ts'

const money = (amount: string) => formatMoney(amount, { currency: 'USD' })

test('a value over time is told from its first to its last, with its highest', () => {
  expect(
    valueSentence(
      [
        { at: '2025-01-01T00:00:00Z', value: '10' },
        { at: '2025-02-01T00:00:00Z', value: '30.5' },
        { at: '2025-03-01T00:00:00Z', value: '20' },
      ],
      money,
    ),
  ).toBe('From $10.00 to $20.00; highest on Feb 01, 2025 with $30.50.')
  expect(valueSentence([], money)).toBe('No value is known for this period.')
})
