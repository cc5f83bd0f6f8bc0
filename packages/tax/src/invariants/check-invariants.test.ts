import { formatUnits, MONEY_SCALE } from '@lotbook/money'
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { calculate } from '../calculating/calculate.ts'
import type { CalculationInput } from '../schema/calculation-input.ts'
import type { CalculationResult } from '../schema/calculation-result.ts'
import { eventTableOf } from '../events/event-table.ts'
import { problemsOfInput } from '../schema/parse-input.ts'
import { anyInputGivenBack, anyInputOfEveryRule, anyOddInput } from '../testing/random-ledger.ts'
import { scenarios } from '../testing/scenarios.ts'
import { runEvents } from '../executing/run-events.ts'
import { resultTableOf } from '../results/result-maker.ts'
import { resultOfTable } from '../results/write-result.ts'
import { outcomeOf, type InvariantFinding } from './invariant.ts'
import { checkInvariants, checkInvariantsOfTable } from './check-invariants.ts'
import { runs } from '../testing/runs.ts'

const findingsOf = (input: CalculationInput, result: CalculationResult = calculate(input)) =>
  checkInvariants(eventTableOf(input), input.settings, result)
const brokenIn = (input: CalculationInput, result?: CalculationResult) =>
  findingsOf(input, result)
    .filter(({ outcome }) => outcome === 'broken')
    .map(({ name, example }) => `${name}: ${example}`)

test('N16 of a fee and the fee that it cost, both of one gift under water, every invariant holds', () => {
  const at = (day: string) => ({ at: `2025-${day}T12:00:00Z`, account: 'a' })
  for (const [value, feeValue] of [
    ['90', '20'],
    ['40', '45'],
    ['25', '2'],
  ] as const)
    expect(
      brokenIn({
        settings: {},
        transactions: [
          {
            ...at('01-01'),
            id: 'g',
            type: 'incoming',
            sub_type: 'gift_received',
            to_currency: 'BTC',
            to_amount: '10',
            to_value: '100',
            gift: { donor_basis: '300', donor_acquired: '2020-01-01' },
          },
          {
            ...at('03-01'),
            id: 'f',
            type: 'outgoing',
            sub_type: 'fee',
            from_currency: 'BTC',
            from_amount: '1',
            from_value: value,
            fee_currency: 'BTC',
            fee_amount: '1',
            fee_value: feeValue,
          },
        ],
      }),
    ).toEqual([])
})

test('N16 every invariant holds of the engine on random histories, with every method, pool and fee', () => {
  fc.assert(
    fc.property(anyInputOfEveryRule, (input) => {
      expect(brokenIn(input)).toEqual([])
    }),
    { numRuns: runs(250) },
  )
})

test('N16 ST16 and on odd ones: dust, huge amounts, zeroes, fees given back or larger than the amount', () => {
  fc.assert(
    fc.property(anyOddInput, (input) => {
      expect(brokenIn(input)).toEqual([])
    }),
    { numRuns: runs(250) },
  )
})

test('N16 R-GIFT-2 and where a fee was given back with a gift under water, in its coin: two lots of one event', () => {
  fc.assert(
    fc.property(anyInputGivenBack, (input) => {
      expect(brokenIn(input)).toEqual([])
    }),
    { numRuns: runs(250) },
  )
  const gift = {
    id: 'g',
    at: '2023-02-28T00:00:00Z',
    type: 'incoming',
    sub_type: 'gift_received',
    account: 'a',
    to_currency: 'ETH',
    to_amount: '2',
    to_value: '40',
    gift: { donor_basis: '100', donor_acquired: '2022-05-01' },
    fee_currency: 'ETH',
    fee_amount: '-0.5',
    fee_value: '30',
  }
  const sale = {
    id: 's',
    at: '2025-06-01T00:00:00Z',
    type: 'sell',
    account: 'a',
    from_currency: 'ETH',
    from_amount: '1',
    to_currency: 'USD',
    to_amount: '10',
  }
  const given: CalculationInput = { settings: { method: 'fifo' }, transactions: [gift, sale] }
  const result = calculate(given)
  const lots = result.lots.map(({ quantity, basis, acquired, loss_basis }) => [
    quantity,
    basis,
    acquired,
    loss_basis,
  ])
  expect(lots).toEqual([
    ['1', '50', '2022-05-01', '20'],
    ['0.5', '30', '2023-02-28', undefined],
  ])
  expect(brokenIn(given)).toEqual([])
  const [first, second] = result.lots
  expect(brokenIn(given, { ...result, lots: [{ ...first!, loss_basis: '21' }, second!] })).not.toEqual([])
  expect(brokenIn(given, { ...result, lots: [first!, { ...second!, basis: '29' }] })).not.toEqual([])
})

test('N16 ST16 and where a fee without a value is worth far more than what it is a part of', () => {
  const traded = (fee_amount: string): CalculationInput => ({
    settings: {},
    transactions: [
      {
        id: 's',
        at: '2025-06-01T00:00:00Z',
        type: 'sell',
        account: 'a',
        from_currency: 'ETH',
        from_amount: '0.000000001',
        to_currency: 'USD',
        to_amount: '1000000000000000000',
        fee_currency: 'ETH',
        fee_amount,
      },
    ],
  })
  for (const fee of ['1', '-1', '999']) {
    expect(problemsOfInput(traded(fee))).toEqual([])
    expect(brokenIn(traded(fee))).toEqual([])
  }
  expect(calculate(traded('1')).disposals.map(({ kind, proceeds }) => [kind, proceeds])).toEqual([
    ['sell', '0'],
    ['fee', '1000000000000000000000000000'],
  ])
  expect(problemsOfInput(traded('1000')).map(({ field, message }) => `${field}: ${message}`)).toEqual([
    'fee_value: Missing: the fee in ETH is so many times what moved that its part of that is no amount',
  ])
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
    { numRuns: runs(150) },
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
    { numRuns: runs(150) },
  )
})
