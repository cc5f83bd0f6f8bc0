import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { allSources } from '../../catalogue/catalogue.ts'
import { daysBackOf, limitedExchanges } from '../../catalogue/history-limits.ts'
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

/** The spans of time that a sentence names, in days: `Trades: 2 years` names 730. */
const spansIn = (text: string): number[] =>
  [...text.matchAll(/(\d+)[ -](day|month|year)s?/g)].map(
    ([, count, unit = '']) => Number(count) * ({ day: 1, month: 30, year: 365 }[unit] ?? 0),
  )

test('R9.35 how far back an exchange goes is held once: the walk asks that far, the guide and the warnings say it', () => {
  const sources = new Map(allSources().map((source) => [source.slug, source]))
  const walked = new Set<string>()
  for (const { slug, lists } of CCXT_EXCHANGES)
    for (const { kind, daysBack } of lists) {
      expect(daysBack, `${slug} ${kind}`).toBe(daysBackOf(slug, kind === 'trades' ? 'trades' : 'movements'))
      if (daysBack === undefined) continue
      walked.add(slug)
      const words = sources.get(slug)?.api_history_limit ?? ''
      expect(
        spansIn(words).some((days) => days - daysBack === 0 || days - daysBack === 1),
        words,
      ).toBe(true)
    }
  expect(walked.size).toBeGreaterThan(8)
  for (const slug of limitedExchanges) expect(sources.get(slug)?.api_history_limit, slug).toBeTruthy()
  // Nothing says it a second time: neither the data of the catalogue nor the table of exchanges has a limit of its own.
  const own = (file: string) => readFileSync(join(import.meta.dirname, file), 'utf8')
  expect(own('../../catalogue/catalogue.data.json')).not.toMatch(/"api_history_limit":"|limited to the past/)
  for (const table of ['exchange-table.ts', 'exchanges-by-market.ts'])
    expect(own(table)).not.toMatch(/daysBack: \d/)
  // The specification's own, of section 1.
  expect(
    ['bibox', 'huobi', 'kucoin', 'bigone'].map((slug) => [
      spansIn(sources.get(slug)?.api_history_limit ?? '')[0],
      sources.get(slug)?.warnings[0],
    ]),
  ).toEqual([
    [90, 'API history is limited to the past 3 months of trades.'],
    [120, 'API history is limited to the past 4 months.'],
    [365, 'API history is limited to the past 1 year.'],
    [90, 'API queries are limited to 90 days.'],
  ])
})

test('R9.35 chains whose addresses are looked at, and those that are inactive, are those of section 5, in the catalogue alone', () => {
  const tagged = (tag: string) =>
    allSources()
      .filter(({ tags, kind }) => kind === 'blockchain' && tags.includes(tag))
      .map(({ default_coin }) => default_coin ?? '')
  const ofSection5 = ['arb', 'avax', 'base', 'bsc', 'btc', 'eth', 'ftm', 'matic', 'op', 'sol']
  expect(tagged('smart-contract-check').toSorted()).toEqual(ofSection5)
  expect(tagged('inactive').toSorted()).toEqual(['atom', 'btg', 'iris', 'kava', 'osmo'])
})
