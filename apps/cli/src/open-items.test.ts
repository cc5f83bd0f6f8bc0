import fc from 'fast-check'
import { expect, test } from 'vitest'
import { openItemLines, type OpenItem } from './open-items.ts'

const one = (n: number, what: string, code = 'MISSING_BASIS') => ({
  code,
  words: 'it is open',
  about: { what, origin: `a.csv, line ${n}` },
})

test('the most frequent first, and of many assets how many there are', () => {
  const told = [
    ...Array.from({ length: 12 }, (_, n) => one(n, `T${String(n).padStart(2, '0')} in Kraken`)),
    ...[20, 21, 22, 23].map((n) => one(n, 'ETH in Kraken')),
    one(30, 'BTC in Kraken', 'UNRESOLVED_SENT'),
  ]
  const lines = openItemLines(told, false)
  expect(lines[0]).toBe('it is open (MISSING_BASIS):')
  expect(lines[1]).toBe('  4 times ETH in Kraken: a.csv, line 20; a.csv, line 21; a.csv, line 22 and 1 more')
  expect(lines[2]).toBe('  once T00 in Kraken: a.csv, line 0')
  expect(lines.slice(11)).toEqual([
    '  3 times in 3 more assets and accounts',
    'it is open (UNRESOLVED_SENT):',
    '  once BTC in Kraken: a.csv, line 30',
    'Each with its place: --all-warnings',
  ])
})

test('what is open of the history as a whole has no place', () => {
  const told: OpenItem[] = [{ code: 'SAFE_HARBOR_UNPLACED', words: 'it is open', about: null }]
  expect(openItemLines(told, false)).toEqual([
    'it is open (SAFE_HARBOR_UNPLACED):',
    '  the history as a whole',
  ])
  expect(openItemLines(told, true)).toEqual(['history: it is open (SAFE_HARBOR_UNPLACED)'])
})

test('nothing is told of nothing', () => {
  expect(openItemLines([], false)).toEqual([])
  expect(openItemLines([], true)).toEqual([])
})

test('however much there is, the counts of the short form add up and it stays short', () => {
  const told = fc.array(
    fc
      .tuple(fc.nat(500), fc.nat(40), fc.constantFrom('A', 'B'))
      .map(([n, asset, code]) => one(n, `${asset}`, code)),
    { maxLength: 300 },
  )
  fc.assert(
    fc.property(told, (things) => {
      const lines = openItemLines(things, false)
      const counts = lines.flatMap((line) => {
        const [, n] = /^ {2}(once|\d+ times) /.exec(line) ?? []
        return n === undefined ? [] : [n === 'once' ? 1 : Number.parseInt(n, 10)]
      })
      const distinct = new Set(things.map(({ code, about }) => `${code} ${about.what} ${about.origin}`))
      expect(counts.reduce((sum, n) => sum + n, 0)).toBe(distinct.size)
      expect(lines.length).toBeLessThanOrEqual(2 * 12 + 1)
    }),
  )
})
