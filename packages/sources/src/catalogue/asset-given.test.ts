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
  ['Solana:EPjFWdd5AufqSSqeM2qN1x', 'solana:EPjFWdd5AufqSSqeM2qN1x'],
  ['tron:TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t', 'tron:TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t'],
  ['xrp-ledger:USD.rhub8VRN', 'xrp-ledger:USD.rhub8VRN'],
  [`eip155:999999/erc20:${CONTRACT}`, `eip155:999999:${SMALL}`],
  [`ethereum/erc20:${CONTRACT}`, `ethereum:${SMALL}`],
  ['cosmos:cosmoshub-4/ics20:ABCdef', 'cosmos:cosmoshub-4:abcdef'],
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
  'eip155:999999/erc20:0xabc',
  `nowhere/erc20:${CONTRACT}`,
  'solana:',
  'solana:a b',
  'nft:ethereum:77',
  `nft:ethereum:${CONTRACT}:`,
  'own:',
  'own:a b',
])('%s names no asset', (text) => {
  expect(assetGiven(text)).toBeUndefined()
})
