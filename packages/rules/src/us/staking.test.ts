import { expect, test } from 'vitest'
import type { Side, TaxEvent } from '../event.ts'
import { emptyMemory } from '../memory.ts'
import { treatmentCode, TREATMENTS } from './treatments.ts'
import { unitedStates } from './united-states.ts'

const DOT = 0
const dot = (units: bigint): Side => ({ asset: DOT, isCash: false, units, value: null })

function event(place: number, sides: Pick<TaxEvent, 'sent' | 'received'>): TaxEvent {
  const subType = sides.sent === null ? 'staking_return' : 'staking_lockup'
  const type = sides.sent === null ? 'incoming' : 'outgoing'
  return {
    place,
    treatment: TREATMENTS[treatmentCode(type, subType) ?? 0]!,
    day: 20_000,
    account: 0,
    toAccount: 0,
    fee: null,
    furtherCosts: 0n,
    donor: undefined,
    isFeeGas: false,
    hasLotsByAccount: true,
    ...sides,
  }
}

test('R-STK-1 R-STK-2 a return moves nothing, is short while more stays locked, and of nothing says nothing', () => {
  const memory = emptyMemory()
  const rule = unitedStates.rulesUnder({})
  const lock = (place: number, units: bigint) =>
    rule(event(place, { sent: dot(units), received: null }), memory)
  const giveBack = (place: number, units: bigint) =>
    rule(event(place, { sent: null, received: dot(units) }), memory)

  expect(lock(0, 10n)).toEqual([])
  expect(giveBack(1, 4n)).toEqual([])
  expect([memory.locked.get(0, DOT), memory.shortReturns.get(0, DOT)]).toEqual([6n, 1])
  // Nothing came back: that is no return that is short.
  expect(giveBack(2, 0n)).toEqual([])
  expect(memory.shortReturns.get(0, DOT)).toBeUndefined()
  // One more than is locked has no known origin.
  expect(giveBack(3, 7n)).toEqual([
    { does: 'warn', code: 'STAKING_RETURN_EXCEEDS_LOCKUP' },
    { does: 'acquire', asset: DOT, units: 1n, basis: 0n },
  ])
  expect([memory.locked.get(0, DOT), memory.shortReturns.get(0, DOT)]).toEqual([0n, undefined])
})
