import { expect, test } from 'vitest'
import { linesOf, readRows } from '../testing/read-rows.ts'

const at = '04/01/2024 10:00:00'
const sent = { 'Sent Quantity': '10', 'Sent Currency': 'USDC' }
const received = { 'Received Quantity': '1', 'Received Currency': 'SOL' }
const fee = { 'Fee Amount': '0.0001', 'Fee Currency': 'SOL' }

test.each([
  ['', { ...sent, ...received, ...fee }, 'trade 10 USDC -> 1 SOL fee 0.0001 SOL'],
  ['', received, 'incoming/received -> 1 SOL'],
  ['', sent, 'outgoing/sent 10 USDC ->'],
  ['', fee, 'outgoing/fee 0.0001 SOL ->'],
  ['swap', { ...sent, ...received }, 'trade 10 USDC -> 1 SOL'],
  ['add_liquidity', { ...sent, ...received }, 'trade 10 USDC -> 1 SOL'],
  ['coin_sell', sent, 'outgoing/sent 10 USDC -> (ungrouped)'],
  ['staking', { ...sent, ...fee }, 'outgoing/staking_lockup 10 USDC -> fee 0.0001 SOL'],
  ['unstaking', received, 'incoming/staking_return -> 1 SOL'],
  ['lend', sent, 'outgoing/staking_lockup 10 USDC ->'],
  ['withdraw', received, 'incoming/staking_return -> 1 SOL'],
  ['claim_rewards', received, 'incoming/staking_reward -> 1 SOL'],
  ['rewards_income', received, 'incoming/misc_reward -> 1 SOL'],
  ['income', received, 'incoming/payment -> 1 SOL'],
  ['mining_income', received, 'incoming/mined -> 1 SOL'],
  ['airdrop', received, 'incoming/airdrop -> 1 SOL'],
  ['borrow', received, 'incoming/loan_received -> 1 SOL'],
  ['repay', sent, 'outgoing/loan_repayment 10 USDC ->'],
  ['payment', sent, 'outgoing/purchase 10 USDC ->'],
  ['donation', sent, 'outgoing/donation_501c3 10 USDC ->'],
  ['gift', sent, 'outgoing/gift_sent 10 USDC ->'],
  ['external_transfer', sent, 'outgoing/sent 10 USDC ->'],
  ['internal_transfer', received, 'incoming/received -> 1 SOL'],
  ['spam', received, 'skip ignored 1'],
  ['capital_gain', received, 'incoming/received -> 1 SOL (unmapped_type:capital_gain)'],
])('the tag "%s": %o', (Tag, cells, expected) => {
  expect(linesOf('awaken-template', [{ Date: at, Tag, ...cells }])).toEqual([expected])
})

test('the month comes first, and a worth is in dollars', () => {
  const row = { Date: at, ...received, 'Received Fiat Amount': '150' }
  const [read] = readRows('awaken-template', [row]).transactions
  expect(read).toMatchObject({ at: Date.UTC(2024, 3, 1, 10), value: { amount: '150', currency: 'USD' } })
})
