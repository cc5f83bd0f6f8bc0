import { expect, test } from 'vitest'
import { linesOf, readRows } from '../testing/read-rows.ts'

test.each([
  ['BTC_USDT', '0.2', 'trade 420 USDT -> 0.01 BTC fee 0.2 USDT'],
  ['MXUSDC', '0.1MX', 'trade 420 USDC -> 0.01 MX fee 0.1 MX'],
])('a trade on %s with a fee of %s', (Pairs, Fee, expected) => {
  const row = {
    Pairs,
    Time: '2024-01-01 00:00:00',
    Side: 'BUY',
    'Executed Amount': '0.01',
    Total: '420',
    Fee,
  }
  expect(linesOf('mexc-trades', [row])).toEqual([expected])
})

test('a deposit that is not credited, and the hash of one that is', () => {
  const row = { Time: '2024-01-01 00:00:00', Crypto: 'USDT', 'Deposit Amount': '5', TxID: 'aa:0' }
  expect(linesOf('mexc-deposits', [{ ...row, Status: 'Pending' }])).toEqual(['skip status_not_completed 1'])
  expect(
    readRows('mexc-deposits', [{ ...row, Status: 'Credited Successfully' }]).transactions[0]?.txHash,
  ).toBe('aa')
})
