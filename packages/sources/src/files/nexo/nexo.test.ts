import { describe, expect, test } from 'vitest'
import { linesOf } from '../testing/read-rows.ts'

/** A row of two sides, `-5 USDT > 0.1 ETH`. */
function row(type: string, sides: string, more: Record<string, string> = {}) {
  const [put = '', got = '- 0'] = sides.split(' > ')
  const [input = '', inputCurrency = ''] = put.split(' ')
  const [first = '', second = ''] = got.split(' ')
  const [output, outputCurrency] = got === '- 0' ? [second, first] : [first, second]
  return {
    Type: type,
    'Input Currency': inputCurrency,
    'Input Amount': input,
    'Output Currency': outputCurrency,
    'Output Amount': output,
    'USD Equivalent': '$7.00',
    Details: 'approved / x',
    ...more,
  }
}
const at = { 'Date / Time (UTC)': '2025-03-01 10:00:00', Fee: '-', 'Fee Currency': '-' }
const now = (type: string, sides: string, details = 'approved / x') =>
  row(type, sides, { ...at, Details: details, Transaction: `${type} ${sides}` })
const then = (type: string, sides: string) => row(type, sides, { 'Date / Time': '2022-02-01 10:00:00' })
const read = (...rows: ReturnType<typeof row>[]) => linesOf('nexo-2024', rows)

describe('a row of one side', () => {
  test.each([
    [now('Referral Bonus', '0.002 BTC'), 'incoming/misc_reward -> 0.002 BTC'],
    [now('Interest', '0.002 BTC'), 'incoming/interest_received -> 0.002 BTC'],
    [now('Interest', '-0.002 BTC'), 'outgoing/interest_paid 0.002 BTC ->'],
    [now('Cashback', '3 NEXO > 3 NEXO'), 'incoming/rebate -> 3 NEXO'],
    [now('Cashback', '-3 NEXO > 3 NEXO'), 'outgoing/fee 3 NEXO ->'],
    [now('Manual Repayment', '5 USD > 0 USD'), 'outgoing/loan_repayment 5 USD ->'],
    [now('Something New', '0.1 BTC'), 'incoming/received -> 0.1 BTC (unmapped_type:Something New)'],
    [now('Something New', '-0.1 BTC'), 'outgoing/sent 0.1 BTC -> (unmapped_type:Something New)'],
  ])('%o', (one, expected) => {
    expect(read(one)).toEqual([expected])
  })
})

test.each([
  [now('Dual Investment Exchange', '900 USDT > 0.01 BTC'), 'trade 900 USDT -> 0.01 BTC'],
  [now('Dual Investment Interest', '1.1 USDT > 1.1 USDT'), 'incoming/interest_received -> 1.1 USDT'],
  [now('Dual Investment Lock', '-90 USDT > 90 USDT'), 'skip internal_transfer 1'],
  [now('Transfer To Advanced', '-90 USDT'), 'skip internal_transfer 1'],
  [now('Transfer From Advanced Trading Bonus', '90 USDT'), 'skip internal_transfer 1'],
  [now('Advanced Trading Add Bonus Funds', '90 USDT'), 'incoming/misc_reward -> 90 USDT'],
  [now('Exchange Sell Fee', '-0.5 USDT'), 'outgoing/fee 0.5 USDT ->'],
  [now('Exchange Collateral', '-1 ETH > 0.05 BTC'), 'trade 1 ETH -> 0.05 BTC'],
  [now('Nexo Card Purchase', '-9 xUSD > 8 EUR'), 'outgoing/purchase 9 USD ->'],
  [now('Nexo Card Transaction Fee', '-0.1 xUSD > 0.1 xUSD'), 'outgoing/fee 0.1 USD ->'],
  [now('Nexo Card Cashback Reversal', '-2 NEXO > 2 NEXO'), 'outgoing/fee 2 NEXO ->'],
  [now('Loan Withdrawal', '-60 USD > 59 USDT'), 'incoming/loan_received -> 59 USDT'],
])('a word of the savings account: %o', (one, expected) => {
  expect(read(one)).toEqual([expected])
})

test.each([
  [then('TransferIn', '1 ETH > 1 ETH'), 'skip internal_transfer 1'],
  [then('LockingTermDeposit', '-1 ETH > 1 ETH'), 'skip internal_transfer 1'],
  [then('FixedTermInterest', '1 ETH > 1 ETH'), 'incoming/interest_received -> 1 ETH'],
  [then('InterestAdditional', '1 ETH > 1 ETH'), 'incoming/interest_received -> 1 ETH'],
  [then('WithdrawExchanged', '-50 EUR > 50 EUR'), 'outgoing/sent 50 EUR -> (fiat)'],
  [then('ReferralBonus', '1 ETH > 1 ETH'), 'incoming/misc_reward -> 1 ETH'],
  [then('CreditCardStatus', '-11 USD > 10 EUR'), 'trade 11 USD -> 10 EUR (fiat_fx)'],
])('a word that is written in one: %o', (one, expected) => {
  expect(linesOf('nexo-2021', [one])).toEqual([expected])
})

describe('an event of two rows counts once', () => {
  test('what the credit line paid out', () => {
    const credit = now('Exchange Credit', '-799 xUSD > 800 USDT')
    const topUp = now('Top up Crypto', '800 USDT > 800 USDT', 'approved / Credit Granting Top Up')

    expect(read(credit, topUp)).toEqual(['incoming/loan_received -> 800 USDT', 'skip companion_row 1'])
    expect(read(credit)).toEqual(['incoming/loan_received -> 800 USDT'])
  })

  test('what was sold to repay it', () => {
    const order = now('Manual Sell Order', '-0.05 BTC > 0 BTC')
    const liquidation = now('Exchange Liquidation', '0.05 BTC > 2995 xUSD')

    expect(read(liquidation, order)).toEqual(['sell 0.05 BTC -> 7.00 USD', 'skip companion_row 1'])
    expect(read(liquidation)).toEqual(['sell 0.05 BTC -> 2995 USD'])
  })

  test('fiat that came in and was exchanged for its coin', () => {
    const deposit = now('Deposit To Exchange', '40 GBP > 40 GBPX')
    const exchange = now('Exchange Deposited On', '40 GBP > 40 GBPX')

    expect(read(deposit, exchange)).toEqual(['incoming/received -> 40 GBP (fiat)', 'buy 40 GBP -> 40 GBPX'])
    expect(read(deposit)).toEqual(['buy 40 GBP -> 40 GBPX'])
  })
})
