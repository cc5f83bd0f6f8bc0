import { expect, test } from 'vitest'
import { hasWordsOfSecret, isLikeAddress } from './is-like-address.ts'

test('an address or a secret is told apart from a name', () => {
  for (const text of [
    '0xde0B295669a9FD93d5F28D9Ec85E40f4cb697BAe',
    '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa',
    'abandon abandon abandon abandon abandon about',
  ])
    expect(isLikeAddress(text), text).toBe(true)
  for (const text of ['', 'kraken', 'Crypto.com Onchain Wallet', 'Blockchain.com Exchange', '0xde0B'])
    expect(isLikeAddress(text), text).toBe(false)
  expect(hasWordsOfSecret('0xde0B295669a9FD93d5F28D9Ec85E40f4cb697BAe')).toBe(false)
})
