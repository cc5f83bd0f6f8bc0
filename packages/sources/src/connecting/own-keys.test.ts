import { expect, test } from 'vitest'
import { canBeAsked, explorersFor, paidExplorersFor } from '../connectors/providers-of.ts'
import { EXPLORERS, explorerOf, OwnKeyRefused, refuseOwnKey } from './own-keys.ts'
import { OPERATOR_KEYS, type ProviderName } from './providers.ts'

test('each provider that an explorer’s keys open takes a key', () => {
  for (const { providers } of Object.values(EXPLORERS))
    for (const provider of providers) expect(OPERATOR_KEYS, provider).toHaveProperty(provider)
})

test('a chain names the explorers that know it, in the order they are asked', () => {
  expect(explorersFor('ethereum')).toEqual(['etherscan', 'blockscout'])
  expect(explorersFor('base')).toEqual(['blockscout', 'etherscan'])
  expect(explorersFor('polkadot')).toEqual(['subscan'])
  expect(explorersFor('solana')).toEqual(['helius'])
  expect(explorersFor('bitcoin')).toEqual([])
  // Each chain that is named is one that the explorer knows.
  for (const [name, { paidChains }] of Object.entries(EXPLORERS))
    for (const slug of paidChains) expect(paidExplorersFor(slug), slug).toContain(name)
  expect(paidExplorersFor('ethereum')).toEqual([])
  const openTo =
    (...names: ProviderName[]) =>
    (name: ProviderName) =>
      names.includes(name)
  expect(canBeAsked('base', openTo('etherscan'))).toBe(true)
  expect(canBeAsked('base', openTo('subscan'))).toBe(false)
  // Both halves of it are needed.
  expect(canBeAsked('polkadot', openTo('subscan'))).toBe(false)
  expect(canBeAsked('polkadot', openTo('subscan', 'subscan-hub'))).toBe(true)
})

test('an answer refuses a key by its status or its own words, and where the key is the customer’s alone', () => {
  const answer = (result: unknown, status = 200) => ({
    status,
    text: JSON.stringify({ status: '0', message: 'NOTOK', result }),
  })
  const isRefused = (
    of: { status: number; text: string },
    provider: ProviderName = 'etherscan',
    isOwn = true,
  ) => {
    try {
      refuseOwnKey({ isOwn: () => isOwn }, provider, of)
      return false
    } catch (error) {
      expect(error).toBeInstanceOf(OwnKeyRefused)
      expect((error as OwnKeyRefused).explorer).toBe(explorerOf(provider))
      return true
    }
  }
  expect(isRefused(answer('Invalid API Key (#err2)|8'))).toBe(true)
  expect(isRefused(answer('Missing/Invalid API Key'))).toBe(true)
  expect(isRefused(answer('', 401), 'blockscout')).toBe(true)
  expect(isRefused({ status: 403, text: '{"error":"forbidden"}' }, 'subscan-hub')).toBe(true)
  expect(isRefused({ status: 401, text: '{"error":{"message":"invalid api key provided"}}' }, 'solana')).toBe(
    true,
  )
  // A page for people, who asks too often, a token that somebody called so, and another's key.
  expect(isRefused({ status: 403, text: '<!doctype html>' }, 'blockscout')).toBe(false)
  expect(isRefused(answer('Too many invalid api key attempts, please try again later'))).toBe(false)
  expect(isRefused(answer('Max calls per sec rate limit reached (3/sec)'))).toBe(false)
  expect(isRefused(answer([{ tokenName: 'Invalid API Key' }]))).toBe(false)
  expect(isRefused(answer('Invalid API Key'), 'etherscan', false)).toBe(false)
  expect(isRefused(answer('Invalid API Key'), 'routescan')).toBe(false)
})
