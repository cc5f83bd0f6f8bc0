import { expect, test } from 'vitest'
import { assetAt, isRenamedAt, renamedAsset, tickersOfCoin } from './renames.ts'

const at = (text: string) => Date.parse(text)

test('E13 a ticker is the older coin before its reissue, and the newer one from that day on', () => {
  expect(assetAt('LUNA', at('2022-05-27T23:59:59Z'))).toBe('LUNC')
  expect(assetAt('LUNA', at('2022-05-28T00:00:00Z'))).toBe('LUNA')
  expect(assetAt('LUNC', at('2022-01-01T00:00:00Z'))).toBe('LUNC')
  expect(assetAt('BTC', at('2022-01-01T00:00:00Z'))).toBe('BTC')
})

test('E13 a coin that was renamed is one coin under each ticker, from the older to the newer only', () => {
  expect([renamedAsset('MATIC'), renamedAsset('POL'), renamedAsset('BTC')]).toEqual(['POL', 'POL', 'BTC'])
  expect(tickersOfCoin('MATIC')).toEqual(['POL', 'MATIC'])
  expect(tickersOfCoin('BTC')).toEqual(['BTC'])
  expect(isRenamedAt('MATIC', 'POL', at('2024-09-05T00:00:00Z'))).toBe(true)
  expect(isRenamedAt('MATIC', 'POL', at('2023-09-05T00:00:00Z'))).toBe(false)
  expect(isRenamedAt('POL', 'MATIC', at('2024-09-05T00:00:00Z'))).toBe(false)
})
