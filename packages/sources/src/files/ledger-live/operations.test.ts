import { expect, test } from 'vitest'
import { linesOf } from '../testing/read-rows.ts'
import { lines, readKnown } from '../testing/read-text.ts'

const row = (type: string, amount: string, fees: string, ticker = 'DOT') => ({
  'Operation Date': '2023-05-01T10:00:00.000Z',
  Status: 'Confirmed',
  'Currency Ticker': ticker,
  'Operation Type': type,
  'Operation Amount': amount,
  'Operation Fees': fees,
  'Operation Hash': `${type}${amount}`,
})

test.each([
  // What is staked stays in the account; a fee that equals the amount is the same fee.
  [row('BOND', '100', '0.01'), 'outgoing/fee 0.01 DOT ->'],
  [row('BOND', '100', ''), 'skip internal_transfer 1'],
  [row('DELEGATE', '0.01', '0.01', 'ATOM'), 'outgoing/fee 0.01 ATOM ->'],
  [row('DELEGATE', '221', '', 'NEAR'), 'skip internal_transfer 1'],
  [row('STAKE', '221', '0.001', 'NEAR'), 'outgoing/fee 0.001 NEAR ->'],
  [row('FREEZE', '50', '0', 'TRX'), 'skip internal_transfer 1'],
  [row('WITHDRAW_EXPIRE_UNFREEZE', '50', '0.3', 'TRX'), 'outgoing/fee 0.3 TRX ->'],
  [row('FEES', '0.001', '0.001', 'ETH'), 'outgoing/fee 0.001 ETH ->'],
  [row('REVEAL', '0.001', '', 'XTZ'), 'outgoing/fee 0.001 XTZ ->'],
  [row('OUT', '1.01', '0.01'), 'outgoing/sent 1 DOT -> fee 0.01 DOT'],
  [row('CREATE', '1.01', '0.01', 'ETH'), 'outgoing/sent 1 ETH -> fee 0.01 ETH'],
  [row('SLASH', '2', ''), 'outgoing/lost 2 DOT ->'],
  [row('LOCK', '2', '', 'CELO'), 'outgoing/staking_lockup 2 CELO ->'],
  [row('WITHDRAW', '2', '', 'CELO'), 'incoming/staking_return -> 2 CELO'],
  [row('SUPPLY', '2', '', 'DAI'), 'incoming/received -> 2 DAI (unmapped_type:SUPPLY)'],
])('%o', (one, expected) => {
  expect(linesOf('ledger-live', [one])).toEqual([expected])
})

test('the first exports have no fees', () => {
  const text =
    'Operation Date,Currency Ticker,Operation Type,Operation Amount,Operation Hash,Account Name\n2019-03-01T10:00:00.000Z,ETH,OUT,0.5,0xab,Ethereum 1\n'
  expect(lines(readKnown(text))).toEqual(['outgoing/sent 0.5 ETH ->'])
})
