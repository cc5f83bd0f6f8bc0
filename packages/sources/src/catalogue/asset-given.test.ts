import { expect, test } from 'vitest'
import { assetGiven } from './asset-given.ts'

const CONTRACT = `0x${'aB'.repeat(20)}`
const SMALL = CONTRACT.toLowerCase()

test.each([
  ['btc', 'BTC'],
  ['USD', 'USD'],
  ['ron', 'RON'],
  ['1inch', '1INCH'],
  ['Coin:RON', 'coin:ron'],
  ['coin:btc', 'BTC'],
  [`ethereum:${CONTRACT}`, `ethereum:${SMALL}`],
  [`Base:${CONTRACT}`, `base:${SMALL}`],
  [`evm:${CONTRACT}`, `evm:${SMALL}`],
  [`eip155:1:${CONTRACT}`, `eip155:1:${SMALL}`],
  ['solana:EPjFWdd5AufqSSqeM2qN1x', 'solana:epjfwdd5aufqssqem2qn1x'],
  ['xrp-ledger:USD.rhub8VRN', 'xrp-ledger:usd.rhub8vrn'],
  [`nft:ethereum:${CONTRACT}:77`, `nft:ethereum:${SMALL}:77`],
  ['own:house', 'own:HOUSE'],
])('%s is %s', (text, asset) => {
  expect(assetGiven(text)).toBe(asset)
})

test.each([
  'coin:',
  'coin: ',
  'coin:a b',
  ':',
  ':BTC',
  'BTC:',
  'btc:usd',
  'foo:bar',
  'ethereum:',
  'ethereum:0xabc',
  'ethereum:usdc',
  `nowhere:${CONTRACT}`,
  'eip155:1:',
  'eip155:x:0xabc',
  'solana:',
  'solana:a b',
  'nft:ethereum:77',
  `nft:ethereum:${CONTRACT}:`,
  'own:',
  'own:a b',
])('%s names no asset', (text) => {
  expect(assetGiven(text)).toBeUndefined()
})
