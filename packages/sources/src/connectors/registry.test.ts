import { expect, test } from 'vitest'
import { allSources } from '../catalogue/catalogue.ts'
import { chainsIn, connectorFor, waysIn } from './registry.ts'

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
