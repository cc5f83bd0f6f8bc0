import { describe, expect, test } from 'vitest'
import { transactionFingerprint } from '../../reading/fingerprints.ts'
import { linesOf, readRows } from '../testing/read-rows.ts'

const row = (kind: string, currency: string, amount: string, more: Record<string, string> = {}) => ({
  'Timestamp (UTC)': '2021-07-19 18:03:11',
  Currency: currency,
  Amount: amount,
  'Native Currency': 'EUR',
  'Native Amount': '50.00',
  'Native Amount (in USD)': '60.00',
  'Transaction Kind': kind,
  ...more,
})
const to = (currency: string, amount: string) => ({ 'To Currency': currency, 'To Amount': amount })
const read = (...rows: ReturnType<typeof row>[]) => linesOf('cryptocom-app', rows)

test.each([
  [row('crypto_purchase', 'BTC', '0.001'), 'buy 50.00 EUR -> 0.001 BTC'],
  [row('recurring_buy_order', 'EUR', '-50', to('BTC', '0.001')), 'buy 50 EUR -> 0.001 BTC'],
  [row('viban_purchase', 'EUR', '-50'), 'error unmapped_type 1'],
  [row('crypto_viban_exchange', 'BTC', '-0.001', to('EUR', '50')), 'sell 0.001 BTC -> 50 EUR'],
  [row('card_top_up', 'BTC', '-0.001'), 'sell 0.001 BTC -> 50.00 EUR'],
  [row('crypto_exchange', 'BTC', '-0.001', to('ETH', '0.02')), 'trade 0.001 BTC -> 0.02 ETH'],
  [row('crypto_withdrawal', 'BTC', '-0.001'), 'outgoing/sent 0.001 BTC ->'],
  [
    row('trading.limit_order.crypto_wallet.sell_commit', 'CRO', '-500', to('EUR', '60')),
    'sell 500 CRO -> 60 EUR',
  ],
  [row('crypto_to_fiat_card_top_up', 'BTC', '-0.001', to('EUR', '95')), 'sell 0.001 BTC -> 95 EUR'],
  // A kind that nobody knows, of a row that states both sides.
  [row('brand.new', 'BTC', '-0.001', to('EUR', '50')), 'sell 0.001 BTC -> 50 EUR (unmapped_type:brand.new)'],
  [row('crypto_to_exchange_transfer', 'BTC', '-0.001'), 'outgoing/sent 0.001 BTC ->'],
  [row('crypto_transfer', 'BTC', '0.001'), 'incoming/gift_received -> 0.001 BTC'],
  [
    row('trading_limit_order_crypto_wallet_exchange', 'BTC', '-0.001', to('ETH', '0.02')),
    'trade 0.001 BTC -> 0.02 ETH',
  ],
  [
    row('trading.crypto_purchase.twap.cash_account', 'EUR', '-50', to('BTC', '0.001')),
    'buy 50 EUR -> 0.001 BTC',
  ],
  [
    row('trading.crypto_sale.twap.cash_account', 'BTC', '-0.001', to('EUR', '50')),
    'sell 0.001 BTC -> 50 EUR',
  ],
  [row('trading.defi_purchase.cash_account', 'EUR', '-50', to('BTC', '0.001')), 'buy 50 EUR -> 0.001 BTC'],
  [
    row('transfer.p2p_transfer.crypto_wallet.crypto_wallet.debit', 'CRO', '-3', to('CRO', '3')),
    'outgoing/gift_sent 3 CRO ->',
  ],
  [
    row('transfer.p2p_transfer.crypto_wallet.crypto_wallet.credit', 'CRO', '2'),
    'incoming/gift_received -> 2 CRO',
  ],
  [row('red_envelope_transfer', 'CRO', '1'), 'incoming/gift_received -> 1 CRO'],
  [row('red_envelope_transfer', 'CRO', '-1'), 'outgoing/gift_sent 1 CRO ->'],
  [row('staking_reward', 'CRO', '1'), 'incoming/staking_reward -> 1 CRO'],
  [row('admin_wallet_debited', 'CRO', '-1'), 'outgoing/fee 1 CRO ->'],
  [row('viban_deposit_precredit', 'EUR', '50'), 'incoming/received -> 50 EUR (fiat)'],
  [row('viban_deposit_precredit_repayment', 'EUR', '-50'), 'outgoing/sent 50 EUR -> (fiat)'],
  [row('crypto_credit_loan_credited', 'USDC', '100'), 'incoming/loan_received -> 100 USDC'],
  [row('crypto_credit_repayment_created', 'USDC', '-100'), 'outgoing/loan_repayment 100 USDC ->'],
  [row('crypto_credit_program_created', 'BTC', '-1'), 'skip internal_transfer 1'],
  [row('crypto_credit_withdrawal_created', 'BTC', '1'), 'skip internal_transfer 1'],
  [row('dpos_lock_upgrade', 'CRO', '-1'), 'skip internal_transfer 1'],
  [row('mco_stake_reward', 'CRO', '1'), 'incoming/staking_reward -> 1 CRO'],
  [row('finance.dpos.non_compound_interest.crypto_wallet', 'CRO', '1'), 'incoming/staking_reward -> 1 CRO'],
  [row('finance.dpos.staking.crypto_wallet', 'CRO', '-1'), 'skip internal_transfer 1'],
  [
    row('finance.defi_staking.non_compound_interest.crypto_wallet', 'SOL', '1'),
    'incoming/staking_reward -> 1 SOL',
  ],
  [
    row('finance.crypto_earn.loyalty_program_extra_interest_paid.crypto_wallet', 'CRO', '1'),
    'incoming/interest_received -> 1 CRO',
  ],
  [row('crypto_earn_program_extended', 'CRO', '1'), 'skip internal_transfer 1'],
  [row('mobile_airtime_reward', 'CRO', '1'), 'incoming/rebate -> 1 CRO'],
  [row('referral_card_cashback', 'CRO', '1'), 'incoming/rebate -> 1 CRO'],
  [row('card_cashback_reverted', 'CRO', '-1'), 'outgoing/fee 1 CRO ->'],
  [row('reimbursement', 'CRO', '-1'), 'outgoing/fee 1 CRO ->'],
  [row('admin_wallet_credited', 'CRO', '1'), 'incoming/airdrop -> 1 CRO'],
  [row('crypto_payment', 'CRO', '-1', to('CRO', '1')), 'outgoing/purchase 1 CRO ->'],
  [row('lockup_lock', 'CRO', '-1'), 'skip internal_transfer 1'],
  [
    row('trading.limit_order.fiat_wallet.purchase_lock', 'EUR', '-1', to('BTC', '1')),
    'skip internal_transfer 1',
  ],
  [row('crypto_earn_program_withdrawn', 'CRO', '-1'), 'skip internal_transfer 1'],
  [row('dynamic_coin_swap_bonus_exchange_deposit', 'CRO', '-1'), 'skip internal_transfer 1'],
  [row('lockup_swap_rebate', 'CRO', '1'), 'incoming/misc_reward -> 1 CRO'],
  [row('viban_deposit', 'EUR', '50'), 'incoming/received -> 50 EUR (fiat)'],
  [row('', 'EUR', '-12.30'), 'skip fiat_only 1'],
  [row('', 'BTC', '-0.1'), 'outgoing/sent 0.1 BTC -> (unmapped_type:)'],
  [row('crypto_deposit', 'BTC', '-0.1'), 'outgoing/sent 0.1 BTC -> (unmapped_type:crypto_deposit)'],
])('%o', (one, expected) => {
  expect(read(one)).toEqual([expected])
})

