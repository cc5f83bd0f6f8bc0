import { expect, test } from 'vitest'
import { assetOfContract } from './contract-asset.ts'

const DAI = '0x6B175474E89094C44Da98b954EedeAC495271d0F'

test.each([
  [`eip155:1:${DAI}`, 'DAI'],
  [`ethereum:${DAI.toLowerCase()}`, 'DAI'],
  [DAI, 'DAI'],
  // The same contract on another chain is another token.
  [`eip155:56:${DAI.toLowerCase()}`, `bsc:${DAI.toLowerCase()}`],
  [`eip155:1:0x${'1'.repeat(40)}`, `ethereum:0x${'1'.repeat(40)}`],
  [`0x${'1'.repeat(40)}`, `0x${'1'.repeat(40)}`],
  ['DAI', 'DAI'],
  ['nft:ethereum:0xaa:1', 'nft:ethereum:0xaa:1'],
  ['own:THING', 'own:THING'],
])('%s is %s', (given, expected) => {
  expect(assetOfContract(given)).toBe(expected)
})
