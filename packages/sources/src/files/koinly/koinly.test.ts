import { expect, test } from 'vitest'
import { lines, readKnown } from '../testing/read-text.ts'

const HEADER =
  'Date,Type,Tag,Sending Wallet,Sent Amount,Sent Currency,Sent Cost Basis,Receiving Wallet,Received Amount,' +
  'Received Currency,Received Cost Basis,Fee Amount,Fee Currency,Gain (EUR),Net Value (EUR),Fee Value (EUR),' +
  'TxSrc,TxDest,TxHash,Description'
const AT = '2025-03-10 08:00:00 UTC'
const read = (...rows: string[]) =>
  readKnown(['Transaction report 2025', '', HEADER, ...rows].join('\n'), {}, 'koinly.csv')

test.each([
  [`${AT},exchange,Liquidity in,A,2,SOL,,A,9,LP,,,,,,,,,,`, 'trade 2 SOL -> 9 LP (liquidity)'],
  [`${AT},crypto_deposit,Realized P&L,,,,,A,2,USDC,,,,,,,,,,`, 'incoming/margin_gain -> 2 USDC'],
  [`${AT},crypto_withdrawal,Realized P&L,A,2,USDC,,,,,,,,,,,,,,`, 'outgoing/margin_loss 2 USDC ->'],
  [`${AT},crypto_deposit,Margin loan,,,,,A,2,USDC,,,,,,,,,,`, 'incoming/loan_received -> 2 USDC'],
  [`${AT},crypto_withdrawal,Margin repayment,A,2,USDC,,,,,,,,,,,,,,`, 'outgoing/loan_repayment 2 USDC ->'],
  [`${AT},crypto_deposit,Remove from pool,,,,,A,2,SOL,,,,,,,,,,`, 'incoming/staking_return -> 2 SOL'],
  [`${AT},crypto_withdrawal,Tax,A,2,SOL,,,,,,,,,,,,,,`, 'outgoing/purchase 2 SOL ->'],
])('%s', (row, expected) => {
  expect(lines(read(row))).toEqual([expected])
})

test('decimals after a comma are known between commas too', () => {
  const { transactions } = read(`${AT},crypto_deposit,Reward,,,,,A,"5,25",SOL,"50,1",,,,"50,1",,,,,`)
  expect(transactions).toMatchObject([{ to: { amount: '5.25' }, value: { amount: '50.1', currency: 'EUR' } }])
})

test('what Koinly worked out is the value where nobody said another; the kind of a wallet is no part of its name', () => {
  const header =
    'ID (read-only),Date (UTC),Type,Tag,From Wallet (read-only),From Amount,From Currency,To Wallet (read-only),' +
    'To Amount,To Currency,Fee Amount,Fee Currency,Net Worth Amount,Net Worth Currency,Net Value (read-only),' +
    'Value Currency (read-only),Deleted,TxHash,Description'
  const row = (id: string, said: string) =>
    `${id},2024-01-11 04:36:39,deposit,reward,,0.0,,Main;eth,2.5,ETH;12,0.0,,${said},6000.0,USD;10,false,,`
  const { transactions } = readKnown(
    [header, row('A1', ','), row('A2', '5990.0,USD;10')].join('\n'),
    {},
    'koinly.csv',
  )
  expect(transactions.map(({ value }) => value?.amount)).toEqual(['6000.0', '5990.0'])
  expect(transactions[0]).toMatchObject({ exchange: 'Main', to: { asset: 'ETH', amount: '2.5' } })
})

test('labels are called tags in newer templates', () => {
  const header =
    'Date,Sent Amount,Sent Currency,Received Amount,Received Currency,Fee Amount,Fee Currency,' +
    'Net Worth Amount,Net Worth Currency,Tag,Description,TxHash'
  const read = readKnown(`${header}\n${AT},,,2,SOL,,,,,cashback,,\n`, {}, 'koinly.csv')
  expect(lines(read)).toEqual(['incoming/rebate -> 2 SOL'])
})

test.each([
  ['5,SOL,mining,h', 'incoming/mined -> 5 SOL'],
  ['-5,SOL,cost,h', 'outgoing/fee 5 SOL ->'],
  ['-5,SOL,,h', 'outgoing/sent 5 SOL ->'],
  ['5,SOL,dust,h', 'incoming/received -> 5 SOL (unmapped_type:dust)'],
])('the simple template: %s', (row, expected) => {
  const read = readKnown(`Koinly Date,Amount,Currency,Label,TxHash\n${AT},${row}\n`, {}, 'koinly.csv')
  expect(lines(read)).toEqual([expected])
})

test.each([
  ['ETH-BTC,Sell,2,0.1,0.001,BTC,o,t', 'trade 2 ETH -> 0.1 BTC fee 0.001 BTC'],
  ['ETH-BTC,BUY,2,0.1,,,o,t', 'trade 0.1 BTC -> 2 ETH'],
])('the trades template: %s', (row, expected) => {
  const header = 'Koinly Date,Pair,Side,Amount,Total,Fee Amount,Fee Currency,Order ID,Trade ID'
  expect(lines(readKnown(`${header}\n${AT},${row}\n`, {}, 'koinly.csv'))).toEqual([expected])
})
