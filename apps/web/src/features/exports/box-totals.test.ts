import { expect, test } from 'vitest'
import { boxTotals } from './box-totals.ts'

const box = (name: string, disposals: number, gain: string) => ({
  box: name,
  term: 'long' as const,
  disposals,
  proceeds: '100',
  basis: '90',
  adjustment: '0',
  gain,
  taken_back: '0',
  is_direct: false,
})

test('the boxes add up, and tie to the results within what rounding each line can make', () => {
  const boxes = [box('K', 2, '10.01'), box('L', 1, '-3')]
  expect(boxTotals(boxes, { gain: '7.01', disposals: 3 })).toEqual({
    disposals: 3,
    proceeds: '200',
    basis: '180',
    adjustment: '0',
    gain: '7.01',
    apart: null,
    takenBack: null,
    rounding: null,
  })
  expect(boxTotals(boxes, { gain: '7.0312', disposals: 3 })).toMatchObject({
    apart: null,
    rounding: '0.0212',
  })
  expect(boxTotals(boxes, { gain: '7.06', disposals: 3 })).toMatchObject({ apart: '-0.05' })
  expect(boxTotals(boxes, { gain: '7.01', disposals: 4 }).apart).toBe('0')
})

test('a loss that the form takes back is no difference from the results', () => {
  const boxes = [{ ...box('G', 1, '-250'), taken_back: '150' }]
  expect(boxTotals(boxes, { gain: '-400', disposals: 1 })).toMatchObject({ apart: null, takenBack: '150' })
  expect(boxTotals(boxes, { gain: '-250', disposals: 1 })).toMatchObject({ apart: '-150' })
})
