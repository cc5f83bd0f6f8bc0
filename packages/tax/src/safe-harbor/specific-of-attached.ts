import { compareText } from '@lotbook/journal'
import type { LotRow } from '../schema/calculation-result.ts'
import type { Allocations } from './check-allocation.ts'

/**
 * Units that a rule attached, each named: the specific allocation that comes to the same. Accounts stand in the order in
 * which the rule filled them, so that a lot that several share is split in the same order and each share of its basis is
 * the same to the last unit.
 */
export function specificOfAttached(lots: readonly LotRow[], accounts: readonly string[]): Allocations {
  const rank = new Map(accounts.map((name, i) => [name, i]))
  const rankOf = (account: string) => rank.get(account) ?? rank.size
  return lots
    .flatMap(({ lot, asset, account, quantity }) =>
      account === null ? [] : [{ lot, asset, account, quantity }],
    )
    .sort((a, b) => rankOf(a.account) - rankOf(b.account) || compareText(a.account, b.account))
}