describe('rows that belong together', () => {
  test('a coin that was renamed is debited and credited in one second', () => {
    expect(read(row('lockup_swap_debited', 'MCO', '-10'), row('lockup_swap_credited', 'CRO', '300'))).toEqual(
      ['swap 10 MCO -> 300 CRO'],
    )
  })

  test('dust of several coins shares what was credited by its value', () => {
    const debit = (currency: string, usd: string) =>
      row('dust_conversion_debited', currency, '-1', { 'Native Amount (in USD)': usd })
    expect(
      read(debit('DOT', '-3'), row('dust_conversion_credited', 'CRO', '100'), debit('ADA', '-1')),
    ).toEqual(['trade 1 DOT -> 75 CRO', 'trade 1 ADA -> 25 CRO'])
  })

  test('a side without the other is flagged', () => {
    expect(read(row('dust_conversion_debited', 'DOT', '-1'))).toEqual(['outgoing/sent 1 DOT -> (ungrouped)'])
  })

  test('a purchase that stands in the crypto and the fiat file has one name', () => {
    const names = [0, 1].map(() => {
      const reading = readRows('cryptocom-app', [row('viban_purchase', 'EUR', '-50', to('BTC', '0.001'))])
      return reading.transactions.map((t) => transactionFingerprint('me', reading.family, t))
    })
    expect(names[0]).toEqual(names[1])
  })
})

