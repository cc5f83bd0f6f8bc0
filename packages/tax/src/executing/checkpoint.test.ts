import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { NarrowAmounts } from '../amounts/narrow-amounts.ts'
import {
  anyInput,
  anyInputGivenBack,
  anyInputOfEveryRule,
  anyInputOfMoves,
  anyOddInput,
} from '../testing/random-ledger.ts'
import { restOfTable } from '../testing/rest-of-table.ts'
import { runs } from '../testing/runs.ts'
import { resultFrom } from '../testing/result-from.ts'
import { scenarios } from '../testing/scenarios.ts'
import { calculatePacked } from '../calculating/calculate.ts'
import type { CalculationInput } from '../schema/calculation-input.ts'
import type { Checkpoint } from './checkpoint.ts'
import { eventTableOf } from '../events/event-table.ts'
import { balancesSoFar, negativeBalances } from './negative-balances.ts'
import { packCheckpoint, unpackCheckpoint } from './packed-checkpoint.ts'
import { problemsOfInput } from '../schema/parse-input.ts'

/** A ledger's checkpoints as they are kept and read again. */
const kept = (checkpoint: Checkpoint) => unpackCheckpoint(packCheckpoint(checkpoint))

/** Goes on from each of these places of a history, and finds how often it could. */
function goesOn(input: CalculationInput, places: readonly number[]): number {
  if (problemsOfInput(input).length > 0) return 0
  const table = eventTableOf(input)
  if (!(table.amounts instanceof NarrowAmounts) || table.count === 0) return 0
  const borders = [...new Set(places.map((place) => place % table.count))].sort((a, b) => a - b)
  const whole = calculatePacked({ table }, input.settings, { borders })
  expect(whole.checkpoints).toHaveLength(borders.length)
  for (const [n, checkpoint] of whole.checkpoints.entries()) {
    const from = kept(checkpoint)
    const rest = restOfTable(table, from)
    const later = borders.slice(n + 1)
    const going = calculatePacked({ table: rest }, input.settings, {
      from,
      borders: later.map((border) => border - from.before + from.named.places.length),
    })
    expect(resultFrom(going, from)).toEqual(resultFrom(whole, from))
    const balances = balancesSoFar(table, whole.warnings, borders)[n]!
    expect(negativeBalances(rest, input.settings, going.warnings, balances)).toEqual(
      negativeBalances(table, input.settings, whole.warnings),
    )
    // A resumed calculation leaves the same checkpoints as one from the start.
    expect(going.checkpoints.map(kept)).toEqual(whole.checkpoints.slice(n + 1).map(kept))
  }
  return whole.checkpoints.length
}

test.each([
  ['of random histories', anyInput, runs(400)],
  ['of every rule', anyInputOfEveryRule, runs(400)],
  ['of moves to and fro', anyInputOfMoves, runs(250)],
  ['of a gift with a fee given back', anyInputGivenBack, runs(100)],
  ['of odd ones', anyOddInput, runs(150)],
] as const)(
  'P10 whoever goes on from a checkpoint comes to what they do who begin at the start, %s',
  (_, arbitrary: fc.Arbitrary<CalculationInput>, numRuns) => {
    let resumed = 0
    const anyPlaces = fc.array(fc.nat(1_000_000), { minLength: 1, maxLength: 3 })
    fc.assert(
      fc.property(arbitrary, anyPlaces, (input, places) => void (resumed += goesOn(input, places))),
      { numRuns },
    )
    expect(resumed).toBeGreaterThan(numRuns / 4)
  },
  runs(60_000),
)

// One in fifteen hundred random histories comes to this.
const AT_ONCE = { at: '2023-02-28T00:00:00Z', account: 'gamma' }
const CLAIM_THAT_OUTLASTS: CalculationInput = {
  settings: { treatments: { staking_lockup: 'dispose' } },
  transactions: [
    {
      ...AT_ONCE,
      id: 't0',
      type: 'outgoing',
      sub_type: 'staking_lockup',
      from_currency: 'ETH',
      from_amount: '1',
      from_value: '100',
    },
    {
      ...AT_ONCE,
      id: 't1',
      type: 'incoming',
      sub_type: 'staking_return',
      to_currency: 'ETH',
      to_amount: '1',
      to_value: '100',
    },
  ],
}

test('P10 whoever goes on from a checkpoint comes to what they do who begin at the start, of every worked example, from everywhere', () => {
  const inputs = [CLAIM_THAT_OUTLASTS, ...scenarios.map(({ input }) => input)]
  const resumed = inputs.map((input) => goesOn(input, [...input.transactions.keys()]))
  expect(resumed.filter((count) => count > 1).length).toBeGreaterThan(inputs.length / 2)
})
