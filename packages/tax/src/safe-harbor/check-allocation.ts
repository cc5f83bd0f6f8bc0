import { compare, formatDecimal, minus, parseDecimal, plus, zero, type Decimal } from '@lotbook/money'
import type { SpecificAllocation } from '../schema/calculation-input.ts'
import type { Position } from './position.ts'

export type Allocations = SpecificAllocation['allocations']

/** A reason why an allocation does not fit. Amounts are exact decimals. */
export type AllocationProblem =
  | {
      readonly kind: 'account'
      readonly asset: string
      readonly account: string
      readonly held: string
      readonly attached: string
    }
  | {
      readonly kind: 'lot'
      readonly asset: string
      readonly lot: string
      readonly open: string
      readonly attached: string
    }
  | { readonly kind: 'quantity'; readonly asset: string; readonly lot: string; readonly account: string }

export interface Coverage {
  readonly asset: string
  readonly account: string
  readonly held: string
  readonly attached: string
}

export interface AllocationCheck {
  /** Empty where the allocation may be recorded. */
  readonly problems: readonly AllocationProblem[]
  /** Each asset of each account that holds some. */
  readonly coverage: readonly Coverage[]
  /** Basis units that find no account, by asset: more than accounts hold (R-POOL-3). */
  readonly unplaced: readonly { readonly asset: string; readonly quantity: string }[]
  /** Every account has exactly as many basis units as it holds, and none is left over. */
  readonly isExact: boolean
}

/**
 * Hold an allocation against the position: each account receives exactly as many basis units as it holds of an asset, no
 * lot gives more than it has (Rev. Proc. 2024-28). Where history lacks basis, an account may receive less, but only once
 * every lot of that asset is given out.
 */
export function checkAllocation(position: Position, allocations: Allocations): AllocationCheck {
  const problems: AllocationProblem[] = []
  const byLot = new Map<string, Decimal>()
  const byAccount = new Map<string, Decimal>()
  const add = (sums: Map<string, Decimal>, key: string, by: Decimal) =>
    sums.set(key, plus(sums.get(key) ?? zero, by))
  const held = new Map(position.held.map((one) => [keyOf(one.asset, one.account), one.quantity]))

  for (const { lot, asset, account, quantity } of allocations) {
    const units = parseDecimal(quantity)
    if (units === undefined || compare(units, zero) <= 0) {
      problems.push({ kind: 'quantity', asset, lot, account })
      continue
    }
    add(byLot, keyOf(asset, lot), units)
    add(byAccount, keyOf(asset, account), units)
  }
  // A lot or an account that is not there has nothing to give, or to hold.
  const lots = new Map(position.lots.map((one) => [keyOf(one.asset, one.lot), one.quantity]))
  for (const [key, attached] of byLot) {
    const open = lots.get(key) ?? '0'
    const [asset, lot] = partsOf(key)
    if (compare(attached, exact(open)) > 0)
      problems.push({ kind: 'lot', asset, lot, open, attached: formatDecimal(attached) })
  }
  const left = new Map<string, Decimal>()
  for (const { asset, lot, quantity } of position.lots)
    add(left, asset, minus(exact(quantity), byLot.get(keyOf(asset, lot)) ?? zero))

  for (const key of new Set([...held.keys(), ...byAccount.keys()])) {
    const [asset, account] = partsOf(key)
    const holds = held.get(key) ?? '0'
    const attached = byAccount.get(key) ?? zero
    const order = compare(attached, exact(holds))
    const mayBeLess = compare(left.get(asset) ?? zero, zero) <= 0
    if (order > 0 || (order < 0 && !mayBeLess))
      problems.push({ kind: 'account', asset, account, held: holds, attached: formatDecimal(attached) })
  }
  const coverage = position.held.map(({ asset, account, quantity }) => ({
    asset,
    account,
    held: quantity,
    attached: formatDecimal(byAccount.get(keyOf(asset, account)) ?? zero),
  }))
  const unplaced = [...left]
    .filter(([, quantity]) => compare(quantity, zero) > 0)
    .map(([asset, quantity]) => ({ asset, quantity: formatDecimal(quantity) }))
  const isExact =
    problems.length === 0 &&
    unplaced.length === 0 &&
    coverage.every((one) => compare(exact(one.held), exact(one.attached)) === 0)
  return { problems, coverage, unplaced, isExact }
}

/** A problem in a sentence, with the asset and the account by the names that are shown. */
export function describeAllocationProblem(
  problem: AllocationProblem,
  nameOf: { readonly asset: (asset: string) => string; readonly account: (account: string) => string },
): string {
  const asset = nameOf.asset(problem.asset)
  switch (problem.kind) {
    case 'account':
      return `${nameOf.account(problem.account)} holds ${problem.held} ${asset}, and ${problem.attached} are attached to it.`
    case 'lot':
      return `A lot of ${problem.open} ${asset} is to give ${problem.attached}.`
    case 'quantity':
      return `A quantity of ${asset} for ${nameOf.account(problem.account)} is not above zero.`
  }
}

const keyOf = (asset: string, other: string) => `${asset}\n${other}`

function partsOf(key: string): [asset: string, other: string] {
  const [asset = '', other = ''] = key.split('\n')
  return [asset, other]
}

function exact(amount: string): Decimal {
  const value = parseDecimal(amount)
  if (value === undefined) throw new RangeError(`Not an amount: ${amount}`)
  return value
}
