import type { GlobalAllocation } from '@lotbook/tax'

const ORDERS: Readonly<Record<GlobalAllocation['order'], string>> = {
  hifo: 'highest cost per unit first',
  lofo: 'lowest cost per unit first',
  fifo: 'earliest acquired first',
  lifo: 'latest acquired first',
}

/** How an allocation was drawn up; accounts and assets by the names that people read. */
export interface AllocationRule {
  readonly kind: 'global' | 'specific'
  readonly order: GlobalAllocation['order']
  readonly accounts: readonly string[]
  /** Assets that were allocated unit by unit instead. */
  readonly byHand: readonly string[]
  /** Assets that it is not for: an earlier record binds them. */
  readonly bound: readonly string[]
  /** Open assets that it is not for. */
  readonly leftOut: readonly string[]
}

/** The rule of an allocation as it stands on record, in a sentence or three. */
export function allocationRuleText({
  kind,
  order,
  accounts,
  byHand,
  bound,
  leftOut,
}: AllocationRule): string {
  const others =
    accounts.length === 0
      ? 'accounts by name'
      : `accounts in this order: ${accounts.join(', ')}; others by name`
  const rule = `${ORDERS[order]} (${order.toUpperCase()}), ${others}`
  if (kind === 'global') return `Global allocation for every asset: ${rule}.`
  const hand = byHand.length === 0 ? '' : ` Chosen unit by unit: ${byHand.join(', ')}.`
  const apart = bound.length === 0 ? '' : ` Not for ${bound.join(', ')}, which an earlier record binds.`
  const open = leftOut.length === 0 ? '' : ` Not for ${leftOut.join(', ')}, which it leaves open.`
  return `Specific unit allocation, each unit listed. Drawn up by: ${rule}.${hand}${apart}${open}`
}
