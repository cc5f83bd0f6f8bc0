import { bytesToHex } from '@noble/hashes/utils.js'
import { expect, test } from 'vitest'
import { OUTPUT_CHAINS } from './output-chains.ts'
import { addressOfScript, scriptHashOf, scriptOf } from './output-scripts.ts'

function styleOf(slug: string) {
  const found = OUTPUT_CHAINS.find((chain) => chain.slug === slug)
  if (found === undefined) throw new Error(`no chain ${slug}`)
  return found.addresses
}

/** Vectors of BIP 173, BIP 350, of the specification of CashAddr, and the first coins of chains. */
test.each([
  ['bitcoin', '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa', '76a91462e907b15cbf27d5425399ebf6f0fb50ebb88f1888ac'],
  ['bitcoin', '3P14159f73E4gFr7JterCCQh9QjiTjiZrG', 'a914e9c3dd0c07aac76179ebc76a6c78d4d67c6c160a87'],
  ['bitcoin', 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4', '0014751e76e8199196d454941c45d1b3a323f1433bd6'],
  [
    'bitcoin',
    'bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqzk5jj0',
    '512079be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798',
  ],
])('on %s %s is paid by %s', (slug, address, script) => {
  const style = styleOf(slug)
  expect(bytesToHex(scriptOf(address, style) ?? new Uint8Array())).toBe(script)
  expect(addressOfScript(script, style)).toBe(address)
})

test('an address of Bitcoin Cash is the same one in each way that it is written', () => {
  const style = styleOf('bitcoin-cash')
  const scripts = [
    '1BpEi6DfDAUFd7GtittLSdBeYJvcoaVggu',
    'bitcoincash:qpm2qsznhks23z7629mms6s4cwef74vcwvy22gdx6a',
    'qpm2qsznhks23z7629mms6s4cwef74vcwvy22gdx6a',
    'BITCOINCASH:QPM2QSZNHKS23Z7629MMS6S4CWEF74VCWVY22GDX6A',
  ].map((address) => bytesToHex(scriptOf(address, style) ?? new Uint8Array()))
  expect(new Set(scripts)).toEqual(new Set(['76a91476a04053bda0a88bda5177b86a15c3b29f55987388ac']))
  const script = scriptOf('bitcoincash:ppm2qsznhks23z7629mms6s4cwef74vcwvn0h829pq', style)
  expect(bytesToHex(script ?? new Uint8Array())).toBe('a91476a04053bda0a88bda5177b86a15c3b29f55987387')
})

test('addresses of Zcash have a version of two bytes, and those of other chains and kinds no script', () => {
  const zcash = styleOf('zcash')
  const script = scriptOf('t1VpYecBW4UudbGcy4ufh61eWxQCoFaUrPs', zcash)
  expect(script).toHaveLength(25)
  expect(addressOfScript(bytesToHex(script ?? new Uint8Array()), zcash)).toBe(
    't1VpYecBW4UudbGcy4ufh61eWxQCoFaUrPs',
  )
  expect(scriptOf('1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa', zcash)).toBeUndefined()
  expect(scriptOf('1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNb', styleOf('bitcoin'))).toBeUndefined()
  expect(scriptOf('ltc1qw508d6qejxtdg4y5r3zarvary0c5xw7kgmn4n9', styleOf('bitcoin'))).toBeUndefined()
})

test('a script that pays to no address has none, and its history is kept under its hash in reverse', () => {
  const style = styleOf('bitcoin')
  for (const script of ['', '6a0568656c6c6f', '76a9146288ac', 'no hex', '2103', `41${'04'.repeat(65)}ac`])
    expect(addressOfScript(script, style), script).toBeUndefined()
  // The example of the protocol's documentation.
  const genesis = scriptOf('1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa', style)
  expect(scriptHashOf(genesis ?? new Uint8Array())).toBe(
    '8b01df4e368ea28f8dc0423bcf7a4923e3a12d307c875e47a0cfbf90b5c39161',
  )
})
