import { isFiat, type AssetId } from './asset.ts'
import type { TransactionType } from './transaction-type.ts'

/** Whether a type has a side: it cannot do without, it may have it, or nothing would count it. */
export type SideRule = 'needed' | 'possible' | 'none'

/** What left, and what arrived. */
export interface Sides<Side> {
  readonly from: Side
  readonly to: Side
}

const OUT: Sides<SideRule> = { from: 'needed', to: 'none' }
const IN: Sides<SideRule> = { from: 'none', to: 'needed' }
const BOTH: Sides<SideRule> = { from: 'needed', to: 'needed' }
/** A mint may have cost something (R-NFT-1, R-NFT-2). */
const MINTED: Sides<SideRule> = { from: 'possible', to: 'needed' }

/**
 * Which sides a type has. What is sent left, and what is received arrived; nothing counts the other side of either, so that with both
 * it is an exchange (R-TRD-1). The one place that says so: forms, readers, edits and rules ask here.
 */
export function sidesOf(type: TransactionType, subType: string | null): Sides<SideRule> {
  switch (type) {
    case 'incoming':
      return IN
    case 'outgoing':
      return OUT
    case 'nft':
      return subType === 'nft_mint' ? MINTED : subType === 'send' ? OUT : IN
    default:
      return BOTH
  }
}

/** Whether a type is one for the sides that there are: none that it needs is missing, and none is there that nothing would count. */
export function sidesFit(type: TransactionType, subType: string | null, has: Sides<boolean>): boolean {
  const rule = sidesOf(type, subType)
  return isAllowed(rule.from, has.from) && isAllowed(rule.to, has.to)
}

/** What something given for something else is: a purchase or a sale where one of the two is a currency. */
export function exchangeOf(from: AssetId, to: AssetId): 'buy' | 'sell' | 'trade' {
  if (isFiat(from) === isFiat(to)) return 'trade'
  return isFiat(from) ? 'buy' : 'sell'
}

function isAllowed(rule: SideRule, isThere: boolean): boolean {
  return rule === 'possible' || isThere === (rule === 'needed')
}
