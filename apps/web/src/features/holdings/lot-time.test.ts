import type { OpenLot } from '@lotbook/contract'
import { expect, test } from 'vitest'
import { largestLot, lotAxis, lotShape } from './lot-time.ts'

const lot = (acquired: string | null, from: string | null, quantity = '1'): OpenLot => ({
  n: 0,
  transaction_id: null,
  account_id: null,
  account_name: 'Kraken',
  account_slug: 'kraken',
  acquired,
  quantity,
  basis: '1',
  loss_basis: null,
  value: null,
  gain: null,
  term: from !== null && from <= '2025-07-02' ? 'long' : 'short',
  long_term_from: from,
  days: null,
})

test('the axis spans whole years from the oldest lot to the day the newest one turns', () => {
  const lots = [lot('2023-01-02', '2024-01-03'), lot('2025-03-01', '2026-03-02')]
  const axis = lotAxis({ since: '2023-01-02', today: '2025-07-02', lots })
  expect([axis.first, axis.end, axis.years.map(({ year }) => year)]).toEqual([
    2023,
    2027,
    [2023, 2024, 2025, 2026],
  ])
  expect(Math.round(axis.today)).toBe(62)
})

test('many years have every second name, or fewer', () => {
  const axis = lotAxis({ since: '2011-05-01', today: '2025-07-02', lots: [] })
  expect(axis.years.map(({ year }) => year)).toEqual([2011, 2014, 2017, 2020, 2023])
})

test('a lot is hatched for its first year and solid to today; one that waits has its day', () => {
  const [old, young] = [lot('2023-01-01', '2024-01-02', '2'), lot('2025-01-01', '2026-01-02', '0.1')]
  const axis = lotAxis({ since: '2023-01-01', today: '2025-07-02', lots: [old, young] })
  const largest = largestLot([old, young])
  const shape = lotShape(old, axis, largest)
  expect(shape).toMatchObject({ height: 20, goal: undefined })
  expect(shape?.short.to).toBe(shape?.long?.from)
  expect(shape?.long?.to).toBe(axis.today)
  expect(lotShape(young, axis, largest)).toMatchObject({
    height: 5,
    long: undefined,
    short: { to: axis.today },
  })
  expect(lotShape(young, axis, largest)?.goal).toBeGreaterThan(axis.today)
})

test('nothing is drawn of a lot whose day is not known', () => {
  const axis = lotAxis({ since: null, today: '2025-07-02', lots: [] })
  expect(lotShape(lot(null, null), axis, '1')).toBeUndefined()
})
