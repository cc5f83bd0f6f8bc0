import { expect, test } from 'vitest'
import { lines, readKnown } from '../testing/read-text.ts'

const TRADES = '"Type","Buy","Cur.","Sell","Cur.","Fee","Cur.","Exchange","Group","Comment"'
const read = (header: string, ...rows: string[]) => readKnown([header, ...rows].join('\n'), {}, 'ct.csv')

test('decimals after a comma are known between commas too, from the rest of the file', () => {
  const one = read(
    `${TRADES},"Date"`,
    '"Trade","1,5","ETH","3000,25","EUR","2,50","EUR","X","","","26.03.2024 14:30:00"',
    '"Deposit","1,500","ETH","","","","","X","","","27.03.2024 14:30:00"',
  )
  expect(lines(one)).toEqual(['buy 3000.25 EUR -> 1.5 ETH fee 2.50 EUR', 'incoming/received -> 1.500 ETH'])
  const two = read(
    `${TRADES},"Date"`,
    '"Trade","1.5","ETH","3,000.25","EUR","2.50","EUR","X","","","26.03.2024 14:30:00"',
    '"Deposit","1,500","ETH","","","","","X","","","27.03.2024 14:30:00"',
  )
  expect(lines(two)).toEqual(['buy 3000.25 EUR -> 1.5 ETH fee 2.50 EUR', 'incoming/received -> 1500 ETH'])
})

test('the values of both sides are read where they stand behind the date', () => {
  const { transactions, notes } = read(
    `${TRADES},"Date","Tx-ID","Buy Value in EUR","Sell Value in EUR"`,
    '"Trade","3","FLR","0.5","USDT","","","X","","","2024-03-26 14:30:00","0xab","0.48","0.47"',
    '"Spend","","","0.5","USDT","","","X","","","2024-03-26 15:30:00","","0","0.47"',
  )
  expect(transactions.map(({ value }) => value)).toEqual([
    { amount: '0.48', currency: 'EUR' },
    { amount: '0.47', currency: 'EUR' },
  ])
  expect(notes.map(({ code }) => code)).toEqual(['time_zone_assumed'])
})

test('the table with its ids, and the one with all columns', () => {
  const ids = read(
    `${TRADES},"Trade ID","Imported From","Add Date","Date"`,
    '"Staking","1.5","SOL","","","","","X","","","7","CSV","2024-04-01 10:00:00","2024-03-26 14:30:00"',
  )
  expect(ids.transactions[0]?.at).toBe(Date.UTC(2024, 2, 26, 14, 30))
  const full = read(
    'Type,Buy,Cur.,Value in BTC,Value in EUR,Sell,Cur.,Value in BTC,Value in EUR,Spread,Exchange,Group,Date',
    'Trade,1.5,ETH,0.09,3000,0.09,BTC,0.09,2990,0.3%,X,,26.03.2024 14:30',
    'Withdrawal,,,,,0.02,BTC,0.02,660,,X,,27.03.2024 14:30',
  )
  expect(lines(full)).toEqual(['trade 0.09 BTC -> 1.5 ETH', 'outgoing/sent 0.02 BTC ->'])
  expect(full.transactions.map(({ value }) => value?.amount)).toEqual(['3000', '660'])
})

const IMPORT =
  '"Type","Buy Amount","Buy Currency","Sell Amount","Sell Currency","Fee","Fee Currency","Exchange","Trade-Group",' +
  '"Comment","Date","Liquidity pool (optional)","Tx-ID (optional)","Buy Value in Account Currency (optional)",' +
  '"Sell Value in Account Currency (optional)"'

test.each([
  ['Provide Liquidity', '', '2', 'outgoing/sent 2 ETH -> (liquidity)'],
  ['Receive LP Token', '2', '', 'incoming/received -> 2 ETH (liquidity)'],
  ['Send Collateral', '', '2', 'outgoing/staking_lockup 2 ETH ->'],
  ['Receive Collateral', '2', '', 'incoming/staking_return -> 2 ETH'],
  ['Other Expense', '', '2', 'outgoing/purchase 2 ETH ->'],
  ['Minting (commercial)', '2', '', 'incoming/mined -> 2 ETH'],
])('%s in the template with its optional columns', (type, buy, sell, expected) => {
  const sides = [buy, buy && 'ETH', sell, sell && 'ETH'].map((cell) => `"${cell}"`).join(',')
  const one = read(IMPORT, `"${type}",${sides},"","","X","","","2024-02-01 12:00:00","","0xab","",""`)
  expect(lines(one)).toEqual([expected])
  expect(one.transactions[0]?.txHash).toBe('0xab')
  expect(one.notes).toEqual([])
})
