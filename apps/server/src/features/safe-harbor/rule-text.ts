import type { AllocationChoice } from '@lotbook/contract'
import type { BoundAssets } from '../tax/tax-settings.ts'
import type { ShownNames } from './shown-names.ts'

const ORDERS: Readonly<Record<AllocationChoice['order'], string>> = {
  hifo: 'highest cost per unit first',
  lofo: 'lowest cost per unit first',
  fifo: 'earliest acquired first',
  lifo: 'latest acquired first',
}

/** The rule of an allocation as it stands on record, in a sentence or three. */
export function ruleText(
  { kind, order, accounts, units }: AllocationChoice,
  bound: BoundAssets,
  shown: ShownNames,
): string {
  const names = accounts.map(shown.account)
  const others =
    names.length === 0 ? 'accounts by name' : `accounts in this order: ${names.join(', ')}; others by name`
  const rule = `${ORDERS[order]} (${order.toUpperCase()}), ${others}`
  if (kind === 'global') return `Global allocation for every asset: ${rule}.`
  const byHand = [...new Set(units.map(({ asset }) => shown.asset(asset)))]
  const hand = byHand.length === 0 ? '' : ` Chosen unit by unit: ${byHand.join(', ')}.`
  const apart =
    bound === 'every' || bound.size === 0
      ? ''
      : ` Not for ${[...bound].map(shown.asset).sort().join(', ')}, which an earlier record binds.`
  return `Specific unit allocation, each unit listed. Drawn up by: ${rule}.${hand}${apart}`
}
