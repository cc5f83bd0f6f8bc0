import { incoming, outgoing, type Phrases, signed, skipped, traded, type Words } from '../reader/words.ts'

const each = <T>(meaning: T, ...words: readonly string[]): Record<string, T> =>
  Object.fromEntries(words.map((word) => [word, meaning]))

/** Kinds of the app's transactions, by what they are. */
export const appWords: Words = {
  // The coin is the base; its cost or yield in money stands beside it.
  ...each(
    traded('buy'),
    'crypto_purchase',
    'trading.crypto_purchase.google_pay',
    'trading.crypto_purchase.apple_pay',
  ),
  // The base was given, and what came stands under To.
  ...each(
    traded('sell'),
    ...['viban_purchase', 'van_purchase', 'recurring_buy_order'],
    ...['crypto_viban_exchange', 'crypto_to_van_sell_order', 'crypto_viban', 'card_top_up'],
    ...['crypto_exchange', 'trading.limit_order.crypto_wallet.exchange'],
    'trading.limit_order.cash_account.purchase_commit',
    'trading.limit_order.fiat_wallet.purchase_commit',
    'trading.limit_order.fiat_wallet.sell_commit',
    'trading.limit_order.cash_account.sell_commit',
    'trading_limit_order_crypto_wallet_exchange',
    'trading.crypto_purchase.twap.cash_account',
    'trading.crypto_sale.twap.cash_account',
    'trading.defi_purchase.cash_account',
  ),
  crypto_deposit: incoming('received'),
  crypto_withdrawal: outgoing('sent'),
  ...each(signed('received', 'sent'), 'exchange_to_crypto_transfer', 'crypto_to_exchange_transfer'),
  ...each(signed('gift_received', 'gift_sent'), 'crypto_transfer', 'red_envelope_transfer'),
  ...each(
    incoming('interest_received'),
    ...[
      'crypto_earn_interest_paid',
      'crypto_earn_extra_interest_paid',
      'supercharger_reward_to_app_credited',
    ],
  ),
  ...each(incoming('staking_reward'), 'mco_stake_reward', 'staking_reward'),
  ...each(
    incoming('rebate'),
    ...['referral_card_cashback', 'reimbursement', 'transfer_cashback', 'pay_checkout_reward'],
    'mobile_airtime_reward',
    'reward.loyalty_program.trading_rebate.crypto_wallet',
  ),
  ...each(outgoing('fee'), 'reimbursement_reverted', 'card_cashback_reverted', 'admin_wallet_debited'),
  ...each(
    incoming('misc_reward'),
    ...['referral_bonus', 'referral_gift', 'referral_commission', 'gift_card_reward', 'campaign_reward'],
    ...[
      'rewards_platform_deposit_credited',
      'dynamic_coin_swap_bonus_exchange_deposit',
      'lockup_swap_rebate',
    ],
  ),
  ...each(incoming('airdrop'), 'admin_wallet_credited', 'airdrop_to_exchange_transfer'),
  crypto_payment: outgoing('purchase'),
  crypto_payment_refund: incoming('received'),
  ...each(
    signed('received', 'sent'),
    ...['viban_deposit', 'viban_card_top_up', 'viban_withdrawal'],
    ...['viban_deposit_precredit', 'viban_deposit_precredit_repayment'],
  ),
  crypto_credit_loan_credited: incoming('loan_received'),
  crypto_credit_repayment_created: outgoing('loan_repayment'),
  ...each(
    skipped('internal_transfer'),
    ...['supercharger_deposit', 'supercharger_withdrawal', 'crypto_earn_program_created'],
    ...['crypto_earn_program_withdrawn', 'crypto_earn_program_extended', 'council_node_deposit_created'],
    // What stands for a loan.
    ...['crypto_credit_program_created', 'crypto_credit_withdrawal_created'],
  ),
  'card spending': skipped('fiat_only'),
}

/** Kinds that are named after a product: a reservation for an order (`_lock`) is none, the order itself has a row. */
export const appPhrases: Phrases = [
  // The base was given, and what came stands under To, or was spent as money by the card.
  [/^trading\.limit_order\..*_commit$/i, traded('sell')],
  [/^crypto.*card_top_up$/i, traded('sell')],
  [/^transfer\.p2p_transfer\./i, signed('gift_received', 'gift_sent')],
  [
    /(?:^|_)dpos\b.*(?:interest|reward)|^finance\.(?:dpos|defi_staking)\..*(?:interest|reward)/i,
    incoming('staking_reward'),
  ],
  [/^finance\..*interest/i, incoming('interest_received')],
  [
    /(?:_|\.)(?:un)?lock(?:ed)?$|\bdpos_(?:un)?lock(?:_upgrade)?\b|^lockup_(?!swap)|^finance\..*(?:un)?staking/i,
    skipped('internal_transfer'),
  ],
]
