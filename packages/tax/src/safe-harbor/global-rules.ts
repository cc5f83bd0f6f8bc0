import type { GlobalAllocation } from '../schema/calculation-input.ts'
import type { Position } from './position.ts'

const ORDERS: readonly GlobalAllocation['order'][] = ['hifo', 'lofo', 'fifo', 'lifo']
/** Four accounts in every order. */
const MOST_ACCOUNT_ORDERS = 24
const MOST_PERMUTED = 4

export interface GlobalRules {
  readonly rules: readonly GlobalAllocation[]
  /** Every order of accounts that can differ is among them. */
  readonly isComplete: boolean
}

/**
 * The global allocations there are to choose from (Rev. Proc. 2024-28): lots in each of the four orders, accounts filled
 * in each order that can make a difference. With more than four such accounts: by name, each one first, each one last.
 */
export function globalRules(position: Position): GlobalRules {
  const accounts = contestedAccounts(position)
  const isComplete = accounts.length <= MOST_PERMUTED
  const orders = isComplete ? permutations(accounts) : someOrders(accounts)
  return {
    rules: ORDERS.flatMap((order) =>
      orders.map((one) => ({ type: 'global' as const, order, accounts: one })),
    ),
    isComplete,
  }
}

/** Accounts that share an asset with another one, by name: for all others the order of accounts cannot be seen. */
export function contestedAccounts({ held }: Position): string[] {
  const holders = Map.groupBy(held, ({ asset }) => asset)
  const found = new Set<string>()
  for (const rows of holders.values()) if (rows.length > 1) for (const { account } of rows) found.add(account)
  return [...found].sort()
}

function permutations(names: readonly string[]): string[][] {
  if (names.length <= 1) return [[...names]]
  return names.flatMap((first) =>
    permutations(names.filter((name) => name !== first)).map((rest) => [first, ...rest]),
  )
}

function someOrders(names: readonly string[]): string[][] {
  const without = (name: string) => names.filter((one) => one !== name)
  const all = [
    [...names],
    ...names.slice(1).map((name) => [name, ...without(name)]),
    ...names.slice(0, -1).map((name) => [...without(name), name]),
  ]
  return all.slice(0, MOST_ACCOUNT_ORDERS)
}
