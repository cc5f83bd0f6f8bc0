import fc from 'fast-check'
import { expect, test } from 'vitest'
import { MAX_MOUNTED, MAX_SCROLL_PX, rowWindow, scrollHeight, scrollTopFor } from './row-window.ts'

const views = fc.record({
  scrollTop: fc.integer({ min: 0, max: 40_000_000 }),
  height: fc.integer({ min: 100, max: 2_200 }),
  rowHeight: fc.constantFrom(32, 44),
  count: fc.integer({ min: 0, max: 2_000_000 }),
})

test('P16 at most 40 rows are mounted, and they cover the view', () => {
  fc.assert(
    fc.property(views, (view) => {
      const { first, end, top } = rowWindow(view)
      if (view.height <= 35 * view.rowHeight) expect(end - first).toBeLessThanOrEqual(MAX_MOUNTED)
      const scrolled = Math.min(
        view.scrollTop,
        Math.max(0, scrollHeight(view.count, view.rowHeight) - view.height),
      )
      const bottom = top + (end - first) * view.rowHeight
      if (view.count > 0) {
        expect(top).toBeLessThanOrEqual(scrolled + 0.01)
        expect(bottom).toBeGreaterThanOrEqual(
          Math.min(scrolled + view.height, view.count * view.rowHeight) - 0.01,
        )
      }
    }),
  )
})

test('the last of a million rows is reached at the end of the scroll bar', () => {
  const count = 1_000_000
  const height = 600
  const { end } = rowWindow({ scrollTop: MAX_SCROLL_PX - height, height, rowHeight: 44, count })
  expect(scrollHeight(count, 44)).toBe(MAX_SCROLL_PX)
  expect(end).toBe(count)
})

test('scrolling to a row shows it', () => {
  fc.assert(
    fc.property(views, fc.nat(), (view, n) => {
      fc.pre(view.count > 0)
      const row = n % view.count
      const to = scrollTopFor(row, view) ?? view.scrollTop
      const { first, end } = rowWindow({ ...view, scrollTop: to })
      expect(row >= first && row < end).toBe(true)
    }),
  )
})
