import { expect, test } from 'vitest'
import { addressesOf } from './address-series.ts'

const of = (address: string) => addressesOf({ chain: 'bitcoin', address, isExtendedKey: true })

/** The vectors of BIP 44, 49, 84 and 86 for the words "abandon … about". */
test('an extended key stands for the addresses that its wallet shows', () => {
  const segwit = of(
    'zpub6rFR7y4Q2AijBEqTUquhVz398htDFrtymD9xYYfG1m4wAcvPhXNfE3EfH1r1ADqtfSdVCToUG868RvUUkgDKf31mGDtKsAYz2oz2AGutZYs',
  )
  expect([segwit.branches, segwit.addressAt(0, 0), segwit.addressAt(0, 1), segwit.addressAt(1, 0)]).toEqual([
    2,
    'bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu',
    'bc1qnjg0jd8228aq7egyzacy8cys3knf9xvrerkf9g',
    'bc1q8c6fshw2dlwun7ekn9qwf37cu2rn755upcp6el',
  ])
  const nested = of(
    'ypub6Ww3ibxVfGzLrAH1PNcjyAWenMTbbAosGNB6VvmSEgytSER9azLDWCxoJwW7Ke7icmizBMXrzBx9979FfaHxHcrArf3zbeJJJUZPf663zsP',
  )
  expect([nested.branches, nested.addressAt(0, 0)]).toEqual([2, '37VucYSaXLCAsxYyAPfbSi9eh4iEcbShgf'])
  const legacy = of(
    'xpub6BosfCnifzxcFwrSzQiqu2DBVTshkCXacvNsWGYJVVhhawA7d4R5WSWGFNbi8Aw6ZRc1brxMyWMzG3DSSSSoekkudhUd9yLb6qx39T9nMdj',
  )
  expect([legacy.branches, legacy.addressAt(2, 0)]).toEqual([8, '1LqBGSKuX5yYUonjxT5qGfpUsXKYYWeabA'])
  const taproot = of(
    'xpub6BgBgsespWvERF3LHQu6CnqdvfEvtMcQjYrcRzx53QJjSxarj2afYWcLteoGVky7D3UKDP9QyrLprQ3VCECoY49yfdDEHGCtMMj92pReUsQ',
  )
  expect(taproot.addressAt(6, 0)).toBe('bc1p5cyxnuxmeuwuvkwfem96lqzszd02n6xdcjrs20cac6yqjjwudpxqkedrcr')
})

test('an address is itself alone, in the letters that it is answered in', () => {
  const series = addressesOf({
    chain: 'bitcoin',
    address: 'BC1QW508D6QEJXTDG4Y5R3ZARVARY0C5XW7KV8F3T4',
    isExtendedKey: false,
  })
  expect([series.addressAt(0, 0), series.addressAt(0, 1)]).toEqual([
    'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4',
    undefined,
  ])
})
