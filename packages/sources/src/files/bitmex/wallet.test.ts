import { expect, test } from 'vitest'
import { linesOf, readRows } from '../testing/read-rows.ts'
import { lines, readKnown } from '../testing/read-text.ts'

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
    row('Deposit', '100', { walletBalance: '100', address: '1BoatSLRHtKNngkdXEeobR76b53LETtpyT' }),
    row('RealisedPNL', '-40', { transactTime: '3/22/2020, 7:07:11 AM', walletBalance: '60' }),
  ])
  expect(notes).toEqual([])
  expect(balances).toMatchObject([{ asset: 'BTC', quantity: '0.0000006' }])
})

test('a wallet of tether is told by its addresses, its contracts or the name of its file', () => {
  const read = (address: string) =>
    linesOf('bitmex-wallet', [
      row('Deposit', '2500000', { address }),
      row('RealisedPNL', '-1', { address: 'ETHUSDT' }),
    ])
  expect(read('0x00000000000000000000000000000000000000aa')).toEqual([
    'incoming/received -> 2.500000 USDT',
    'outgoing/margin_loss 0.000001 USDT ->',
  ])
  const bare =
    'transactTime,transactType,amount,fee,address,transactStatus,walletBalance\n"3/21/2020, 7:07:11 AM",Deposit,100,0,,Completed,100\n'
  expect(lines(readKnown(bare, {}, 'wallet-usdt.csv'))).toEqual(['incoming/received -> 0.000100 USDT'])
  const open = readKnown(bare)
  expect(lines(open)).toEqual(['incoming/received -> 0.00000100 BTC'])
  expect(open.notes).toMatchObject([{ code: 'assumed', line: 2 }])
  // A contract that settles in bitcoin says so.
  expect(readRows('bitmex-wallet', [row('RealisedPNL', '1', { address: 'XBTUSD' })]).notes).toEqual([])
})
