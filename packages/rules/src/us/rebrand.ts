import type { Side, TaxEvent } from '../event.ts'
import type { Movement } from '../movement.ts'
import { type Costs, isWithheldFrom, thenFee } from './fees.ts'

/**
 * A rebrand, migration or redenomination is no disposal: each lot converts by the ratio, and keeps its basis and dates (R-SWP-1;
 * Treas. Reg. 1.1001-1(a), from memory). Of 1 OLD that cost $100 and became 10 NEW, each NEW cost $10, and is held since OLD was
 * bought.
 *
 * For nothing, the units are lost with their basis, for the preparer to look at; from nothing, the new ones have no known origin
 * (R-MISS-1). A fee in the coin that lots became is paid out of those lots (R-FEE-5).
 */
export function rebrand({ sent, received }: TaxEvent, costs: Costs): readonly Movement[] {
  const isWithheld = received !== null && isWithheldFrom(costs, received.asset)
  if (sent === null || received === null) return thenFee([], costs, isWithheld)
  return thenFee(conversion(sent, received), costs, isWithheld)
}

function conversion({ asset, units }: Side, { asset: toAsset, units: toUnits }: Side): Movement[] {
  if (toUnits === 0n) return [{ does: 'remove', asset, units, value: 0n, kind: 'lost' }]
  if (units === 0n)
    return [
      { does: 'warn', code: 'MISSING_BASIS' },
      { does: 'acquire', asset: toAsset, units: toUnits, basis: 0n },
    ]
  return [{ does: 'convert', asset, units, toAsset, toUnits }]
}
