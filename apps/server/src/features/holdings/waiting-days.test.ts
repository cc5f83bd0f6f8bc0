import { expect, test } from 'vitest'
import { waitingDays } from './waiting-days.ts'

const lot = (acquired: string | null, term: 'short' | 'long') => ({ acquired, term })

test('the next day on which a lot turns long-term, and the day from which all are', () => {
  expect(
    waitingDays([
      lot('2023-01-01', 'long'),
      lot('2024-07-01', 'short'),
      lot('2024-03-01', 'short'),
      lot('2024-05-01', 'short'),
    ]),
  ).toEqual(['2025-03-02', '2025-07-02'])
  expect(waitingDays([lot('2024-07-01', 'short'), lot('2024-07-01', 'short')])).toEqual(['2025-07-02'])
  expect(waitingDays([lot('2023-01-01', 'long'), lot(null, 'short')])).toEqual([])
})
