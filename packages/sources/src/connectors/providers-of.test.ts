import { expect, test } from 'vitest'
import { allSources } from '../catalogue/catalogue.ts'
import { attributionsOf, providersOf } from './providers-of.ts'
import { connectorFor } from './registry.ts'

test('of every source with a connector it is known who is asked, and of no other', () => {
  for (const { slug } of allSources())
    for (const method of ['api', 'oauth', 'wallet'] as const)
      expect(providersOf(slug, method).length > 0, `${slug} by ${method}`).toBe(
        connectorFor(slug, method) !== undefined ||
          (method === 'oauth' && connectorFor(slug, 'api') !== undefined),
      )
})

test('words and a link stand where the history of a source is shown, if the terms of whoever is asked want them', () => {
  expect(attributionsOf('tezos', 'wallet')).toEqual([
    { words: 'Powered by TzKT API', url: 'https://tzkt.io' },
  ])
  expect(attributionsOf('stellar', 'wallet')).toEqual([])
})
