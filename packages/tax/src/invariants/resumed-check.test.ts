import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { CalculationInput, InputTransaction } from '../schema/calculation-input.ts'
import { eventTableOf, firstEvent } from '../events/event-table.ts'
import { resultTableOf } from '../results/result-maker.ts'
import { FURTHER_AMOUNTS, GAIN, type ResultTable } from '../results/result-table.ts'
import { ROW_BASIS, ROW_QUANTITY } from '../executing/row-table.ts'
import { runEvents } from '../executing/run-events.ts'
import {
  anyInputGivenBack,
  anyInputOfEveryRule,
  anyInputOfMoves,
  anyOddInput,
} from '../testing/random-ledger.ts'
import { eventsOpenAt, restOfHistory } from '../testing/rest-of-history.ts'
import { checkInvariantsOfTable } from './check-invariants.ts'
import type { InvariantFinding } from './invariant.ts'
import { runs } from '../testing/runs.ts'

const resultOf = (input: CalculationInput) => resultTableOf(runEvents(eventTableOf(input), input.settings))

/** The state at each border, and what comes out at the end. */
function checkWithBorders(
  result: ResultTable,
  settings: CalculationInput['settings'],
  borders: readonly number[],
  from?: Uint8Array,
) {
  const states = new Map<number, Uint8Array>()
  const onBorder = (event: number, state: Uint8Array) => void states.set(event, state)
  const findings = checkInvariantsOfTable(result, settings, { borders, onBorder, ...(from && { from }) })
  return { states, findings }
}

/** The rest of a result as the engine makes it: with what is open at the border in front. */
const restOf = (whole: ResultTable, settings: CalculationInput['settings'], border: number) =>
  restOfHistory(whole, border, eventsOpenAt(whole.events, settings, border))

const everyBorder = ({ events }: ResultTable) =>
  Array.from({ length: events.count - firstEvent(events) + 1 }, (_, n) => firstEvent(events) + n)

const brokenOf = (findings: readonly InvariantFinding[]) =>
  findings.filter(({ outcome }) => outcome === 'broken').map(({ name }) => name)

const HISTORIES = [
  ['of every rule', anyInputOfEveryRule],
  ['of many moves', anyInputOfMoves],
  ['of a gift with a fee given back', anyInputGivenBack],
  ['with odd amounts', anyOddInput],
] as const

describe.each(HISTORIES)('N16 on histories %s', (_, inputs) => {
  test('a check that goes on from any border finds and counts what the check of the whole does', () => {
    fc.assert(
      fc.property(inputs, (input) => {
        const whole = resultOf(input)
        const expected = checkInvariantsOfTable(whole, input.settings)
        const { states, findings } = checkWithBorders(whole, input.settings, everyBorder(whole))
        expect(findings).toEqual(expected)
        expect([...states.keys()]).toEqual(everyBorder(whole))
        for (const [border, from] of states) {
          const rest = restOf(whole, input.settings, border)
          expect(checkInvariantsOfTable(rest, input.settings, { from })).toEqual(expected)
        }
      }),
      { numRuns: runs(60) },
    )
  })

  test('and from a border of a check that went on itself', () => {
    fc.assert(
      fc.property(inputs, fc.nat(), (input, place) => {
        const whole = resultOf(input)
        const first = place % (whole.events.count + 1)
        const from = checkWithBorders(whole, input.settings, [first]).states.get(first)!
        const middle = restOf(whole, input.settings, first)
        const expected = checkInvariantsOfTable(whole, input.settings)
        const { states } = checkWithBorders(middle, input.settings, everyBorder(middle), from)
        for (const [event, state] of states) {
          const rest = restOf(whole, input.settings, first + event - firstEvent(middle.events))
          expect(checkInvariantsOfTable(rest, input.settings, { from: state })).toEqual(expected)
        }
      }),
      { numRuns: runs(60) },
    )
  })

  test('a state says nothing of what is behind it: one of a history that ends earlier does as well', () => {
    fc.assert(
      fc.property(inputs, fc.nat(), fc.nat(), (input, end, place) => {
        const whole = resultOf(input)
        const { count, idOf, scales } = whole.events
        const byId = new Map(input.transactions.map((t) => [t.id, t]))
        const kept = Array.from({ length: end % (count + 1) }, (_, event) => byId.get(idOf(event)!)!)
        const shorter = resultOf({ ...input, transactions: kept })
        // A history whose later amounts are finer cannot resume.
        fc.pre([...shorter.events.scales].every((scale, asset) => scale === scales[asset]))
        const border = place % (kept.length + 1)
        const from = checkWithBorders(shorter, input.settings, [border]).states.get(border)!
        const rest = restOf(whole, input.settings, border)
        expect(checkInvariantsOfTable(rest, input.settings, { from })).toEqual(
          checkInvariantsOfTable(whole, input.settings),
        )
      }),
      { numRuns: runs(60) },
    )
  })

  test('what is spoiled behind a border is found from there as in the whole', () => {
    let broken = 0
    fc.assert(
      fc.property(inputs, fc.nat(), anySpoiling, (input, place, spoil) => {
        const whole = resultOf(input)
        const border = place % (whole.events.count + 1)
        const from = checkWithBorders(whole, input.settings, [border]).states.get(border)!
        const named = eventsOpenAt(whole.events, input.settings, border)
        spoil(whole, restOfHistory(whole, border).before)
        const expected = checkInvariantsOfTable(whole, input.settings)
        const rest = restOfHistory(whole, border, named)
        const found = checkInvariantsOfTable(rest, input.settings, { from })
        expect(brokenOf(found)).toEqual(brokenOf(expected))
        if (brokenOf(expected).length === 0) expect(found).toEqual(expected)
        else broken += 1
      }),
      { numRuns: runs(150) },
    )
    expect(broken).toBeGreaterThan(runs(15))
  })
})

