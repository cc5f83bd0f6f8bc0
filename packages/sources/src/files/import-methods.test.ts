import { expect, test } from 'vitest'
import { allSources, sourceBySlug } from '../catalogue/catalogue.ts'
import { EXPLORER_CHAINS } from '../catalogue/explorer-chains.ts'
import { exportSteps, filesReadOf, importMethods } from './import-methods.ts'
import { formats } from './registry.ts'

const read = allSources().filter(({ slug }) => filesReadOf(slug).length > 0)

test('methods come in the order OAuth, API, Wallet, CSV', () => {
  const coinbase = sourceBySlug('coinbase')
  expect(coinbase && importMethods(coinbase)).toEqual(['oauth', 'api', 'csv'])
})

test('a closed source offers files and addresses only', () => {
  for (const source of allSources().filter(({ status }) => status === 'closed'))
    expect(importMethods(source).filter((method) => method === 'oauth' || method === 'api')).toEqual([])
  expect(sourceBySlug('bittrex')?.api).toBe(true)
})

test('files are promised of the sources that a reader exists for, and of no other', () => {
  expect(filesReadOf('kraken')).toEqual(['Kraken ledgers', 'Kraken trades'])
  expect(filesReadOf('custom-csv')).toEqual(['Lotbook template'])
  for (const chain of EXPLORER_CHAINS)
    expect(filesReadOf(chain), chain).toContain('Etherscan family, transactions')
  expect(filesReadOf('bitcoin')).toEqual([])
  // Every reader is promised somewhere, but for the files of other tax products, which no source hands out.
  const promised = new Set(read.flatMap(({ slug }) => filesReadOf(slug)))
  const others = formats.filter(({ name }) => !promised.has(name))
  expect(others.map(({ name }) => name)).toContain('ZenLedger custom CSV')
  // Chia is a wallet that the catalogue does not list; its files are known by their header.
  const listed = others.filter(({ isGeneric, sourceSlug }) => isGeneric !== true && sourceSlug !== 'chia')
  expect(listed.map(({ name }) => name)).toEqual([])
})

test('R1.31 each source whose files can be read has steps of its own that say how to get them; no other has any', () => {
  const stepsOf = (source: (typeof read)[number]) => exportSteps(source).join(' ')
  for (const source of allSources())
    expect(exportSteps(source).length > 0, source.slug).toBe(filesReadOf(source.slug).length > 0)
  // Chains whose explorers nobody knows by name go by their own.
  expect(new Set(read.map(stepsOf)).size).toBe(read.length)
  expect(read.filter(({ help_specific, slug }) => !help_specific && !EXPLORER_CHAINS.includes(slug))).toEqual(
    [],
  )
})
