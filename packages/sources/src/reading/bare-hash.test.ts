import { expect, test } from 'vitest'
import { bareHash } from './bare-hash.ts'

test.each([
  ['0xabc/3', '0xabc'],
  ['f0ae4202/12', 'f0ae4202'],
  ['aa01:0', 'aa01'],
  ['aa01@tron', 'aa01'],
  ['0xabc', '0xabc'],
  // A hash in Base64 may hold a slash.
  ['b7/x2Kf0=', 'b7/x2Kf0='],
  ['Off-chain transfer 12', ''],
  ['', ''],
])('%s is %s', (text, hash) => {
  expect(bareHash(text)).toBe(hash)
})