test('the exchange names a fill as a key does', () => {
  const { transactions } = readRows('cryptocom-exchange-trades', [
    {
      'Trade ID': 't1',
      'Time (UTC)': '2024-01-02 10:00:00',
      Symbol: 'BTC_USDT',
      Side: 'SELL',
      'Trade Amount': '0.01',
      'Volume of Business': '420',
    },
  ])
  expect(transactions[0]?.records).toMatchObject([
    { kind: 'crypto-com-exchange-api', nativeId: 'trade BTC/USDT t1' },
  ])
})

test('a fee of the exchange in its bundle of dollars is dollars, as the pair says', () => {
  const row = {
    'Trade ID': 't1',
    'Time (UTC)': '2024-01-02 10:00:00',
    Symbol: 'BTC_USD',
    Side: 'SELL',
    'Trade Amount': '0.01',
    'Volume of Business': '420',
    Fee: '0.5',
    'Fee Currency': 'USD_Stable_Coin',
  }
  expect(linesOf('cryptocom-exchange-trades', [row])).toEqual(['sell 0.01 BTC -> 420 USD fee 0.5 USD'])
})

const entry = (type: string, coin: string, quantity: string, more: Record<string, string> = {}) => ({
  'Journal ID': '9',
  'Time (UTC)': '2025-05-03 09:20:11.500',
  'Journal Type': type,
  Instrument: coin,
  Side: 'NULL_VAL',
  'Transaction Quantity': quantity,
  'Trade ID': '0',
  ...more,
})
const fill = { 'Trade ID': '41' }

test.each([
  [
    [
      entry('TRADING', 'SOL', '-0.5', { ...fill, 'Journal ID': '1' }),
      entry('TRADING', 'EUR', '70', { ...fill, 'Journal ID': '2' }),
      entry('TRADE_FEE', 'EUR', '-0.2', { ...fill, 'Journal ID': '3' }),
    ],
    ['sell 0.5 SOL -> 70 EUR fee 0.2 EUR'],
  ],
  // An id of zero is none, so two such rows are no trade.
  [
    [entry('TRADING', 'SOL', '-0.5'), entry('TRADING', 'EUR', '70', { 'Journal ID': '2' })],
    ['outgoing/sent 0.5 SOL -> (ungrouped)', 'incoming/received -> 70 EUR (fiat ungrouped)'],
  ],
  [[entry('TRADING', 'BTCUSD-PERP', '0.5', fill)], ['skip derivative 1']],
  [[entry('TRADE_FEE', 'USD_Stable_Coin', '-0.2', fill)], ['outgoing/fee 0.2 USD ->']],
  [[entry('FIAT_SOMEBANK_WITHDRAWAL', 'EUR', '-20')], ['outgoing/sent 20 EUR -> (fiat)']],
  [[entry('OFFCHAIN_DEPOSIT', 'CRO', '20')], ['incoming/received -> 20 CRO']],
  [[entry('ROLLBACK_DEPOSIT', 'CRO', '-20')], ['outgoing/sent 20 CRO ->']],
  [[entry('SUBACCOUNT_TX', 'CRO', '-20')], ['skip internal_transfer 1']],
  [[entry('CRYPTO_DUSTING', 'CRO', '-0.2')], ['outgoing/sent 0.2 CRO -> (unmapped_type:CRYPTO_DUSTING)']],
])('the journal of the exchange: %#', (rows, expected) => {
  expect(linesOf('cryptocom-exchange-journal', rows)).toEqual(expected)
})
