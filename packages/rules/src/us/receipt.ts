import { type Day, type Dollars, isCoin, type TaxEvent, valueOf } from '../event.ts'
import type { Movement } from '../movement.ts'
import { type Costs, isWithheldFrom, thenFee } from './fees.ts'

/** Basis and holding period that a gift brings with it. */
export interface BroughtAlong {
  readonly acquired: Day
  readonly lossBasis?: Dollars
}

/**
 * Receives units as a lot with a basis. A fee in the same coin is paid out of that very lot (R-FEE-5; Treas. Reg. 1.1001-7(b)(2),
 * 1.1012-1(h)(2)): of 10 SOL that cost $1,000, a fee of 1 SOL worth $110 is a gain of $10, and 9 SOL that cost $900 are left.
 */
export function receive(
  event: TaxEvent,
  costs: Costs,
  basis: Dollars,
  along?: BroughtAlong,
): readonly Movement[] {
  const { received } = event
  if (!isCoin(received)) return thenFee([], costs)
  const { asset, units } = received
  if (units <= 0n) return thenFee([], costs)
  const lot: Movement = { does: 'acquire', asset, units, basis, ...along }
  return thenFee([lot], costs, isWithheldFrom(costs, asset))
}

/**
 * Receives units as a lot at its fair market value, which is its basis (R-INC-1), whether they are income or not (R-INC-3). Where no
 * value is known, the basis is 0 (R-INC-2; Rev. Rul. 2019-24): 100 units of a fork that nobody traded yet cost $0.
 */
export function receiveAtValue(event: TaxEvent, costs: Costs): readonly Movement[] {
  return receive(event, costs, valueOf(event.received))
}

/** Arrived from nobody knows where: basis 0, and a question (R-MISS-2). */
export function receiveUnresolved(event: TaxEvent, costs: Costs): readonly Movement[] {
  const lot = receive(event, costs, 0n)
  return isCoin(event.received) ? [{ does: 'warn', code: 'UNRESOLVED_RECEIVED' }, ...lot] : lot
}
