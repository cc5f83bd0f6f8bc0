import type { IncomingSubType, OutgoingSubType } from '@lotbook/journal'

/** Operations that are legs of one exchange, by what they can be paired with. */
export type TradeFamily = 'spot' | 'convert' | 'otc' | 'card' | 'dust' | 'conversion' | 'swap'

/** Meaning of an operation in the statement. */
export type Operation =
  | { readonly kind: 'leg'; readonly family: TradeFamily; readonly side: 'buy' | 'sell' | 'any' }
  | { readonly kind: 'fee' }
  | { readonly kind: 'internal' }
  /** A move between places of one person, which counts as one where both of its ends are there. */
  | { readonly kind: 'own-move' }
  /** A sale of new tokens: what was spent for them, and they. */
  | { readonly kind: 'launchpad'; readonly side: 'spent' | 'tokens' }
  /** By its sign: what it is when it comes in and when it goes out, each with flags. */
  | {
      readonly kind: 'move'
      readonly plus: Meaning<IncomingSubType>
      readonly minus: Meaning<OutgoingSubType>
    }

export interface Meaning<T> {
  readonly subType: T
  readonly flags: readonly string[]
}

const plus = (subType: IncomingSubType, ...flags: string[]): Meaning<IncomingSubType> => ({ subType, flags })
const minus = (subType: OutgoingSubType, ...flags: string[]): Meaning<OutgoingSubType> => ({ subType, flags })

// Something that brings in, taken back.
const income = (subType: IncomingSubType): Operation => ({
  kind: 'move',
  plus: plus(subType),
  minus: minus('fee', 'adjustment'),
})
const move = (into: Meaning<IncomingSubType>, out: Meaning<OutgoingSubType>): Operation => ({
  kind: 'move',
  plus: into,
  minus: out,
})
const leg = (family: TradeFamily, side: 'buy' | 'sell' | 'any' = 'any'): Operation => ({
  kind: 'leg',
  family,
  side,
})
const internal: Operation = { kind: 'internal' }

