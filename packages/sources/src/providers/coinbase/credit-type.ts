import { type AssetId, type IncomingSubType, isStablecoin } from '@lotbook/journal'

/** The sub type of what was credited, by its asset and what Coinbase says of it. */
export function creditType(asset: AssetId, subType: IncomingSubType, said: string): IncomingSubType {
  if (subType === 'received' && /Coinbase (?:Referral|Earn|Rewards)/i.test(said)) return 'misc_reward'
  // Rewards on a coin pegged to a currency are interest by any other name.
  if (subType === 'staking_reward' && isStablecoin(asset)) return 'interest_received'
  return subType
}