type Spoil = (result: ResultTable, before: ResultTable['before']) => void

/** A way to spoil one row or one amount that is not before so many rows, in place. */
const anySpoiling: fc.Arbitrary<Spoil> = fc
  .record({
    what: fc.constantFrom('amount', 'lot', 'asset', 'event', 'term', 'income', 'left', 'account'),
    list: fc.constantFrom('disposals' as const, 'removals' as const),
    row: fc.nat(),
    cell: fc.nat(),
    change: fc.constantFrom(-1n, 1n, 10n ** 18n),
  })
  .map(({ what, list, row, cell, change }): Spoil => (result, before) => {
    const { events, incomes, lots } = result
    const { rows, isLong } = result[list]
    const pick = (from: number, count: number) => (from < count ? from + (row % (count - from)) : undefined)
    const taking = pick(before[list], rows.count)
    if (what === 'left' || what === 'account') {
      const lot = pick(0, lots.count)
      if (lot === undefined) return
      if (what === 'account') lots.account[lot] = cell % events.accounts.length
      else add(lots.amounts, lot * 3 + (cell % 2), change)
    } else if (what === 'income') {
      const income = pick(before.incomes, incomes.count)
      if (income !== undefined) add(incomes.amounts, income * 2 + (cell % 2), change)
    } else if (taking === undefined) return
    else if (what === 'amount') add(rows.amounts, rows.slot(taking, cell % 4), change)
    else if (what === 'lot' && rows.lot.values[taking]! >= 0) {
      const lot = cell % events.count
      rows.lot.values[taking] = lot
      rows.acquired.values[taking] = events.day[lot]!
    } else if (what === 'asset') rows.asset.values[taking] = cell % events.assets.length
    else if (what === 'event')
      rows.event.values[taking] = Math.max(cell % events.count, rows.event.values[taking]!)
    else isLong[taking] = 1 - isLong[taking]!
  })

function add(amounts: ResultTable['lots']['amounts'], slot: number, change: bigint) {
  amounts.set(slot, amounts.get(slot) + change)
}

const buy = (id: string, at: string, amount: string): InputTransaction => ({
  id,
  at,
  type: 'buy',
  account: 'a',
  from_currency: 'USD',
  from_amount: '100',
  to_currency: 'BTC',
  to_amount: amount,
})
const sell = (id: string, at: string, amount: string): InputTransaction => ({
  id,
  at,
  type: 'sell',
  account: 'a',
  from_currency: 'BTC',
  from_amount: amount,
  to_currency: 'USD',
  to_amount: '300',
})
const coins = (currency: string, amount: string, value: string) => ({
  to_currency: currency,
  to_amount: amount,
  to_value: value,
})
const coinsOut = (currency: string, amount: string, value: string) => ({
  from_currency: currency,
  from_amount: amount,
  from_value: value,
})
const on = (id: string, day: number, type: string, sub_type: string | null, rest: object) =>
  ({ id, at: `2025-03-0${day}T00:00:00Z`, type, sub_type, account: 'a', ...rest }) as InputTransaction
