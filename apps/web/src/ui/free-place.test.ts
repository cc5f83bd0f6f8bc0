import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type Box, freePlace } from './free-place.ts'

const BOUNDS: Box = { left: 16, top: 16, right: 1000, bottom: 800 }
const TOAST: Box = { left: 600, top: 740, right: 1000, bottom: 790 }

test('a box stays where it covers nothing, and goes up past what it would cover', () => {
  expect(freePlace(TOAST, BOUNDS, [])).toEqual({ dx: 0, dy: 0 })
  const button: Box = { left: 900, top: 730, right: 980, bottom: 760 }
  expect(freePlace(TOAST, BOUNDS, [button])).toEqual({ dx: 0, dy: -64 })
})

test('where a whole side is taken it is at the other; where everything is, it stays', () => {
  const right: Box = { left: 700, top: 0, right: 1000, bottom: 900 }
  expect(freePlace(TOAST, BOUNDS, [right])).toEqual({ dx: -584, dy: 0 })
  expect(freePlace(TOAST, BOUNDS, [{ left: 0, top: 0, right: 1000, bottom: 900 }])).toEqual({ dx: 0, dy: 0 })
})

test('wherever it goes it is within bounds and covers nothing, or it has not moved', () => {
  const box = fc
    .tuple(fc.nat(900), fc.nat(750), fc.integer({ min: 1, max: 300 }), fc.integer({ min: 1, max: 60 }))
    .map(([left, top, width, height]): Box => ({ left, top, right: left + width, bottom: top + height }))
  fc.assert(
    fc.property(fc.array(box, { maxLength: 40 }), (others) => {
      const { dx, dy } = freePlace(TOAST, BOUNDS, others)
      if (dx === 0 && dy === 0) return
      expect(TOAST.left + dx).toBeGreaterThanOrEqual(BOUNDS.left)
      expect(TOAST.top + dy).toBeGreaterThanOrEqual(BOUNDS.top)
      for (const other of others)
        expect(
          TOAST.left + dx < other.right &&
            other.left < TOAST.right + dx &&
            TOAST.top + dy < other.bottom &&
            other.top < TOAST.bottom + dy,
        ).toBe(false)
    }),
  )
})
