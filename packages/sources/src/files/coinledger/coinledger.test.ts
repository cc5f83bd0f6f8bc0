import { expect, test } from 'vitest'
import { linesOf } from '../testing/read-rows.ts'

test.each([
  ['Interest Payment', '2', 'incoming/interest_received -> 2 ETH'],
  ['Interest Payment', '-2', 'outgoing/interest_paid 2 ETH ->'],
  ['Hard Fork', '2', 'incoming/fork -> 2 ETH'],
  ['Theft Loss', '-2', 'outgoing/stolen 2 ETH ->'],
  ['Merchant Payment', '-2', 'outgoing/purchase 2 ETH ->'],
  ['Network Fee', '-2', 'outgoing/fee 2 ETH ->'],
  ['Airdrop', '-2', 'outgoing/sent 2 ETH -> (unmapped_type:Airdrop)'],
])('%s of %s', (Type, Amount, expected) => {
  const row = { 'Timestamp (UTC)': '2025-03-06T00:07:11.000', Type, 'Internal Id': '1', Platform: 'Kraken' }
  expect(linesOf('coinledger-export', [{ ...row, Asset: 'ETH', Amount }])).toEqual([expected])
})
