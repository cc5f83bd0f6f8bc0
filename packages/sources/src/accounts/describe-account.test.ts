import { expect, test } from 'vitest'
import { accountOfFile, accountOfName } from './describe-account.ts'

test('a file belongs to its source, an explorer export to the address', () => {
  expect(accountOfFile({ sourceSlug: 'coinbase', exchange: 'Coinbase' })).toEqual({
    key: 'coinbase',
    slug: 'coinbase',
    name: 'Coinbase',
  })
  const address = '0xD8dA6BF26964aF9D7eEd9e03E53415D37aA96045'
  expect(
    accountOfFile({
      sourceSlug: 'evm-explorer',
      exchange: 'EVM wallet',
      account: { address, chain: 'base' },
    }),
  ).toMatchObject({ key: `base:${address.toLowerCase()}`, slug: 'base', chain: 'base', address })
})

test('a name that a row gives is a source in any spelling, else a wallet of its own', () => {
  expect(accountOfName('coinbase')).toMatchObject({ key: 'coinbase', name: 'Coinbase' })
  expect(accountOfName('KRAKEN ')).toMatchObject({ key: 'kraken' })
  expect(accountOfName('My cold wallet')).toEqual({
    key: 'custom-csv:mycoldwallet',
    slug: 'custom-csv',
    name: 'My cold wallet',
  })
})
