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

test('what an exchange does not give is said, and what is said to come is fetched', () => {
  const sources = new Map(allSources().map((source) => [source.slug, source]))
  for (const { slug, lists } of CCXT_EXCHANGES) {
    const kinds = new Set<string>(lists.map(({ kind }) => kind))
    const comes = {
      Trades: kinds.has('trades'),
      Deposits: kinds.has('deposits') || kinds.has('movements'),
      Withdrawals: kinds.has('withdrawals') || kinds.has('movements'),
      Fees: true,
      Rewards: kinds.has('rewards'),
    }
    const { supported = [], unsupported = [] } = sources.get(slug)?.api_support ?? {}
    for (const [what, isFetched] of Object.entries(comes)) {
      expect(supported.includes(what), `${slug} ${what}`).toBe(isFetched)
      expect(unsupported.includes(what), `${slug} ${what}`).toBe(!isFetched)
    }
  }
})
