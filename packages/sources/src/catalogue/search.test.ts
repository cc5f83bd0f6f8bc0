import { describe, expect, test } from 'vitest'
import { allSources, isOffered } from './catalogue.ts'
import { inOrder, searchSources } from './search.ts'

const slugs = (q: string, order?: 'popular' | 'alphabetical') =>
  searchSources(q, order).map(({ slug }) => slug)

describe('the catalogue', () => {
  test('R3.1 R3.2 R3.4 every source has a name, a slug of its own and real booleans', () => {
    const all = allSources()
    expect(all.length).toBeGreaterThan(600)
    expect(new Set(all.map(({ slug }) => slug)).size).toBe(all.length)
    for (const source of all) {
      expect(source.name).not.toBe('')
      for (const key of ['api', 'csv', 'oauth', 'address', 'pass_phrase'] as const)
        expect(typeof source[key]).toBe('boolean')
    }
  })

  test('R5.65 inactive chains are not offered', () => {
    const inactive = allSources().filter((source) => source.tags.includes('inactive'))
    expect(inactive.map(({ slug }) => slug).toSorted()).toEqual([
      'bitcoin-gold',
      'cosmos',
      'irisnet',
      'kava',
      'osmosis',
    ])
    expect(inactive.filter(isOffered)).toEqual([])
    expect(searchSources('', 'popular', 1000).some(({ tags }) => tags.includes('inactive'))).toBe(false)
  })
})

describe('the search', () => {
  test('R9.12 finds at most nine sources and ends with the wallet address', () => {
    for (const q of ['', 'coin', 'b', 'zzzzqqqq']) {
      const found = slugs(q)
      expect(found.length).toBeLessThanOrEqual(10)
      expect(found.at(-1)).toBe('wallet-address')
    }
    expect(slugs('coin').length).toBe(10)
    expect(slugs('zzzzqqqqxxxx')).toEqual(['wallet-address'])
  })

  test.each([
    ['coinbase', 'coinbase'],
    ['Krakn', 'kraken'],
    ['coinbsea', 'coinbase'],
    ['gmeini', 'gemini'],
    ['binanace us', 'binance-us'],
  ])('%s finds %s first', (q, slug) => {
    expect(slugs(q)[0]).toBe(slug)
  })

  test('R9.12 more than three slips are too many', () => {
    expect(slugs('koinpays')).not.toContain('coinbase')
  })

  test('sorts by rank or by name', () => {
    const byName = searchSources('', 'alphabetical')
      .slice(0, -1)
      .map(({ name }) => name.toLowerCase())
    expect(byName).toEqual(byName.toSorted())
    const ranks = searchSources('')
      .slice(0, -1)
      .map(({ rank }) => rank)
    expect(ranks).toEqual(ranks.toSorted((a, b) => a - b))
    expect(allSources().toSorted(inOrder('alphabetical'))[0]?.name).toBe('1inch')
  })
})
