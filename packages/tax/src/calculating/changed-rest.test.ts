import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { NarrowAmounts } from '../amounts/narrow-amounts.ts'
import { checkInvariantsOfTable } from '../invariants/check-invariants.ts'
import { anyInput, anyInputOfEveryRule, anyInputOfMoves } from '../testing/random-ledger.ts'
import { restOfTable } from '../testing/rest-of-table.ts'
import { resultFrom } from '../testing/result-from.ts'
import { calculatePacked } from './calculate.ts'
import type { CalculationInput, InputTransaction } from '../schema/calculation-input.ts'
import { eventTableOf } from '../events/event-table.ts'
import { packCheckpoint, unpackCheckpoint } from '../executing/packed-checkpoint.ts'
import { problemsOfInput } from '../schema/parse-input.ts'
import { readInstant } from '../schema/tax-day.ts'
import { runs } from '../testing/runs.ts'

/** Changes of the history after a border. */
type Edit = 'nothing' | 'drop' | 'drop all' | 'reverse' | 'rename' | 'double'

/** A history that is the same up to an event, and another behind it. */
function edited({ settings, transactions }: CalculationInput, before: number, edit: Edit): CalculationInput {
  const inOrder = [...transactions].sort((a, b) => (readInstant(a.at) ?? 0) - (readInstant(b.at) ?? 0))
  const kept = inOrder.slice(0, before)
  const rest = inOrder.slice(before)
  const doubled = (t: InputTransaction): InputTransaction => ({
    ...t,
    ...(t.to_amount == null ? {} : { to_amount: String(Number(t.to_amount) * 2) }),
  })
  const now: Record<Edit, () => InputTransaction[]> = {
    nothing: () => rest,
    drop: () => rest.filter((_, n) => n % 2 === 1),
    'drop all': () => [],
    // The instants stay where they are: what happens at them changes places.
    reverse: () => rest.map((t, n) => ({ ...rest[rest.length - 1 - n]!, at: t.at })),
    // The renamed events after the border are of an asset and an account that nothing before it names.
    rename: () =>
      rest.map((t) => ({
        ...t,
        account: 'a new one',
        ...(t.type === 'buy' ? { to_currency: 'NEWCOIN' } : {}),
      })),
    double: () => rest.map(doubled),
  }
  return { settings, transactions: [...kept, ...now[edit]()] }
}

test.each([
  ['of random histories', anyInput, runs(400)],
  ['of every rule', anyInputOfEveryRule, runs(400)],
  ['of moves to and fro', anyInputOfMoves, runs(200)],
] as const)(
  'P10 N16 a checkpoint holds whatever follows it, for the result and for its check, %s',
  (_, arbitrary: fc.Arbitrary<CalculationInput>, numRuns) => {
    let resumed = 0
    fc.assert(
      fc.property(
        arbitrary,
        fc.nat(1_000_000),
        fc.constantFrom<Edit>('nothing', 'drop', 'drop all', 'reverse', 'rename', 'double'),
        (input, place, edit) => {
          if (problemsOfInput(input).length > 0) return
          const table = eventTableOf(input)
          if (!(table.amounts instanceof NarrowAmounts) || table.count === 0) return
          const border = place % table.count
          const later = edited(input, border, edit)
          if (problemsOfInput(later).length > 0) return
          const { settings } = input
          const older = calculatePacked({ table }, settings, { borders: [border] })
          const states: Uint8Array[] = []
          const findings = checkInvariantsOfTable(older, settings, {
            borders: [border],
            onBorder: (_event, state) => states.push(state),
          })
          expect(findings.filter(({ outcome }) => outcome === 'broken')).toEqual([])
          const from = unpackCheckpoint(packCheckpoint(older.checkpoints[0]!))

          const now = eventTableOf(later)
          if (!(now.amounts instanceof NarrowAmounts)) return
          // A rest with finer amounts cannot resume, and would be calculated from the start.
          if (from.scales.some((scale, asset) => scale < now.scales[asset]!)) return
          const scales = Uint8Array.from(now.scales, (scale, asset) => from.scales[asset] ?? scale)
          if (scales.some((scale, asset) => scale !== now.scales[asset])) return
          const whole = calculatePacked({ table: now }, settings)
          const rest = restOfTable(now, from)
          const going = calculatePacked({ table: rest }, settings, { from })
          expect(resultFrom(going, from)).toEqual(resultFrom(whole, from))
          expect(checkInvariantsOfTable(going, settings, { from: states[0]! })).toEqual(
            checkInvariantsOfTable(whole, settings),
          )
          resumed += 1
        },
      ),
      { numRuns },
    )
    expect(resumed).toBeGreaterThan(numRuns / 8)
  },
  runs(60_000),
)