const gift = { gift: { donor_basis: '900', donor_acquired: '2022-05-01' } }

/** Worked histories with cases that random ones seldom have on both sides of a border. */
const WORKED: Readonly<Record<string, CalculationInput>> = {
  'more comes back than was locked up': {
    settings: { treatments: { staking_return: 'income' } },
    transactions: [
      on('b', 1, 'buy', null, { ...coinsOut('USD', '100', '100'), ...coins('ETH', '5', '100') }),
      on('l', 2, 'outgoing', 'staking_lockup', coinsOut('ETH', '2', '60')),
      on('r', 3, 'incoming', 'staking_return', coins('ETH', '3', '90')),
      on('s', 4, 'sell', null, { ...coinsOut('ETH', '5.5', '200'), ...coins('USD', '200', '200') }),
    ],
  },
  'a loan is given back in parts': {
    settings: { treatments: { loan: 'liability' } },
    transactions: [
      on('b', 1, 'incoming', 'loan_received', coins('ETH', '2', '100')),
      on('r', 2, 'outgoing', 'loan_repayment', coinsOut('ETH', '0.5', '90')),
      on('q', 3, 'outgoing', 'loan_repayment', coinsOut('ETH', '1', '300')),
    ],
  },
  'of a gift under water some is sold, some given away': {
    settings: {},
    transactions: [
      on('g', 1, 'incoming', 'gift_received', { ...coins('ETH', '9', '600'), ...gift }),
      on('s', 2, 'sell', null, { ...coinsOut('ETH', '2', '10'), ...coins('USD', '10', '10') }),
      on('o', 3, 'outgoing', 'gift_sent', coinsOut('ETH', '3', '100')),
      on('q', 4, 'sell', null, { ...coinsOut('ETH', '3', '20'), ...coins('USD', '20', '20') }),
    ],
  },
  'a gift comes with a fee given back': {
    settings: {},
    transactions: [
      on('g', 1, 'incoming', 'gift_received', {
        ...coins('ETH', '4', '1000'),
        ...gift,
        fee_currency: 'ETH',
        fee_amount: '-1',
        fee_value: '-5',
      }),
      on('s', 2, 'sell', null, { ...coinsOut('ETH', '5', '2000'), ...coins('USD', '2000', '2000') }),
    ],
  },
  // A hundredth of the lot became as many units of another coin as the whole lot had of its own: these do not use it up.
  'a part of a lot is converted by a ratio, and all that it became sold': {
    settings: { tokens: [{ kind: 'wrapped', asset: 'WETH', of: 'ETH' }] },
    transactions: [
      on('b', 1, 'buy', null, { ...coinsOut('USD', '100', '100'), ...coins('ETH', '1', '100') }),
      on('w', 2, 'trade', null, { ...coinsOut('ETH', '0.01', '1'), ...coins('WETH', '1', '1') }),
      on('s', 3, 'sell', null, { ...coinsOut('WETH', '1', '2'), ...coins('USD', '2', '2') }),
      on('t', 4, 'sell', null, { ...coinsOut('ETH', '0.5', '60'), ...coins('USD', '60', '60') }),
    ],
  },
}

test.each(Object.entries(WORKED))('N16 from any border, where %s', (_, worked) => {
  const whole = resultOf(worked)
  const expected = checkInvariantsOfTable(whole, worked.settings)
  expect(brokenOf(expected)).toEqual([])
  const { states } = checkWithBorders(whole, worked.settings, everyBorder(whole))
  for (const [border, from] of states)
    expect(checkInvariantsOfTable(restOf(whole, worked.settings, border), worked.settings, { from })).toEqual(
      expected,
    )
})

const settings = { method: 'fifo' } as const
const input: CalculationInput = {
  settings,
  transactions: [
    buy('b1', '2025-01-01T00:00:00Z', '1'),
    buy('b2', '2025-01-02T00:00:00Z', '2'),
    sell('s1', '2025-01-03T00:00:00Z', '1.5'),
    sell('s2', '2025-01-04T00:00:00Z', '1'),
  ],
}
const BORDER = 3
const stateAt = (border: number, result = resultOf(input)) =>
  checkWithBorders(result, settings, [border]).states.get(border)

