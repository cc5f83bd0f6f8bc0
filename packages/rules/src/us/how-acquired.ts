import { INCOME_SUB_TYPES } from '@lotbook/journal'
import type { HowAcquired } from './removal-facts.ts'

const BY_TYPE: Readonly<Record<string, HowAcquired>> = {
  buy: 'purchase',
  trade: 'exchange',
  ico: 'exchange',
  swap: 'exchange',
}

const BY_SUB_TYPE: Readonly<Record<string, HowAcquired>> = {
  gift_received: 'gift',
  nft_mint: 'purchase',
  rebate: 'other',
  staking_return: 'other',
  margin_gain: 'other',
  loan_received: 'other',
}

/**
 * The usual answer to how a lot was acquired, from the transaction that acquired it: bought for cash, exchanged for another asset, given, or
 * income. Null where the history does not say, as of units that merely arrived.
 */
export function howAcquiredBy(type: string, subType: string | null): HowAcquired | null {
  if (subType === null) return BY_TYPE[type] ?? null
  return INCOME_SUB_TYPES.has(subType) ? 'income' : (BY_SUB_TYPE[subType] ?? null)
}
