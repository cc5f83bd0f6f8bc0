import { expect, test } from 'vitest'
import { litecoinWithThree } from '../../addresses/detect-address.ts'
import { addressesOf, type AddressStyle } from './address-series.ts'

const BITCOIN = { key: 0x00, script: 0x05, segwit: 'bc', hasTaproot: true }
const LITECOIN = { key: 0x30, script: 0x32, segwit: 'ltc' }

const of = (address: string, style: AddressStyle = BITCOIN) =>
  addressesOf({ chain: 'bitcoin', address, isExtendedKey: true }, style)

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

/** Accounts of the same words (BIP 44, 49, 84) on other coins, with the first address that wallets show for each. */
test.each([
  [
    'LTC, legacy',
    'xpub6BnJJjq783EdyBeQPA9P9ao9DTS3fUqyKG5NJDcrCiwwxEkesGoHN94LZRGE7rz1jgcvmmp8j55BNx573KFq1WBwKiemzkdfNKffKx6Mvku',
    LITECOIN,
    2,
    'LUWPbpM43E2p7ZSh8cyTBEkvpHmr3cB8Ez',
  ],
  [
    'LTC, nested',
    'xpub6BimUhwogkaPLu45SjGYfraR1vvNPuU8JJ6hgMxYsxriXmt9LSkfgssKAy9zxQyVepKnd4sHKoktDavq9TAePK9s7Z233qBHLVRnWzLxU2W',
    LITECOIN,
    4,
    'M7wtsL7wSHDBJVMWWhtQfTMSYYkyooAAXM',
  ],
  [
    'LTC, segwit',
    'xpub6CjGURuDpczf6uNrCCwfhVizn5J3hsWcvZ2m6GAdmAjZnoWJPrx6TFPjGSftc2o5fvox6ubQjSXmjjaHZjwYMH7SGFpHHb9Jg24zBf66mbE',
    LITECOIN,
    0,
    'ltc1qjmxnz78nmc8nq77wuxh25n2es7rzm5c2rkk4wh',
  ],
  [
    'DOGE',
    'xpub6Bxse8AT19u9HExKtP1EAudLi9CpLxPpxDvanL2fFtM7UFE2Q7TTWRg4bnMnmT4KcyN6GQkSgZmPWDtyUywSii3MDpMNfXSTuzH7gvZywLU',
    { key: 0x1e, script: 0x16 },
    0,
    'DBus3bamQjgJULBJtYXpEzDWQRwF5iwxgC',
  ],
  [
    'DASH',
    'xpub6CYEjsU6zPM3sADS2ubu2aZeGxCm3C5KabkCpo4rkNbXGAH9M7rRUJ4E5CKiyUddmRzrSCopPzisTBrXkfCD4o577XKM9mzyZtP1Xdbizyk',
    { key: 0x4c, script: 0x10 },
    0,
    'XoJA8qE3N2Y3jMLEtZ3vcN42qseZ8LvFf5',
  ],
])('an extended key of %s stands for the addresses of its coin', (_, key, style, branch, address) => {
  expect(of(key, style).addressAt(branch, 0)).toBe(address)
})

test('a script address is asked for under the version of its coin', () => {
  const written = 'M7wtsL7wSHDBJVMWWhtQfTMSYYkyooAAXM'
  const access = { chain: 'litecoin', address: litecoinWithThree(written), isExtendedKey: false }
  expect(access.address).toMatch(/^3/)
  expect(addressesOf(access, BITCOIN).addressAt(0, 0)).toBe(access.address)
  expect(addressesOf(access, LITECOIN).addressAt(0, 0)).toBe(written)
})

test('an address is itself alone, in the letters that it is answered in', () => {
  const series = addressesOf(
    { chain: 'bitcoin', address: 'BC1QW508D6QEJXTDG4Y5R3ZARVARY0C5XW7KV8F3T4', isExtendedKey: false },
    BITCOIN,
  )
  expect([series.addressAt(0, 0), series.addressAt(0, 1)]).toEqual([
    'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4',
    undefined,
  ])
})
