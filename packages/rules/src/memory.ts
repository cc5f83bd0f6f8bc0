import { ByAccount, UnitsByAccount } from './by-account.ts'

/** All that the rules know of earlier events when they look at one. */
export interface Memory {
  /** Units that lie in a lock-up (R-STK-1). */
  readonly locked: UnitsByAccount
  /** Place of the last return that came back short, while more stays locked up (R-STK-2). */
  readonly shortReturns: ByAccount<number>
  /** Units borrowed and not yet given back, and their value when they came (R-OPEN-11). */
  readonly owed: UnitsByAccount
  readonly owedValue: UnitsByAccount
}

/** Memory of the rules before the first event. */
export function emptyMemory(): Memory {
  return {
    locked: new UnitsByAccount(),
    shortReturns: new ByAccount(),
    owed: new UnitsByAccount(),
    owedValue: new UnitsByAccount(),
  }
}
