import { expect, test } from 'vitest'
import { linesOf } from '../testing/read-rows.ts'
import { lines, readKnown } from '../testing/read-text.ts'

const row = (Type: string, more: Record<string, string> = {}) => ({
  'Timestamp (UTC)': '2024-01-05 10:00:00',
  Type,
  'Base Currency (Optional)': 'ETH',
  'Base Amount (Optional)': '2',
  ...more,
})

test.each([
  ['transfer-in', 'incoming/received -> 2 ETH'],
  ['transfer-out', 'outgoing/sent 2 ETH ->'],
  ['bridge-in', 'incoming/received -> 2 ETH'],
  ['bridge-out', 'outgoing/sent 2 ETH ->'],
  ['incoming-gift', 'incoming/gift_received -> 2 ETH'],
  ['outgoing-gift', 'outgoing/gift_sent 2 ETH ->'],
  ['margin-fee', 'outgoing/margin_fee 2 ETH ->'],
  ['realized-loss', 'outgoing/margin_loss 2 ETH ->'],
  ['borrow', 'incoming/loan_received -> 2 ETH'],
  ['loan-repayment', 'outgoing/loan_repayment 2 ETH ->'],
  ['approval', 'outgoing/fee 2 ETH ->'],
  ['spend', 'outgoing/purchase 2 ETH ->'],
  ['mint', 'incoming/received -> 2 ETH'],
  ['add-liquidity', 'outgoing/sent 2 ETH -> (liquidity)'],
  ['receive-lp-token', 'incoming/received -> 2 ETH (liquidity)'],
  ['remove-liquidity', 'incoming/received -> 2 ETH (liquidity)'],
  ['return-lp-token', 'outgoing/sent 2 ETH -> (liquidity)'],
  ['collateral-deposit', 'outgoing/staking_lockup 2 ETH ->'],
  ['failed-out', 'skip failed 1'],
  ['failed-in', 'skip failed 1'],
  ['spam', 'skip ignored 1'],
])('%s', (type, expected) => {
  expect(linesOf('ctc-template', [row(type)])).toEqual([expected])
})

test.each([
  ['liquidate', 'outgoing/sent 2 ETH -> (unmapped_type:liquidate)'],
  ['bridge-trade-out', 'outgoing/sent 2 ETH -> (unmapped_type:bridge-trade-out)'],
  ['bridge-trade-in', 'incoming/received -> 2 ETH (unmapped_type:bridge-trade-in)'],
  ['rename', 'incoming/received -> 2 ETH (unmapped_type:rename)'],
])('%s is for a person to settle, and keeps the direction that is known of it', (type, expected) => {
  expect(linesOf('ctc-template', [row(type)])).toEqual([expected])
})

test('what failed still cost its fee, and what is minted is bought with the quote', () => {
  const fee = { 'Fee Currency (Optional)': 'ETH', 'Fee Amount (Optional)': '0.01' }
  const quote = { 'Quote Currency (Optional)': 'USDC', 'Quote Amount (Optional)': '50' }
  expect(linesOf('ctc-template', [row('failed-out', fee), row('mint', quote)])).toEqual([
    'outgoing/fee 0.01 ETH ->',
    'trade 50 USDC -> 2 ETH',
  ])
})

const base =
  'Timestamp (UTC),Type,Base Currency,Base Amount,Quote Currency (Optional),Quote Amount (Optional),'
const fees = 'Fee Currency (Optional),Fee Amount (Optional),From (Optional),To (Optional),'
const prices = 'Reference Price Per Unit (Optional),Reference Price Currency (Optional)'

test.each([
  [`${base}${fees}ID (Optional),Description (Optional)`, 'i1,note', {}],
  [
    `${base}${fees}Blockchain (Optional),ID (Optional),Description (Optional),${prices}`,
    'eth,i1,note,1500,',
    { ETH: { amount: '1500', currency: 'USD' } },
  ],
])('the columns that programs write for it: %s', (header, rest, unitPrices) => {
  const read = readKnown(`${header}\n2024-01-05 10:00:00,income,ETH,2,,,,,,,${rest}\n`)
  expect(lines(read)).toEqual(['incoming/misc_reward -> 2 ETH'])
  expect(read.transactions[0]).toMatchObject({ externalId: 'i1' })
  expect(read.transactions[0]?.unitPrices ?? {}).toEqual(unitPrices)
})
