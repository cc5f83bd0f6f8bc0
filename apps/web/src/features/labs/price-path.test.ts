import { expect, test } from 'vitest'
import { pricePath } from './price-path.ts'

const box = { width: 100, height: 20, edge: 2 }
const at = (hour: number, price: string) => ({
  at: `2026-03-06T${hour.toString().padStart(2, '0')}:00:00Z`,
  price,
})

test('prices lie by their moments, the lowest at the bottom and the highest at the top', () => {
  expect(pricePath([at(0, '10'), at(1, '30'), at(4, '20')], box)).toEqual({
    line: 'M0 18L25 2L100 10',
    area: 'M0 18L25 2L100 10V20H0Z',
    low: '10',
    high: '30',
    from: '2026-03-06T00:00:00Z',
    to: '2026-03-06T04:00:00Z',
  })
})

test('a price that does not move is a line in the middle, and one price is none', () => {
  expect(pricePath([at(0, '5'), at(2, '5.00')], box)?.line).toBe('M0 10L100 10')
  expect(pricePath([at(0, '5')], box)).toBeUndefined()
})