const NAMES: Readonly<Record<string, Operation>> = {
  ...named(
    move(plus('received'), minus('sent', 'reversal')),
    ...['Deposit', 'Fiat Deposit', 'Fiat OCBS - Add Fiat and Fees'],
  ),
  ...named(
    move(plus('received', 'reversal'), minus('sent')),
    'Withdraw',
    'Fiat Withdraw',
    'Fiat Withdrawal',
    'Send',
  ),
  ...named(leg('spot', 'buy'), 'Buy', 'Transaction Buy', 'Transaction Spend'),
  ...named(leg('spot', 'sell'), 'Sell', 'Transaction Sold', 'Transaction Revenue'),
  ...named(leg('spot'), 'Transaction Related'),
  ...named({ kind: 'fee' }, 'Fee', 'Transaction Fee'),
  ...named(
    leg('convert'),
    ...['Binance Convert', 'Auto-Invest Transaction', 'The Easiest Way to Trade'],
    ...['Swap Farming Transaction', 'Liquid Swap Sell'],
  ),
  ...named(leg('otc'), 'Large OTC trading'),
  ...named(
    leg('card'),
    ...['Buy Crypto With Card', 'Buy Crypto With Fiat', 'Buy Crypto', 'Sell Crypto To Fiat'],
    'Convert Fiat to Stablecoin Paysafe',
  ),
  ...named(leg('dust'), 'Small assets exchange BNB', 'BNB Fee Deduction'),
  ...named(
    leg('conversion'),
    'Asset Conversion Transfer',
    'Futures Convert',
    'Stablecoins Auto-Conversion',
    'ETH 2.0 Staking',
    'Leverage Token Redemption',
  ),
  ...named(leg('swap'), 'Token Swap - Redenomination/Rebranding', 'Token Swap - Distribution'),
  ...named(
    income('interest_received'),
    'Savings Interest',
    'Savings distribution',
    'Simple Earn Flexible Interest',
    'Simple Earn Flexible - Rewards Income',
    'Pool Distribution',
    'Launchpool Interest',
    'RWUSD - Distribution',
    'BFUSD Daily Reward',
  ),
  ...named(
    income('staking_reward'),
    'POS savings interest',
    'Staking Rewards',
    'ETH 2.0 Staking Rewards',
    'Simple Earn Locked Rewards',
    'Simple Earn Locked - Rewards Income',
    'BNB Vault Rewards',
    'Swap Farming Rewards',
    'Liquid Swap rewards',
    'DOT Slot Auction Rewards',
    'Launchpool Earnings Withdrawal',
  ),
  ...named(income('mined'), 'Super BNB Mining'),
  // A negative distribution is a coin that is delisted, or renamed where another arrives in its second.
  ...named(move(plus('airdrop'), minus('sent', 'review')), 'Distribution'),
  ...named(
    income('airdrop'),
    'Airdrop Assets',
    'Cash Voucher distribution',
    'Simple Earn Flexible Airdrop',
    'Campaign Related Reward',
    'HODLer Airdrops Distribution',
    'Megadrop Rewards',
    'Mission Reward Distribution',
    'Rewards Distribution',
    'Campaign Rewards',
    'Event Bonus Distribution',
    'Earn - Airdrop Distribution',
    'Cash Voucher',
  ),
  ...named(
    income('rebate'),
    'Commission History',
    'Commission Rebate',
    'Commission Fee Shared With You',
    'Referrer rebates',
    'Referral Kickback',
    'Referral Commission',
    'Binance Card Cashback',
    'Card Cashback',
    'Cashback Voucher',
    'Referee rebates',
    'Referee Commission',
    'Referrer Commission',
    'Futures Referral Rebate',
    'Strategy Trading Fee Rebate',
  ),
  ...named(
    move(plus('received', 'refund'), minus('purchase')),
    'Binance Card Spending',
    'Merchant Acquiring',
  ),
  ...named(move(plus('gift_received'), minus('gift_sent')), 'Crypto Box'),
  ...named(move(plus('received', 'refund'), minus('sent')), 'Crypto Box Refund'),
  ...named(move(plus('received', 'review'), minus('lost', 'review')), 'Asset Recovery'),
  ...named(
    move(plus('margin_gain'), minus('margin_loss')),
    'Futures: Realized Profit and Loss',
    'Realize profit and loss',
    'Realized Profit and Loss',
  ),
  ...named(
    move(plus('margin_gain'), minus('margin_fee')),
    'Futures: Fee',
    'Futures: Funding Fee',
    'Funding Fee',
  ),
  ...named(
    move(plus('loan_received'), minus('loan_repayment')),
    ...['Margin Loan', 'Isolated Margin Loan', 'Flexible Loan - Lending'],
  ),
  // The fiat side stands in the P2P file only.
  ...named(
    move(plus('received', 'counter_leg_missing'), minus('sent', 'counter_leg_missing')),
    'P2P Trading',
  ),
  ...named(
    internal,
    'transfer_in',
    'transfer_out',
    'Savings purchase',
    'Savings Principal redemption',
    'POS savings purchase',
    'POS savings redemption',
    'Staking Purchase',
    'Staking Redemption',
    'Launchpool Subscription/Redemption',
    'Main and Funding Account Transfer',
    'Transfer Funds to Spot',
    'Transfer Funds to Spot Account',
    'Transfer Funds to Funding Wallet',
    'DOT Slot Auction Staking',
    'DOT Slot Auction Redemption',
    'Flexible Loan - Collateral Transfer',
    'Flexible Loan - Asset Transfer',
  ),
  ...named(
    { kind: 'own-move' },
    ...['Asset - Transfer', 'Sub-account Transfer', 'Liquid Swap Add', 'Liquid Swap Remove'],
    ...['Liquid Swap Add/Sell', 'Liquidity Farming Add', 'Liquidity Farming Remove'],
  ),
  ...named(move(plus('rebate'), minus('fee')), 'Withdraw Fee', 'Withdrawal Fee'),
  ...named({ kind: 'launchpad', side: 'spent' }, 'Launchpad Subscribe'),
  ...named({ kind: 'launchpad', side: 'tokens' }, 'Launchpad Token Distribution'),
}

const PATTERNS: readonly (readonly [RegExp, Operation])[] = [
  [/^transfer between /, internal],
  [/^simple earn .{0,40}(?:subscription|redemption|internal transfer)$/, internal],
  [/^launchpool (?:subscription|redemption)$/, internal],
  [/^launchpool airdrop/, income('airdrop')],
  [/ staking - .{0,20}rewards$/, income('staking_reward')],
  // A coin for its staked or yielding form, and back.
  [
    /^(?:sol staking|wbeth2\.0|eth staking) - (?:purchase|staking|redemption|wrap|unwrap)$/,
    leg('conversion'),
  ],
  [/^(?:rwusd|bfusd)(?: -)? (?:subscription|redemption)$/, leg('conversion')],
  [/^insurance fund/, move(plus('margin_gain'), minus('margin_fee'))],
  [
    /^(?:(?:isolated |cross )?margin (?:liquidation - )?(?:forced )?|flexible loan - )repayment/,
    move(plus('received', 'reversal'), minus('loan_repayment')),
  ],
]

/** The meaning of an Operation cell; undefined for one that nobody knows. */
export function operationOf(text: string): Operation | undefined {
  const name = text.toLowerCase().replace(/\s+/g, ' ').slice(0, 100)
  if (Object.hasOwn(NAMES, name)) return NAMES[name]
  return PATTERNS.find(([pattern]) => pattern.test(name))?.[1]
}

function named(operation: Operation, ...names: string[]): Record<string, Operation> {
  return Object.fromEntries(names.map((name) => [name.toLowerCase(), operation]))
}
