import { expect, test } from 'vitest'
import { ADDRESS_FORMATS } from '../addresses/formats.ts'
import { allSources, isOffered } from '../catalogue/catalogue.ts'
import { whyWithoutSource } from '../chains/without-source.ts'
import { type Provider, type ProviderName, PROVIDERS } from '../connecting/providers.ts'
import { canBeAsked } from './providers-of.ts'
import { addressConnector, chainsIn, connectorFor, waysIn } from './registry.ts'

test('a way in shows where there is a connector, and a closed source has none', () => {
  for (const source of allSources()) {
    const ways = waysIn(source)
    if (source.status === 'closed') expect(ways, source.slug).toEqual([])
    for (const way of ways) {
      // A wallet is connected by the chains of its addresses.
      const slugs = way === 'wallet' ? chainsIn(source).map(({ slug }) => slug) : [source.slug]
      expect(slugs.length, source.slug).toBeGreaterThan(0)
      for (const slug of slugs) expect(connectorFor(slug, way)?.method, slug).toBe(way)
    }
  }
  const byKey = allSources().filter((source) => waysIn(source).includes('api'))
  expect(byKey.length).toBeGreaterThan(3)
  // A key is entered in a form of its own.
  for (const source of byKey) expect(source.api_form, source.slug).not.toBeNull()
})

const isOperators = (name: ProviderName) => {
  const provider: Provider = PROVIDERS[name]
  return provider.isOperators === true
}

test('every chain can be asked about, or says why it cannot', () => {
  const chains = allSources().filter(({ kind }) => kind === 'blockchain')
  for (const { slug } of chains) {
    const isOpen = canBeAsked(slug, (name) => !isOperators(name))
    expect(isOpen, slug).toBe(whyWithoutSource(slug) === undefined)
  }
  // One that can be added has a reason of its own.
  const without = chains.filter((chain) => isOffered(chain) && addressConnector(chain.slug) === undefined)
  for (const { slug } of without) expect(whyWithoutSource(slug), slug).not.toContain('yet')
})

test('the addresses of each chain that can be connected have a format', () => {
  const known = new Set(ADDRESS_FORMATS.flatMap(({ chains }) => chains))
  const connected = allSources().filter(
    ({ kind, slug }) => kind === 'blockchain' && addressConnector(slug) !== undefined,
  )
  expect(connected.length).toBeGreaterThan(20)
  const without = connected.filter(({ default_coin }) => !known.has((default_coin ?? '').toUpperCase()))
  expect(without.map(({ slug }) => slug)).toEqual([])
})
