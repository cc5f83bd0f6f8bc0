import { mulDiv } from '@lotbook/money'
import { isCoin, type Side, type TaxEvent, valueOf } from '../event.ts'
import type { Memory } from '../memory.ts'
import type { Movement } from '../movement.ts'
import type { Choices } from './choices.ts'
import { withFeeSpent } from './fees.ts'
import type { Rule } from './rule.ts'

/**
 * Locking up coins changes nothing, because nothing is disposed of (R-STK-1; no authority). By choice the coins are given up for a
 * claim of the same value, where their value is known (R-OPEN-8; no authority): 10 DOT that cost $50 and are worth $70 when they are
 * locked up are then a gain of $20.
 */
export const lockUp: Rule = {
  operation: 'staking-lockup',
  ids: ['R-OPEN-8'],
  idOfCosts: () => 'R-FEE-3',
  value: 'not-needed',
  movements({ sent, account, treatment }, costs, memory, choices) {
    if (!isCoin(sent)) return withFeeSpent([], costs)
    const { asset, units } = sent
    const { kind } = treatment
    const value = valueOf(sent)
    memory.locked.add(account, asset, units)
    if (!choices.disposesLockups || value === 0n) return withFeeSpent([], costs)
    return withFeeSpent(
      [
        { does: 'dispose', asset, units, value, costs: costs.total, kind },
        { does: 'give-claim', asset, units, basis: value },
      ],
      costs,
    )
  },
}

/**
 * The return of locked coins changes nothing (R-STK-1; no authority). By choice it ends the claims that the lock-ups gave, both at
 * their value (R-OPEN-8; no authority). Of 10 DOT locked up and 11 DOT returned, 1 DOT has no known origin.
 */
export const returnLocked: Rule = {
  operation: 'staking-return',
  ids: ['R-OPEN-8'],
  value: 'not-needed',
  movements(event, costs, memory, choices) {
    const { received, treatment } = event
    if (!isCoin(received)) return withFeeSpent([], costs)
    const { asset, units: whole } = received
    const { kind } = treatment
    const value = valueOf(received)
    const returned = releaseLocked(event, received, memory)
    const claims: Movement[] =
      choices.disposesLockups && value !== 0n
        ? [{ does: 'end-claims', asset, units: returned, value, whole, kind }]
        : []
    const excess = whole > returned ? receiveExcess(received, whole - returned, choices) : []
    return withFeeSpent([...claims, ...excess], costs)
  },
}

/** Releases units that come back, and returns how many of them were locked up. If more stays locked up, the return is short (R-STK-2). */
function releaseLocked({ account, place }: TaxEvent, { asset, units }: Side, memory: Memory): bigint {
  const { locked, shortReturns } = memory
  const before = locked.get(account, asset)
  const returned = units > before ? before : units
  const left = before - returned
  locked.set(account, asset, left)
  if (units === 0n || left <= 0n) shortReturns.delete(account, asset)
  else shortReturns.set(account, asset, place)
  return returned
}

/**
 * Units beyond those that were locked up have no known origin, and the owner is asked about them (R-STK-1). By choice they are income
 * (R-OPEN-9; Rev. Rul. 2023-14).
 */
function receiveExcess(
  { asset, units: whole, value }: Side,
  excess: bigint,
  choices: Choices,
): readonly Movement[] {
  if (!choices.isReturnIncome || value === null || value === 0n)
    return [
      { does: 'warn', code: 'STAKING_RETURN_EXCEEDS_LOCKUP' },
      { does: 'acquire', asset, units: excess, basis: 0n },
    ]
  const valueOfExcess = mulDiv(value, excess, whole, 'half-even')
  return [
    { does: 'income', category: 'staking_reward', units: excess, value: valueOfExcess, isPart: true },
    { does: 'acquire', asset, units: excess, basis: valueOfExcess },
  ]
}

/** Units lost or stolen after a short return are those that it lacked: they are no longer locked up (R-STK-2). */
export function loseLocked({ account }: TaxEvent, { asset, units }: Side, memory: Memory): void {
  const { locked, shortReturns } = memory
  if (shortReturns.get(account, asset) === undefined) return
  const before = locked.get(account, asset)
  const left = units > before ? 0n : before - units
  locked.set(account, asset, left)
  if (left <= 0n) shortReturns.delete(account, asset)
}
