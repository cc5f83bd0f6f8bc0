import { expect, test } from 'vitest'
import { allSources } from './catalogue.ts'
import { expectsForm1099Da } from './reporting-brokers.ts'

test('a Form 1099-DA is expected of exchanges only, from 2025 on', () => {
  const expected = allSources().filter(({ slug }) => expectsForm1099Da(slug, 2025))
  expect(expected.map(({ slug }) => slug)).toEqual(expect.arrayContaining(['coinbase', 'kraken', 'gemini']))
  expect(expected.filter(({ kind }) => kind !== 'exchange')).toEqual([])
  // Every name of the list is one of the catalogue.
  expect(expected).toHaveLength(34)
  expect(expectsForm1099Da('coinbase', 2024)).toBe(false)
  expect(expectsForm1099Da('metamask', 2025)).toBe(false)
})
