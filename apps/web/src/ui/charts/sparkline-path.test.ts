import { expect, test } from 'vitest'
import { sparklinePath } from './sparkline-path.ts'

test('prices stand at their days, from the lowest to the highest', () => {
  const spark = sparklinePath([
    { day: '2025-05-01', price: '10' },
    { day: '2025-05-02', price: '30' },
    { day: '2025-05-05', price: '20' },
  ])
  expect(spark).toEqual({ path: 'M3 23L23.5 3L85 13', end: [85, 13] })
})

test('prices that do not move are a level line', () => {
  const level = ['2025-05-01', '2025-05-02'].map((day) => ({ day, price: '7' }))
  expect(sparklinePath(level)?.path).toBe('M3 13L85 13')
})

test('nothing is drawn of one price, or of none', () => {
  expect([sparklinePath([]), sparklinePath([{ day: '2025-05-01', price: '7' }])]).toEqual([
    undefined,
    undefined,
  ])
})
