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

const DAYS: Readonly<Record<string, number>> = { day: 1, hour: 1 / 24, month: 30, year: 365 }

/** The spans of time that a sentence names, in days: `Trades: 2 years, 7-day windows` names 730 and 7. */
const spansIn = (text: string): number[] =>
  [...text.matchAll(/(\d+)[ -](day|hour|month|year)s?/g)].map(
    ([, count, unit = '']) => Number(count) * (DAYS[unit] ?? 0),
  )

test('R9.35 how far back an exchange goes is told on the screen as it is asked for, within what the walk itself takes', () => {
  const sources = new Map(allSources().map((source) => [source.slug, source]))
  const forgetful = CCXT_EXCHANGES.flatMap(({ slug, lists }) =>
    lists.flatMap(({ daysBack }) => (daysBack === undefined ? [] : [{ slug, daysBack }])),
  )
  expect(forgetful.length).toBeGreaterThan(5)
  for (const { slug, daysBack } of forgetful) {
    const told = sources.get(slug)?.api_history_limit ?? ''
    expect(
      spansIn(told).some((days) => days >= daysBack && days - daysBack <= 2),
      `${slug}: ${daysBack} days are asked for, ${told}`,
    ).toBe(true)
  }
  // The specification's own, of section 1.
  expect(
    ['bibox', 'huobi', 'kucoin', 'bigone'].map(
      (slug) => spansIn(sources.get(slug)?.api_history_limit ?? '')[0],
    ),
  ).toEqual([90, 120, 365, 90])
})
