import { expect, test } from 'vitest'
import { lines, readKnown } from '../testing/read-text.ts'

const side = (name: string, balance: string, between: string) =>
  `${name} Quantity,${name} Currency,${balance}${name} Cost Basis (USD),${between},${name} Comment`
const read = (header: string, ...rows: string[]) => readKnown([header, ...rows].join('\n'), {}, 'ct.csv')

test('a header with links is known, and three dots are an empty cell', () => {
  const header =
    `Date,Type,Transaction ID,${side('Received', '', 'Received Wallet,Received Address')},` +
    `${side('Sent', '', 'Sent Wallet,Sent Address')},Fee Amount,Fee Currency,Fee Cost Basis (USD),` +
    'Realized Return (USD),Fee Realized Return (USD),Transaction Hash,Block Explorer URL'
  const { transactions, notes } = read(
    header,
    '01/15/2024 10:11:12,RECEIVE,t1,2,ETH,5000,Main,...,,...,...,,...,,,,,,,,...,...',
  )
  expect(notes).toEqual([])
  expect(transactions).toMatchObject([{ to: { amount: '2', asset: 'ETH' }, txHash: null }])
})

test('the tables of 2020 and 2021 are read, with their tags', () => {
  const header =
    `Date,Type,Transaction ID,${side('Received', 'Received Currency Balance,', 'Received Wallet,Received Address,Received Tag')},` +
    `${side('Sent', 'Sent Currency Balance,', 'Sent Wallet,Sent Address,Sent Tag')},Fee Amount,Fee Currency,` +
    'Realized Return (USD),Disabled'
  const received = (tag: string, disabled = '') =>
    `08/27/2021 16:46:13,Receive,,2,ETH,2,5000,Main,,${tag},,,,,,,,,,,,,${disabled}`
  const one = read(
    header,
    '08/27/2021 16:46:13,Trade,,0.5,ETH,0.5,60,Main,,,,0.03,BTC,0,20,Main,,,,,,40,',
    received(''),
    received('Airdrop'),
    received('', 'True'),
    '08/27/2021 16:46:13,Send,,,,,,,,,,2,ETH,0,5000,Main,,Gift,,,,,',
  )
  expect(lines(one)).toEqual([
    'trade 0.03 BTC -> 0.5 ETH',
    'incoming/received -> 2 ETH',
    'incoming/airdrop -> 2 ETH',
    'outgoing/gift_sent 2 ETH ->',
  ])
  expect(one.skipped).toEqual([{ rows: [4], reason: 'ignored' }])
  const older =
    `Date,Type,${side('Received', 'Received Currency Balance,', 'Received Wallet Type,Received Wallet,Received Tag')},` +
    `${side('Sent', 'Sent Currency Balance,', 'Sent Wallet Type,Sent Wallet,Sent Tag')},Realized Return (USD),Disabled`
  const two = read(older, '08/27/2020 16:46,Receive,2,ETH,2,700,exchange,Main,Mined,,,,,,,,,,,')
  expect(lines(two)).toEqual(['incoming/mined -> 2 ETH'])
})

test.each([
  ['2,ETH,,,,,staking', 'incoming/staking_reward -> 2 ETH'],
  [',,2,ETH,,,stake', 'outgoing/staking_lockup 2 ETH ->'],
  ['2,STETH,2,ETH,,,stake', 'trade 2 ETH -> 2 STETH'],
  ['2,ETH,,,,,unstake', 'incoming/staking_return -> 2 ETH'],
  ['2,ETH,2,STETH,,,unstake', 'trade 2 STETH -> 2 ETH'],
  ['2,ETH,0.1,BTC,,,margin', 'trade 0.1 BTC -> 2 ETH (margin)'],
  ['2,USD,,,,,margin rebate', 'incoming/rebate -> 2 USD'],
  [',,2,ETH,,,interest expense', 'outgoing/interest_paid 2 ETH ->'],
  ['2,WETH,2,ETH,,,wrap', 'trade 2 ETH -> 2 WETH (unmapped_type:wrap)'],
])('the template with tags: %s', (row, expected) => {
  const header =
    'Date,Received Quantity,Received Currency,Sent Quantity,Sent Currency,Fee Amount,Fee Currency,Tag'
  expect(lines(read(header, `08/27/2023 16:46:13,${row}`))).toEqual([expected])
})

test('the type of a transaction is one of the same categories', () => {
  const header =
    `Date,Type,Transaction ID,${side('Received', '', 'Received Wallet,Received Address')},` +
    `${side('Sent', '', 'Sent Wallet,Sent Address')},Fee Amount,Fee Currency,Fee Cost Basis (USD),` +
    'Realized Return (USD),Fee Realized Return (USD),Transaction Hash'
  const one = read(header, '01/15/2024 10:11:12,PAYMENT,t1,2,ETH,5000,Main,,,,,,,,,,,,,,')
  expect(lines(one)).toEqual(['incoming/payment -> 2 ETH'])
})
