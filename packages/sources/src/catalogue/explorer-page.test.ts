import { expect, test } from 'vitest'
import { explorerPage } from './explorer-page.ts'

test('an address has a page where its chain has an explorer, and cannot lead anywhere else', () => {
  expect(explorerPage('ethereum', '0xab')).toBe('https://etherscan.io/address/0xab')
  expect(explorerPage('bitcoin', '../x?y#z')).toBe('https://mempool.space/address/..%2Fx%3Fy%23z')
  expect(explorerPage('monero', '4A')).toBeNull()
  expect(explorerPage('constructor', '4A')).toBeNull()
})
