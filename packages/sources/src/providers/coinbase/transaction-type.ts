import type { IncomingSubType, OutgoingSubType } from '@lotbook/journal'

/** Meaning of a Transaction Type of the report. */
export type CoinbaseType =
  | { readonly kind: 'buy' | 'sell' | 'convert' | 'migration' | 'dex' | 'internal' | 'futures' }
  | { readonly kind: 'in'; readonly subType: IncomingSubType }
  | { readonly kind: 'out'; readonly subType: OutgoingSubType }

const KINDS: Readonly<Record<string, CoinbaseType>> = {
  ...kinds({ kind: 'buy' }, 'Buy', 'Advanced Trade Buy', 'Advance Trade Buy', 'Credit'),
  ...kinds({ kind: 'sell' }, 'Sell', 'Advanced Trade Sell', 'Advance Trade Sell', 'Retail Simple Dust'),
  ...kinds({ kind: 'convert' }, 'Convert'),
  ...kinds(
    { kind: 'in', subType: 'received' },
    'Receive',
    'Deposit',
    'Exchange Withdrawal',
    'Pro Withdrawal',
    'Prime Withdrawal',
  ),
  ...kinds(
    { kind: 'out', subType: 'sent' },
    'Send',
    'Withdrawal',
    'Exchange Deposit',
    'Pro Deposit',
    'Prime Deposit',
  ),
  ...kinds(
    { kind: 'in', subType: 'misc_reward' },
    'Coinbase Earn',
    'Learning Reward',
    'Incentives Rewards Payout',
    // Below zero: what was credited is taken back.
    'Incentives Shared Clawback',
  ),
  ...kinds(
    { kind: 'in', subType: 'staking_reward' },
    'Rewards Income',
    'Reward Income',
    'Inflation Reward',
    'Staking Income',
    'Staking Reward',
  ),
  ...kinds({ kind: 'in', subType: 'interest_received' }, 'Interest payout'),
  ...kinds(
    { kind: 'in', subType: 'rebate' },
    'Subscription Rebate',
    'Subscription Rebates',
    'Subscription Rebate (24 Hours)',
    'Subscription Rebates (24 Hours)',
    'Credit Card Reward',
    'CardBuyBack',
    'Card Buy Back',
    'Card Buyback',
    'Retail Simple Price Improvement',
  ),
  ...kinds({ kind: 'out', subType: 'donation_501c3' }, 'Donation'),
  ...kinds({ kind: 'out', subType: 'fee' }, 'Admin Debit', 'Administrative Debit', 'Subscription'),
  ...kinds({ kind: 'out', subType: 'purchase' }, 'Card Spend', 'CardSpend'),
  ...kinds(
    { kind: 'migration' },
    'Asset Migration',
    'Retail Eth2 Deprecation',
    'Wrap Asset',
    'Unwrap Asset',
    'Unwrap',
  ),
  ...kinds({ kind: 'futures' }, 'Derivatives Settlement'),
  ...kinds({ kind: 'dex' }, 'Retail MGX DEX Buy', 'Retail MGX DEX Send'),
  ...kinds(
    { kind: 'internal' },
    'Vault Withdrawal',
    'Cash to Savings',
    'Savings to Cash',
    'Transfer',
    'Portfolio Transfer',
    'Retail Staking Transfer',
    'Retail Unstaking Transfer',
  ),
}

export function coinbaseType(text: string): CoinbaseType | undefined {
  const key = text.toLowerCase()
  return Object.hasOwn(KINDS, key) ? KINDS[key] : undefined
}

function kinds(kind: CoinbaseType, ...names: string[]): Record<string, CoinbaseType> {
  return Object.fromEntries(names.map((name) => [name.toLowerCase(), kind]))
}
