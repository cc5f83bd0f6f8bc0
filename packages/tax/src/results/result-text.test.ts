import { concatBytes } from '@noble/hashes/utils.js'
import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { NarrowAmounts } from '../amounts/narrow-amounts.ts'
import { bytesOf } from '../bytes/byte-writer.ts'
import { canonicalJson } from '../bytes/canonical-json.ts'
import { anyInputOfEveryRule, anyOddInput } from '../testing/random-ledger.ts'
import { rowsOfResult } from './result-rows.ts'
import { scenarios } from '../testing/scenarios.ts'
import type { CalculationInput } from '../schema/calculation-input.ts'
import { eventTableOf, wideEventTableOf, type EventTable } from '../events/event-table.ts'
import { resultTableOf } from './result-maker.ts'
import { resultText } from './result-text.ts'
import { runEvents } from '../executing/run-events.ts'
import { resultOfTable } from './write-result.ts'
import { runs } from '../testing/runs.ts'

function expectSameText(input: CalculationInput, tableOf: (input: CalculationInput) => EventTable) {
  const table = resultTableOf(runEvents(tableOf(input), input.settings))
  expect(concatBytes(...Array.from(resultText(table), (piece) => piece.slice()))).toEqual(
    bytesOf(canonicalJson(rowsOfResult(input, resultOfTable(table)))),
  )
}

test.each(scenarios.map(({ id, input }) => [id, input] as const))(
  'N2 the text of a result written from columns is that of its objects: %s',
  (_, input) => expectSameText(input, eventTableOf),
)

describe.each([
  ['on two limbs', eventTableOf],
  ['on big integers', wideEventTableOf],
] as const)('N2 the text of a result written from columns is that of its objects, %s', (_, tableOf) => {
  test('of random histories', () => {
    fc.assert(
      fc.property(anyInputOfEveryRule, (input) => expectSameText(input, tableOf)),
      { numRuns: runs(60) },
    )
  })

  test('of odd ones', () => {
    fc.assert(
      fc.property(anyOddInput, (input) => expectSameText(input, tableOf)),
      { numRuns: runs(60) },
    )
  })

  test('with names that JSON escapes, milliseconds, and instants before 1970', () => {
    const buy = {
      type: 'buy',
      from_currency: 'USD',
      from_amount: '100',
      to_currency: 'Ö"\\€',
      to_amount: '3',
    }
    const sell = {
      type: 'sell',
      from_currency: 'Ö"\\€',
      from_amount: '2',
      to_currency: 'USD',
      to_amount: '1',
    }
    const transactions = [
      { id: 'a"ü', at: '1969-12-31T23:59:59.007Z', account: 'naïve "book"', ...buy },
      { id: '\u2028', at: '2024-02-29T00:00:00.120Z', account: 'naïve "book"', ...sell },
    ]
    expectSameText({ settings: { timezone: 'Asia/Tokyo' }, transactions }, tableOf)
  })
})

test('a number is its sign, whole part and decimals where a double holds them', () => {
  const limit = 2n * 10n ** 25n
  fc.assert(
    fc.property(fc.bigInt({ min: -limit, max: limit }), fc.integer({ min: 0, max: 14 }), (value, scale) => {
      const amounts = new NarrowAmounts(1)
      amounts.set(amounts.reserve(1), value)
      const parts = new Float64Array(3)
      const size = value < 0n ? -value : value
      const unit = 10n ** BigInt(scale)
      const fits = scale <= 12 && size / unit < 10n ** 12n
      expect(amounts.split(0, scale, parts)).toBe(fits)
      if (fits) expect([...parts].map(BigInt)).toEqual([value < 0n ? 1n : 0n, size / unit, size % unit])
    }),
    {
      numRuns: runs(500),
      examples: [
        [10n ** 24n - 1n, 12],
        [1n - 10n ** 24n, 12],
        [10n ** 24n, 12],
        [-(10n ** 15n), 3],
        [-1n, 12],
        [0n, 0],
      ],
    },
  )
})

test('a number is written as ASCII as it is as text', () => {
  const limit = 4n * 10n ** 30n
  fc.assert(
    fc.property(fc.bigInt({ min: -limit, max: limit }), fc.integer({ min: 0, max: 45 }), (value, scale) => {
      const amounts = new NarrowAmounts(1)
      amounts.set(amounts.reserve(1), value)
      const to = new Uint8Array(100).fill(0x78)
      const end = amounts.writeText(0, scale, to, 3)
      expect(to.subarray(3, end)).toEqual(bytesOf(amounts.text(0, scale)))
      expect([to[2], to[end]]).toEqual([0x78, 0x78])
    }),
    {
      numRuns: runs(500),
      examples: [
        [limit, 12],
        [-limit, 0],
        [10n ** 15n, 15],
        [-1n, 45],
        [0n, 3],
      ],
    },
  )
})
