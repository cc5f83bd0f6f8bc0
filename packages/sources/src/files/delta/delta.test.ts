import { expect, test } from 'vitest'
import { lines, readKnown } from '../testing/read-text.ts'

const OLD =
  'Date,Type,Exchange,Base amount,Base currency,Quote amount,Quote currency,Fee,Fee currency,' +
  'Costs/Proceeds,Costs/Proceeds currency'
const AT = '2018-01-15 10:00:00 +00:00'
const read = (...rows: string[]) => {
  const text = [`${OLD},Sync Holdings,Sent/Received from,Sent to,Notes`, ...rows].join('\n')
  return readKnown(text, {}, 'delta.csv')
}

test.each([
  [`${AT},BUY,Binance,2,ETH,0.2,BTC,0.01,BNB,,,1,,,n`, 'trade 0.2 BTC -> 2 ETH fee 0.01 BNB'],
  [`${AT},SELL,Kraken,2,ETH,900,EUR,3,EUR,,,1,,,`, 'sell 2 ETH -> 900 EUR fee 3 EUR'],
  [`${AT},DEPOSIT,Kraken,2,ETH,,,,,,,1,MINING,,`, 'incoming/mined -> 2 ETH'],
  [`${AT},TRANSFER,,2,ETH,,,,,,,,KRAKEN,MY_WALLET,`, 'outgoing/sent 2 ETH ->'],
  [`${AT},STAKING,Kraken,2,DOT* (POLKADOT),,,,,,,1,,,`, 'incoming/staking_reward -> 2 DOT'],
])('the older layout: %s', (row, expected) => {
  const one = read(row)
  expect(one.notes).toEqual([])
  expect(lines(one)).toEqual([expected])
})

test('what a row of the older layout states as its cost is its value', () => {
  const [bought] = read(`${AT},BUY,ICO,50,ABC,1,ETH,,,1100,USD,0,,,`).transactions
  expect(bought).toMatchObject({ value: { amount: '1100', currency: 'USD' } })
})

test('the older layout without holdings is read', () => {
  const text = `${OLD},Sent/Received from,Sent to,Notes\n${AT},BUY,Binance,2,ETH,0.2,BTC,,,,,,,\n`
  expect(lines(readKnown(text, {}, 'delta.csv'))).toEqual(['trade 0.2 BTC -> 2 ETH'])
})
