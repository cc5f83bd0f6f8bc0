import { mulDiv } from '@lotbook/money'
import { isCoin, type Side, type TaxEvent, valueOf } from '../event.ts'
import type { Memory } from '../memory.ts'
import type { Movement } from '../movement.ts'
import type { Choices } from './choices.ts'
import { type Costs, thenFee } from './fees.ts'

/**
 * Locking coins up changes nothing, for nothing was disposed of (R-STK-1), or by choice gives them for a claim of the same value,
 * where they have one (R-OPEN-8).
 */
export function lockUp(event: TaxEvent, costs: Costs, memory: Memory, choices: Choices): readonly Movement[] {
  const { sent, account, treatment } = event
  if (!isCoin(sent)) return thenFee([], costs)
  const { asset, units } = sent
  const value = valueOf(sent)
  memory.locked.add(account, asset, units)
  if (!choices.disposesLockups || value === 0n) return thenFee([], costs)
  return thenFee(
    [
      { does: 'dispose', asset, units, value, costs: costs.all, kind: treatment.kind },
      { does: 'give-claim', asset, units, basis: value },
    ],
    costs,
  )
}

/**
 * The return of what was locked changes nothing (R-STK-1), or by choice ends the claims that lock-ups gave, both at their value
 * (R-OPEN-8). Of 10 DOT locked up and 11 returned, 1 has no known origin.
 */
export function returnLocked(
  event: TaxEvent,
  costs: Costs,
  memory: Memory,
  choices: Choices,
): readonly Movement[] {
  const { received, treatment } = event
  if (!isCoin(received)) return thenFee([], costs)
  const { asset, units: whole } = received
  const value = valueOf(received)
  const back = unlock(event, received, memory)
  const claims: Movement[] =
    choices.disposesLockups && value !== 0n
      ? [{ does: 'end-claims', asset, units: back, value, whole, kind: treatment.kind }]
      : []
  const more = whole > back ? receiveMore(received, whole - back, choices) : []
  return thenFee([...claims, ...more], costs)
}

/** Units that come back of those that are locked up. Where fewer came than there are, the return is short (R-STK-2). */
function unlock({ account, place }: TaxEvent, { asset, units }: Side, memory: Memory): bigint {
  const { locked, shortReturns } = memory
  const before = locked.get(account, asset)
  const back = units > before ? before : units
  locked.set(account, asset, before - back)
  if (units === 0n || before - back <= 0n) shortReturns.delete(account, asset)
  else shortReturns.set(account, asset, place)
  return back
}

/**
 * Units beyond those locked up have no known origin, and are asked about (R-STK-1), or by choice are income (R-OPEN-9; Rev. Rul.
 * 2023-14).
 */
function receiveMore(
  { asset, units: whole, value }: Side,
  more: bigint,
  choices: Choices,
): readonly Movement[] {
  if (!choices.isReturnIncome || value === null || value === 0n)
    return [
      { does: 'warn', code: 'STAKING_RETURN_EXCEEDS_LOCKUP' },
      { does: 'acquire', asset, units: more, basis: 0n },
    ]
  const worth = mulDiv(value, more, whole, 'half-even')
  return [
    { does: 'income', category: 'staking_reward', units: more, value: worth, isPart: true },
    { does: 'acquire', asset, units: more, basis: worth },
  ]
}

/** Units lost or stolen after a return came back short are those that it lacked: they are locked up no more (R-STK-2). */
export function loseLocked({ account }: TaxEvent, { asset, units }: Side, memory: Memory): void {
  const { locked, shortReturns } = memory
  if (shortReturns.get(account, asset) === undefined) return
  const before = locked.get(account, asset)
  const left = units > before ? 0n : before - units
  locked.set(account, asset, left)
  if (left <= 0n) shortReturns.delete(account, asset)
}
