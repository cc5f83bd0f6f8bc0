import type { Source } from '@lotbook/contract'
import { expect, test } from 'vitest'
import { chainOptions, firstChain, walletPayload } from './wallet-values.ts'

const bitcoin = {
  slug: 'bitcoin',
  name: 'Bitcoin',
  default_coin: 'btc',
  silent_since: null,
  explorers: [],
  paid_explorers: [],
  needs_own_key: false,
}
const cash = {
  slug: 'bitcoin-cash',
  name: 'Bitcoin Cash',
  default_coin: 'bch',
  silent_since: null,
  explorers: [],
  paid_explorers: [],
  needs_own_key: false,
}
const ethereum = {
  slug: 'ethereum',
  name: 'Ethereum',
  default_coin: 'eth',
  silent_since: null,
  explorers: [],
  paid_explorers: [],
  needs_own_key: false,
}
const chains = [bitcoin, cash, ethereum]
type Offered = Pick<Source, 'slug' | 'kind' | 'chains' | 'default_coin'>
const chain: Offered = { slug: 'bitcoin', kind: 'blockchain', default_coin: 'btc', chains: [bitcoin] }
const wallet: Offered = { slug: 'exodus', kind: 'wallet', default_coin: 'btc', chains }

test('R3.24 blockchain, address and name go out under the names of the call, without white space around them', () => {
  const values = { blockchain: 'ethereum', address: ' 0xabc ', walletName: ' Cold ' }
  expect(walletPayload(wallet, values)).toEqual({
    coin: 'ethereum',
    address: '0xabc',
    wallet: 'exodus',
    xpub: false,
    xpub_key: '',
    custom_wallet_name: 'Cold',
  })
  expect(walletPayload(chain, { ...values, blockchain: 'bitcoin' }).wallet).toBe('')
})

test('what is longer than an address goes out as an extended public key, on the chains that have them', () => {
  const long = `xpub${'6'.repeat(107)}`
  expect(walletPayload(chain, { blockchain: 'bitcoin', address: long, walletName: '' })).toMatchObject({
    address: '',
    xpub: true,
    xpub_key: long,
  })
  expect(walletPayload(wallet, { blockchain: 'ethereum', address: long, walletName: '' })).toMatchObject({
    address: long,
    xpub: false,
    xpub_key: '',
  })
})

test('a chain begins with itself, a wallet with the chain of its coin where that can be fetched', () => {
  expect(firstChain(chain)).toBe('bitcoin')
  expect(firstChain(wallet)).toBe('bitcoin')
  expect(firstChain({ ...wallet, default_coin: 'sol' })).toBe('')
  expect(firstChain({ ...wallet, slug: 'wallet-address' })).toBe('')
  expect(firstChain({ ...chain, chains: [] })).toBe('')
})

test('a chain is found by its name, a word of it or its coin', () => {
  const found = (typed: string) => chainOptions(chains, typed).map(({ value }) => value)
  expect(found('')).toEqual(['bitcoin', 'bitcoin-cash', 'ethereum'])
  expect(found('cash')).toEqual(['bitcoin-cash'])
  expect(found('ETH')).toEqual(['ethereum'])
  expect(found('btc')).toEqual(['bitcoin'])
  expect(found('doge')).toEqual([])
})
