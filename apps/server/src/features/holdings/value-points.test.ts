import { formatDecimal, parseDecimal } from '@lotbook/money'
import { expect, test } from 'vitest'
import { momentsBetween, valuePoints, type Step } from './value-points.ts'

const step = (asset: string, at: number, amount: string): Step => ({
  asset,
  at,
  amount: parseDecimal(amount)!,
})
const shown = (...given: Parameters<typeof valuePoints>) =>
  valuePoints(...given).map(
    ({ value, basis, unpriced }) =>
      `${formatDecimal(value)} for ${formatDecimal(basis)}, ${unpriced.toString()}`,
  )

test('units and costs add up, a price counts until a newer one, and what is sold is gone', () => {
  expect(
    shown(5, {
      moves: [step('BTC', 0, '1'), step('BTC', 2, '0.5'), step('BTC', 2, '0.5'), step('BTC', 4, '-2')],
      costs: [step('BTC', 0, '100'), step('BTC', 2, '300'), step('BTC', 4, '-400')],
      prices: [step('BTC', 0, '100'), step('BTC', 3, '250')],
    }),
  ).toEqual(['100 for 100, 0', '100 for 100, 0', '200 for 400, 0', '500 for 400, 0', '0 for 0, 0'])
})

test('what has no price yet is in no sum, and counted', () => {
  expect(
    shown(2, {
      moves: [step('BTC', 0, '1'), step('XYZ', 0, '5')],
      costs: [step('BTC', 0, '100'), step('XYZ', 0, '7')],
      prices: [step('BTC', 0, '100'), step('XYZ', 1, '2')],
    }),
  ).toEqual(['100 for 100, 1', '110 for 107, 0'])
})

test('where more left than came in, nothing is held', () => {
  expect(shown(1, { moves: [step('BTC', 0, '-1')], costs: [step('BTC', 0, '5')], prices: [] })).toEqual([
    '0 for 0, 0',
  ])
})

test('what is missing in one account takes nothing from what another holds', () => {
  const inAccount = (account: string, at: number, amount: string) => ({ ...step('SOL', at, amount), account })
  expect(
    shown(2, {
      moves: [inAccount('a', 0, '10'), inAccount('b', 0, '-4'), inAccount('b', 1, '5')],
      costs: [step('SOL', 0, '100')],
      prices: [step('SOL', 0, '2')],
    }),
  ).toEqual(['20 for 100, 0', '22 for 100, 0'])
})

test('moments are a day apart in a month, further in a long history, and end at its end', () => {
  const end = new Date('2025-06-01T12:00:00Z')
  const month = momentsBetween(new Date('2025-05-02T12:00:00Z'), end)
  expect([month.length, month[0]?.toISOString(), month[1]?.toISOString(), month.at(-1)]).toEqual([
    31,
    '2025-05-02T12:00:00.000Z',
    '2025-05-03T12:00:00.000Z',
    end,
  ])
  const all = momentsBetween(new Date('2011-01-01T00:00:00Z'), end)
  expect([all.length, all.at(-1)]).toEqual([120, end])
  expect(momentsBetween(end, end)).toEqual([end, end])
})
