import { expect, test } from 'vitest'
import { linesOf, readRows } from '../testing/read-rows.ts'

const row = (transactType: string, amount: string, more: Record<string, string> = {}) => ({
  transactTime: '3/21/2020, 7:07:11 AM',
  transactType,
  amount,
  transactStatus: 'Completed',
  ...more,
})

test.each([
  [row('RealisedPNL', '-90000'), 'outgoing/margin_loss 0.00090000 BTC ->'],
  [row('AffiliatePayout', '5'), 'incoming/rebate -> 0.00000005 BTC'],
  [row('Transfer', '5'), 'skip internal_transfer 1'],
  [row('Withdrawal', '-500', { transactStatus: 'Canceled' }), 'skip status_not_completed 1'],
  [row('Withdrawal', '-500'), 'outgoing/sent 0.00000500 BTC ->'],
  [row('Conversion', '-500'), 'outgoing/sent 0.00000500 BTC -> (unmapped_type:Conversion)'],
])('%o', (one, expected) => {
  expect(linesOf('bitmex-wallet', [one])).toEqual([expected])
})

test('the balance is held to, in satoshis', () => {
  const { balances, notes } = readRows('bitmex-wallet', [
    row('Deposit', '100', { walletBalance: '100' }),
    row('RealisedPNL', '-40', { transactTime: '3/22/2020, 7:07:11 AM', walletBalance: '60' }),
  ])
  expect(notes).toEqual([])
  expect(balances).toMatchObject([{ asset: 'BTC', quantity: '0.0000006' }])
})
