import { expect, test } from 'vitest'
import { lines, readKnown } from '../testing/read-text.ts'

const HEADER = 'Signature,Block Time,Human Time,Action,From,To,Amount,Flow,Value,Decimals,Token Address'
const ME = '7v91N7iZ9mNicL8WfG6cgSCKyRXydQjLh6UYBWwm6y1Q'
const TIP = '96gYZGLnJYVFmbjzopPSU6QiEV5fGqZNyN9nmNhvrZU5'
const SOL = 'So11111111111111111111111111111111111111112'
const USDC = 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v'
const BONK = 'DezXAZ8z7PnrnRJjz3wXBoRgixCa6xjnB7YaB1pPB263'

const row = (from: string, to: string, amount: string, places: number, mint: string) =>
  `sig1,1735455666,2024-12-29T07:01:06.000Z,TRANSFER,${from},${to},${amount},${from === ME ? 'out' : 'in'},,${places},${mint}`
const read = (...rows: readonly string[]) => lines(readKnown([HEADER, ...rows].join('\n')))

test('a tip beside a swap is its fee, beside a payment the fee of that, and alone a fee', () => {
  const tip = row(ME, TIP, '10000', 9, SOL)
  expect(read(row(ME, 'Pool', '100000000', 6, USDC), row('Pool', ME, '500000000', 5, BONK), tip)).toEqual([
    `trade 100 USDC -> 5000 ${BONK} fee 0.00001 SOL`,
  ])
  expect(read(row(ME, 'Friend', '2000000000', 9, SOL), tip)).toEqual([
    'outgoing/sent 2 SOL -> fee 0.00001 SOL',
  ])
  expect(read(tip)).toEqual(['outgoing/fee 0.00001 SOL ->'])
})
