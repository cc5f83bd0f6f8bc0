import { expect, test } from 'vitest'
import { sumSentence, thingsOf } from './sum-words.ts'

test('a sum says what it is of: many, one or nothing', () => {
  const gain = { title: 'Net gain of 2025', amount: '$9,031.81', thing: 'disposal' } as const
  expect(sumSentence({ ...gain, count: 1035 })).toBe(
    'Net gain of 2025 is $9,031.81: the sum of 1,035 disposals, each with its own lot and its original row.',
  )
  expect(sumSentence({ ...gain, count: 1 })).toBe(
    'Net gain of 2025 is $9,031.81: that of 1 disposal, with its own lot and its original row.',
  )
  expect(
    sumSentence({ title: 'Deduction for donations of 2025', amount: '$0.00', thing: 'donation', count: 0 }),
  ).toBe('Deduction for donations of 2025 is $0.00: there is no donation in it.')
  expect([0, 1, 2].map((count) => thingsOf('receipt', count))).toEqual([
    '0 receipts',
    '1 receipt',
    '2 receipts',
  ])
})
