import { describe, expect, test } from 'vitest'
import { duplicatesAcrossFiles } from './duplicates-across-files.ts'

const one = (seconds: number, equals: string, ...reportedBy: string[]) =>
  ({ at: 1000 + seconds * 1000, equals, amounts: [null, '1'], name: null, reportedBy }) as const

test('an equal of another file within two seconds, the one before first', () => {
  const near = [one(0, 'a', 'x'), one(2, 'a', 'y'), one(3, 'a', 'x'), one(6, 'a', 'y'), one(6, 'b', 'x')]
  expect(near.map((each) => duplicatesAcrossFiles(near).get(each))).toEqual([
    near[1],
    near[0],
    near[1],
    // Three seconds from the nearest, and what is not equal is none.
    undefined,
    undefined,
  ])
})

test('two equal fills that one file tells are real, whoever else tells one of them', () => {
  const near = [one(0, 'a', 'x'), one(0, 'a', 'x', 'y'), one(1, 'a', 'z')]
  expect(duplicatesAcrossFiles(near).get(near[0]!)).toBe(near[2])
  expect(duplicatesAcrossFiles(near.slice(0, 2)).size).toBe(0)
})

describe('an exchange that a ledger and a list of trades tell otherwise', () => {
  const at = Date.UTC(2024, 0, 8, 10, 0, 20)
  const trade = (
    reportedBy: string,
    out: string,
    into: string | null,
    after = 0,
    name: string | null = null,
  ) =>
    ({
      at: at + after * 1000,
      equals: 'USDT BTC',
      amounts: [out, into],
      name,
      reportedBy: [reportedBy],
    }) as const

  test.each([
    ['the fee taken off', trade('b', '420', '0.00999'), true],
    ['the fee put on', trade('b', '422.1', '0.01', 1), true],
    ['more than a fee apart', trade('b', '440', '0.01'), false],
    ['another time', trade('b', '420.1', '0.01', 3), false],
    ['the minute alone', trade('b', '420.1', '0.01', -20), true],
    ['the same file', trade('a', '420', '0.00999'), false],
    ['one side alone', trade('b', '420', null), false],
    ['few digits, hours apart', trade('b', '420', '0.01', 7200), false],
  ])('%s', (_, other, isTold) => {
    const own = trade('a', '420', '0.01')
    expect(duplicatesAcrossFiles([own, other]).get(own)).toBe(isTold ? other : undefined)
  })

  test('fills of one moment that a ledger has as one', () => {
    const whole = trade('ledger', '420.42', '0.01')
    const fills = [trade('fills', '168', '0.004'), trade('fills', '252', '0.006', 1)]
    const duplicates = duplicatesAcrossFiles([whole, ...fills])
    expect(duplicates.get(whole)).toBe(fills[0])
    expect(fills.map((fill) => duplicates.get(fill))).toEqual([whole, whole])
    expect(duplicatesAcrossFiles([whole, fills[0]!]).size).toBe(0)
  })

  test('the very same amounts, hours apart', () => {
    const near = [trade('a', '420.37', '0.01000881'), trade('b', '420.37', '0.01000881', 7200)]
    expect(duplicatesAcrossFiles(near).get(near[0]!)).toBe(near[1])
    expect(duplicatesAcrossFiles([near[0]!, trade('b', '420.37', '0.01000881', 200_000)]).size).toBe(0)
  })

  test('an order by its id, whatever its fills are', () => {
    const order = trade('orders', '420', '0.01', 90, 'o1')
    const fills = [trade('fills', '210', '0.005', 0, 'o1'), trade('fills', '210', '0.005', 0, 'o1')]
    const duplicates = duplicatesAcrossFiles([...fills, order])
    expect(duplicates.get(order)).toBe(fills[1])
    expect(fills.map((fill) => duplicates.get(fill))).toEqual([order, order])
    expect(duplicatesAcrossFiles(fills).size).toBe(0)
  })
})
