import { type TaxEvent, valueOf } from '../event.ts'
import type { Movement } from '../movement.ts'
import type { Costs } from './fees.ts'
import { receiveAtValue } from './receipt.ts'

/**
 * Income at fair market value on the day it is received, which is also the basis of the lot (R-INC-1; section 61, Notice 2014-21, Rev. Rul.
 * 2023-14): 2 SOL of staking rewards at $150 are income of $300, and a lot that cost $300.
 */
export function income(event: TaxEvent, costs: Costs): readonly Movement[] {
  const { received, treatment } = event
  return [
    {
      does: 'income',
      category: treatment.kind,
      units: received?.units ?? 0n,
      value: valueOf(received),
      isPart: false,
    },
    ...receiveAtValue(event, costs),
  ]
}
