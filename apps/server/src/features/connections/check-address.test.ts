import { allSources } from '@lotbook/sources'
import { expect, test } from 'vitest'
import { isLookedAt } from './check-address.ts'

test('R5.64 the check for a smart contract runs on ten chains of the catalogue, and on no other', () => {
  const chains = allSources().filter(isLookedAt)
  expect(chains.map(({ slug }) => slug).toSorted()).toEqual([
    'arbitrum',
    'avalanche',
    'base',
    'bitcoin',
    'bsc',
    'ethereum',
    'fantom',
    'optimism',
    'polygon',
    'solana',
  ])
  expect(new Set(chains.map(({ default_coin }) => default_coin))).toEqual(
    new Set(['eth', 'btc', 'bsc', 'avax', 'sol', 'matic', 'ftm', 'arb', 'op', 'base']),
  )
})
