import { expect, test } from 'vitest'
import { allSources } from '../../catalogue/catalogue.ts'
import { PROVIDERS } from '../../connecting/providers.ts'
import { CCXT_EXCHANGES } from './exchange-table.ts'

test('each exchange is in the catalogue under its id, and every host that it is asked at is that of a provider', () => {
  const sources = new Map(allSources().map((source) => [source.slug, source]))
  for (const { slug, ccxtId, hosts, lists } of CCXT_EXCHANGES) {
    expect([sources.get(slug)?.ccxt_id, sources.get(slug)?.status], slug).toEqual([ccxtId, 'active'])
    for (const [host, provider] of Object.entries(hosts))
      expect(new URL(PROVIDERS[provider].base).hostname, slug).toBe(host)
    expect(
      lists.some(({ kind }) => kind === 'trades'),
      slug,
    ).toBe(true)
    // What is forgotten is said on the screen.
    const forgets = lists.some(({ daysBack }) => daysBack !== undefined)
    if (forgets) expect(sources.get(slug)?.api_history_limit, slug).not.toBeNull()
  }
})
