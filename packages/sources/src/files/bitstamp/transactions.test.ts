import { expect, test } from 'vitest'
import { linesOf, readRows } from '../testing/read-rows.ts'
import { lines, readKnown } from '../testing/read-text.ts'

const v1 = (Type: string, Amount: string, more: Record<string, string> = {}) => ({
  Type,
  Datetime: 'Sept. 03, 2021, 01:45 PM',
  Amount,
  ...more,
})

test.each([
  [
    v1('Market', '1.5 ETH', { Value: '3,000.00 EUR', Fee: '7.50 EUR', 'Sub Type': 'Buy' }),
    'buy 3000.00 EUR -> 1.5 ETH fee 7.50 EUR',
  ],
  [v1('Withdrawal', '1.5 ETH', { Fee: '0.001 ETH' }), 'outgoing/sent 1.5 ETH -> fee 0.001 ETH'],
  [v1('Ripple payment', '5 XRP'), 'outgoing/sent 5 XRP ->'],
  [v1('Staking reward', '0.1 ETH2R'), 'incoming/staking_reward -> 0.1 ETH'],
  [v1('Sub account transfer', '5 XRP'), 'skip internal_transfer 1'],
  [v1('Started generating rewards', '1 ETH'), 'skip internal_transfer 1'],
  [v1('Deposit reverted', '-5 XRP'), 'outgoing/sent 5 XRP ->'],
  [v1('Inter Account Transfer', '-5 XRP'), 'outgoing/sent 5 XRP ->'],
  [v1('Inter Account Transfer', '5 XRP'), 'incoming/received -> 5 XRP'],
  [v1('Referral reward', '5 XRP'), 'incoming/misc_reward -> 5 XRP'],
  [v1('Converted assets', '1 BTC'), 'incoming/received -> 1 BTC (unmapped_type:Converted assets)'],
  [v1('Settlement', '5 XRP'), 'incoming/received -> 5 XRP (unmapped_type:Settlement)'],
])('%o', (row, expected) => {
  expect(linesOf('bitstamp-v1', [row])).toEqual([expected])
})

test('equal rows of one minute are several, and the id since 2023 is that of the API', () => {
  expect(linesOf('bitstamp-v1', [v1('Deposit', '1 BTC'), v1('Deposit', '1 BTC')])).toHaveLength(2)
  const row = {
    ID: '9',
    Type: 'Deposit',
    Datetime: '2024-01-01T00:00:00Z',
    Amount: '1',
    'Amount currency': 'BTC',
  }
  const { transactions, skipped } = readRows('bitstamp-v2', [row, row])
  expect(transactions[0]?.records).toMatchObject([{ kind: 'bitstamp-transaction', nativeId: '9' }])
  expect(skipped).toEqual([{ rows: [2], reason: 'duplicate_row' }])
})

test('a transfer between own accounts says them where others state a value, and rows end with a comma', () => {
  const text = `ID,Account,Type,Subtype,Datetime,Amount,Amount currency,Value,Value currency,Rate,Rate currency,Fee,Fee currency,Order ID
1,Main Account,Sub Account Transfer,,2022-02-10T14:30:00Z,0.5,BTC,Main Account -> Other,,,,,,,
2,Main Account,Deposit,,2022-02-11T14:30:00Z,5,XLM,,,,,,,,
3,Main Account,Deposit reverted,,2022-02-12T14:30:00Z,-5,XLM,,,,,,,,
`
  const read = readKnown(text)
  expect(lines(read)).toEqual(['incoming/received -> 5 XLM', 'outgoing/sent 5 XLM ->'])
  expect(read.errors).toEqual([])
  expect(read.skipped).toEqual([{ rows: [1], reason: 'internal_transfer' }])
})