test('N16 a row behind the border that takes from a lot used up before it is said as in the whole', () => {
  const result = resultOf(input)
  const { rows } = result.disposals
  expect(rows.lot.values[2]).toBe(1)
  rows.lot.values[2] = 0
  rows.acquired.values[2] = result.events.day[0]!
  const from = stateAt(BORDER)!
  const expected = checkInvariantsOfTable(result, settings)
  expect(expected).toContainEqual(
    expect.objectContaining({
      name: 'lots-used-once',
      example: 'lot b1 of BTC: rows use 1 more than came in',
    }),
  )
  expect(checkInvariantsOfTable(restOfHistory(result, BORDER, [1]), settings, { from })).toEqual(expected)
})

test('a lot that is open in the state but not in the table is no result of the check but a fault of who asks', () => {
  const result = resultOf(input)
  const nothingNamed = restOfHistory({ ...result, lots: { ...result.lots, count: 0 } }, 4)
  expect(() => checkInvariantsOfTable(nothingNamed, settings, { from: stateAt(4)! })).toThrow(
    'a lot of event 1 that the table does not have',
  )
})

test("N16 a lot used up before the border with basis that is another lot's is found behind it all the same", () => {
  const sale = sell('s', '2025-01-03T00:00:00Z', '3')
  const usedUp = { settings, transactions: [...input.transactions.slice(0, 2), sale] }
  const result = resultOf(usedUp)
  const { rows, further } = result.disposals
  for (const [row, change] of [1n, -1n].entries()) {
    add(rows.amounts, rows.slot(row, ROW_BASIS), change)
    add(further, row * FURTHER_AMOUNTS + GAIN, -change)
  }
  const found = checkInvariantsOfTable(restOf(result, settings, 3), settings, { from: stateAt(3, result)! })
  expect(brokenOf(found)).toEqual(['basis-conserved'])
  expect(brokenOf(checkInvariantsOfTable(result, settings))).toEqual(['basis-conserved'])
})

test('N16 nobody goes on from what is broken: there is no state from there on', () => {
  const result = resultOf(input)
  const { rows } = result.disposals
  rows.amounts.set(rows.slot(0, ROW_QUANTITY), 1n)
  rows.amounts.set(rows.slot(0, ROW_BASIS), 1n)
  const { states } = checkWithBorders(result, settings, [0, 1, 2, 3, 4])
  expect([...states.keys()]).toEqual([0, 1, 2])
})

test('nor from rows that no event takes for its own', () => {
  const result = resultOf(input)
  result.disposals.rows.event.values[0] = 1
  expect([...checkWithBorders(result, settings, [1, 2]).states.keys()]).toEqual([1])
})

test('a state is refused where it is not of what is before the table', () => {
  const rest = restOf(resultOf(input), settings, BORDER)
  expect(() => checkInvariantsOfTable(rest, settings)).toThrow('checked from a state')
  expect(() => checkInvariantsOfTable(rest, settings, { from: stateAt(2)! })).toThrow(
    'The state is of 2 events, the table begins after 3',
  )
  const finer = { ...rest, events: { ...rest.events, scales: rest.events.scales.map((scale) => scale + 1) } }
  expect(() => checkInvariantsOfTable(finer, settings, { from: stateAt(BORDER)! })).toThrow('another scale')
  const cut = stateAt(BORDER)!.slice(0, -8)
  expect(() => checkInvariantsOfTable(rest, settings, { from: cut })).toThrow(RangeError)
})

test('a state has few bytes for each lot that is open, and none for one that is used up', () => {
  const day = (n: number) => new Date(Date.UTC(2025, 0, 1) + n * 60_000).toISOString()
  const buys = Array.from({ length: 1000 }, (_, n) => buy(`b${n}`, day(n), '0.333333333333333333'))
  const sale = sell('s', day(1000), '99.999999999999999')
  const result = resultOf({ settings, transactions: [...buys, sale] })
  const sizes = [0, 1000, 1001].map((border) => stateAt(border, result)!.length)
  expect((sizes[1]! - sizes[0]!) / 1000).toBeLessThan(40)
  expect((sizes[1]! - sizes[2]!) / 299).toBeGreaterThan(20)
})
