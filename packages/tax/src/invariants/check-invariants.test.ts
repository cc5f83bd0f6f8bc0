import { formatUnits, MONEY_SCALE } from '@lotbook/money'
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { calculate } from '../engine/calculate.ts'
import type { CalculationInput } from '../engine/calculation-input.ts'
import type { CalculationResult } from '../engine/calculation-result.ts'
import { eventTableOf } from '../engine/event-table.ts'
import { anyInputOfEveryRule, anyOddInput } from '../testing/random-ledger.ts'
import { scenarios } from '../testing/scenarios.ts'
import { runEvents } from '../engine/run-events.ts'
import { resultTableOf } from '../engine/result-table.ts'
import { resultOfTable } from '../engine/write-result.ts'
import { outcomeOf, type InvariantFinding } from './invariant.ts'
import { checkInvariants, checkInvariantsOfTable } from './check-invariants.ts'

const findingsOf = (input: CalculationInput, result: CalculationResult = calculate(input)) =>
  checkInvariants(eventTableOf(input), input.settings, result)
const brokenIn = (input: CalculationInput, result?: CalculationResult) =>
  findingsOf(input, result)
    .filter(({ outcome }) => outcome === 'broken')
    .map(({ name, example }) => `${name}: ${example}`)

test('N16 every invariant holds of the engine on random histories, with every method, pool and fee', () => {
  fc.assert(
    fc.property(anyInputOfEveryRule, (input) => {
      expect(brokenIn(input)).toEqual([])
    }),
    { numRuns: 1000 },
  )
})

test('N16 ST16 and on odd ones: dust, huge amounts, zeroes, fees given back or larger than the amount', () => {
  fc.assert(
    fc.property(anyOddInput, (input) => {
      expect(brokenIn(input)).toEqual([])
    }),
    { numRuns: 1000 },
  )
})

test.each(scenarios.map(({ id, input }) => [id, input] as const))('N16 and on the worked %s', (_, input) => {
  expect(brokenIn(input)).toEqual([])
})

test('N16 a year in which coins were only given away is asked for too, and one in which they were not is not', () => {
  const given = {
    settings: { jurisdiction: 'US', method: 'fifo' },
    transactions: [
      {
        id: 'b',
        at: '2023-01-01T00:00:00Z',
        type: 'buy',
        account: 'a',
        from_currency: 'USD',
        from_amount: '10',
        to_currency: 'ETH',
        to_amount: '2',
      },
      {
        id: 'g',
        at: '2024-01-01T00:00:00Z',
        type: 'outgoing',
        sub_type: 'gift_sent',
        account: 'a',
        from_currency: 'ETH',
        from_amount: '1',
      },
    ],
  } satisfies CalculationInput
  const result = calculate(given)
  expect(Object.keys(result.years)).toEqual(['2024'])
  expect(brokenIn(given, { ...result, years: {} })).toEqual(['totals-are-sums: 2024: left out'])
  expect(brokenIn(given, { ...result, years: { ...result.years, '2023': result.years['2024']! } })).toEqual([
    'totals-are-sums: 2023: without a row',
  ])
})

test.each([
  ['random histories', anyInputOfEveryRule],
  ['odd ones', anyOddInput],
] as const)('N16 a result in columns comes out as its objects do, whole or spoiled: %s', (_, inputs) => {
  fc.assert(
    fc.property(inputs, fc.nat(), fc.constantFrom(-1n, 0n, 1n), (input, place, change) => {
      const table = resultTableOf(runEvents(eventTableOf(input), input.settings))
      // Any amount of any list, one unit more or less.
      const stores = [
        table.disposals.rows.amounts,
        table.disposals.further,
        table.removals.rows.amounts,
        table.incomes.amounts,
        table.lots.amounts,
      ]
      const counts = [
        4 * table.disposals.rows.count,
        2 * table.disposals.rows.count,
        4 * table.removals.rows.count,
        2 * table.incomes.count,
        3 * table.lots.count,
      ]
      const firsts = [table.disposals.rows.slot(0, 0), 0, table.removals.rows.slot(0, 0), 0, 0]
      const all = counts.reduce((sum, count) => sum + count, 0)
      let at = all === 0 ? 0 : place % all
      for (let n = 0; n < stores.length; n++) {
        if (at < counts[n]!) {
          const slot = firsts[n]! + at
          stores[n]!.set(slot, stores[n]!.get(slot) + change)
          break
        }
        at -= counts[n]!
      }
      const outcomes = (found: readonly InvariantFinding[]) => found.map(outcomeOf)
      expect(outcomes(checkInvariantsOfTable(table, input.settings))).toEqual(
        outcomes(findingsOf(input, resultOfTable(table))),
      )
    }),
    { numRuns: 500 },
  )
})

test('R-GIFT-2 of a gift that is sold in pieces for what it cost, or next to it, rounding makes one row that holds', () => {
  const money = (units: bigint) => formatUnits(units, MONEY_SCALE)
  const sale = fc.record({
    donor: fc.bigInt({ min: 1n, max: 5n * 10n ** 12n }),
    less: fc.bigInt({ min: 1n, max: 5n }),
    more: fc.bigInt({ min: -9n, max: 9n }),
    pieces: fc.array(fc.integer({ min: 1, max: 4 }), { minLength: 2, maxLength: 4 }),
    isNearLoss: fc.boolean(),
  })
  fc.assert(
    fc.property(sale, ({ donor, less, more, pieces, isNearLoss }) => {
      const whole = String(pieces.reduce((sum, units) => sum + units))
      const gift = {
        id: 'gift',
        at: '2025-01-01T00:00:00Z',
        type: 'incoming',
        sub_type: 'gift_received',
        account: 'a',
        to_currency: 'BTC',
        to_amount: whole,
        to_value: isNearLoss ? money(donor - 1n) : money(donor / 2n),
        gift: { donor_basis: money(donor + (isNearLoss ? less : 0n)), donor_acquired: '2025-01-01' },
      }
      const sell = {
        id: 'sale',
        at: '2025-06-01T00:00:00Z',
        type: 'sell',
        account: 'a',
        from_currency: 'BTC',
        from_amount: whole,
        to_currency: 'USD',
        to_amount: money(donor + more < 0n ? 0n : donor + more),
        lots: pieces.slice(1).map((units) => ({ lot: 'gift', quantity: String(units) })),
      }
      const input = { settings: {}, transactions: [gift, sell] }
      const result = calculate(input)
      expect(result.disposals).toMatchObject([{ lot: 'gift', quantity: whole }])
      expect(brokenIn(input, result)).toEqual([])
    }),
    { numRuns: 500 },
  )
})
