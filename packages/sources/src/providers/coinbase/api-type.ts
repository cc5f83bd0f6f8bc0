import type { CoinbaseType } from './transaction-type.ts'

/** The meaning of a `type` of the API. */
export type CoinbaseApiType =
  | CoinbaseType
  /** An order on the order book: each fill has an entry in both accounts. */
  | { readonly kind: 'fill' }
  /** Comes or goes as its name says, else as the sign does. */
  | { readonly kind: 'move'; readonly side?: 'in' | 'out' }
  /** Takes back what was credited. */
  | { readonly kind: 'reversal' }

/** https://docs.cdp.coinbase.com/coinbase-app/track-apis/transactions (table of types) */
const KINDS: Readonly<Record<string, CoinbaseApiType>> = {
  buy: { kind: 'buy' },
  sell: { kind: 'sell' },
  retail_simple_dust: { kind: 'sell' },
  trade: { kind: 'convert' },
  advanced_trade_fill: { kind: 'fill' },
  wrap_asset: { kind: 'migration' },
  unwrap_asset: { kind: 'migration' },
  retail_eth2_deprecation: { kind: 'migration' },
  send: { kind: 'move' },
  receive: { kind: 'move' },
  request: { kind: 'move' },
  fiat_deposit: { kind: 'move', side: 'in' },
  fiat_withdrawal: { kind: 'move', side: 'out' },
  exchange_deposit: { kind: 'move', side: 'out' },
  exchange_withdrawal: { kind: 'move', side: 'in' },
  pro_deposit: { kind: 'move', side: 'out' },
  pro_withdrawal: { kind: 'move', side: 'in' },
  intx_deposit: { kind: 'move', side: 'out' },
  intx_withdrawal: { kind: 'move', side: 'in' },
  prime_deposit: { kind: 'move', side: 'out' },
  prime_withdrawal: { kind: 'move', side: 'in' },
  unsupported_asset_recovery: { kind: 'move' },
  // Coinbase's word for what it has no other for.
  tx: { kind: 'move' },
  transfer: { kind: 'internal' },
  vault_withdrawal: { kind: 'internal' },
  staking_transfer: { kind: 'internal' },
  unstaking_transfer: { kind: 'internal' },
  staking_reward: { kind: 'in', subType: 'staking_reward' },
  inflation_reward: { kind: 'in', subType: 'staking_reward' },
  interest: { kind: 'in', subType: 'interest_received' },
  earn_payout: { kind: 'in', subType: 'misc_reward' },
  incentives_rewards_payout: { kind: 'in', subType: 'misc_reward' },
  subscription_rebate: { kind: 'in', subType: 'rebate' },
  cardbuyback: { kind: 'in', subType: 'rebate' },
  retail_simple_price_improvement: { kind: 'in', subType: 'rebate' },
  credit_card_reward: { kind: 'in', subType: 'rebate' },
  subscription: { kind: 'out', subType: 'fee' },
  cardspend: { kind: 'out', subType: 'purchase' },
  clawback: { kind: 'reversal' },
  incentives_shared_clawback: { kind: 'reversal' },
  derivatives_settlement: { kind: 'futures' },
}

export function coinbaseApiType(text: string): CoinbaseApiType | undefined {
  return Object.hasOwn(KINDS, text) ? KINDS[text] : undefined
}
