import { expect, test } from 'vitest'
import { shortAccount } from './short-account.ts'

test.each([
  ['ethereum: 0x4b1c290826C253BD854121346c370a9886d19f2e', 'Ethereum 0x4b1c…9f2e'],
  ['bitcoin-cash: qpm2qsznhks23z7629mms6s4cwef74vcwvy22gdx6a', 'Bitcoin Cash qpm2qs…dx6a'],
  ['bsc: 0x4b1c290826C253BD854121346c370a9886d19f2e', 'BSC 0x4b1c…9f2e'],
  ['bitcoin: xpub6Bos…a1b2', 'Bitcoin xpub6Bos…a1b2'],
  ['Kraken', 'Kraken'],
  ['Cold storage', 'Cold storage'],
  ['W'.repeat(60), 'W'.repeat(60)],
  ['My vault: the second', 'My vault: the second'],
  ['Ledger 0x4b1c290826C253BD854121346c370a9886d19f2e', 'Ledger 0x4b1c…9f2e'],
])('%s is called %s', (name, short) => {
  expect(shortAccount(name)).toBe(short)
})
