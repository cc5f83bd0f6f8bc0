import { expect, test } from 'vitest'
import { type LogoIndex, logoUrl } from './logo-index.ts'

const index: LogoIndex = {
  version: '1a2b',
  sources: new Set(['kraken']),
  coins: new Set(['BTC', 'coin:ron']),
}

test('a logo is addressed under the version of the list, and only where the list has it', () => {
  expect(logoUrl(index, 'sources', 'kraken')).toBe('/logos/1a2b/sources/kraken.svg')
  expect(logoUrl(index, 'coins', 'coin:ron')).toBe('/logos/1a2b/coins/coin%3Aron.svg')
  expect(logoUrl(index, 'sources', 'BTC')).toBeUndefined()
  expect(logoUrl(index, 'coins', 'ethereum:0x1')).toBeUndefined()
  expect(logoUrl(undefined, 'coins', 'BTC')).toBeUndefined()
})
