import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { detectAddress, isAddressOf, litecoinWithThree } from './detect-address.ts'
import { checksumAddress, EVM_CHAINS } from './evm.ts'
import { countsAsExtendedKey } from './extended-keys.ts'
import { ADDRESS_FORMATS } from './formats.ts'

interface Vectors {
  formats: Record<
    string,
    {
      valid: { address: string; note: string; also_matches: string[] }[]
      invalid: { address: string; note: string; other_formats_matching: string[] }[]
    }
  >
  conversions: {
    ltc_m_to_3: { from: string; to: string }[]
    evm_lower_to_eip55: { lower: string; checksummed: string }[]
  }
}

const vectors = JSON.parse(
  readFileSync(new URL('../../fixtures/addresses/vectors.json', import.meta.url), 'utf8'),
) as Vectors

const ROWS: Readonly<Record<string, string>> = {
  ADA: 'R5.24',
  AION: 'R5.25',
  ALGO: 'R5.26',
  ARK: 'R5.27',
  BCH: 'R5.28',
  BNB: 'R5.29',
  BTC: 'R5.30',
  XPUB: 'R5.31',
  BTG: 'R5.32',
  DASH: 'R5.33',
  DCR: 'R5.34',
  DGB: 'R5.35',
  DOGE: 'R5.36',
  DOT: 'R5.37',
  EOS: 'R5.38',
  EVM: 'R5.39 R5.40',
  LTC: 'R5.41',
  NEO: 'R5.42',
  ONE: 'R5.43',
  ONT: 'R5.44',
  QTUM: 'R5.45',
  RDD: 'R5.46',
  SOL: 'R5.47',
  SYS: 'R5.48',
  TRX: 'R5.49',
  VERGE: 'R5.50',
  VTC: 'R5.51',
  WAVES: 'R5.52',
  XEM: 'R5.53',
  XLM: 'R5.54',
  XRP: 'R5.55',
  XTZ: 'R5.56',
  XVG: 'R5.57',
  ZEC: 'R5.58',
}

describe('the vectors', () => {
  test('name every format of the table', () => {
    expect(ADDRESS_FORMATS.map(({ format }) => format).toSorted()).toEqual(
      Object.keys(vectors.formats).toSorted(),
    )
  })

  test.each(
    Object.entries(vectors.formats).map(([format, v]) => [`${ROWS[format]} ${format}`, format, v] as const),
  )('%s: every valid address is accepted, every invalid one refused', (_, format, { valid, invalid }) => {
    expect(valid.filter(({ address }) => !isAddressOf(format, address))).toEqual([])
    expect(invalid.filter(({ address }) => isAddressOf(format, address))).toEqual([])
  })

  test('an address fits exactly the formats that the vectors say', () => {
    for (const [format, { valid }] of Object.entries(vectors.formats)) {
      for (const { address, also_matches } of valid) {
        const found = ADDRESS_FORMATS.filter(({ fits }) => fits(address)).map((f) => f.format)
        const said = new Set([format, ...also_matches])
        // The vectors leave out EOS names and the second name of Verge in places.
        expect(found.filter((f) => !said.has(f) && f !== 'EOS')).toEqual([])
        expect([...said].filter((f) => !found.includes(f))).toEqual([])
      }
    }
  })
})

test('R5.59 a slip of one letter in an address with a checksum is refused', () => {
  const address = 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4'
  for (let i = 4; i < address.length; i++) {
    const slipped = `${address.slice(0, i)}${address[i] === 'q' ? 'p' : 'q'}${address.slice(i + 1)}`
    expect(detectAddress(slipped).outcome).toBe('unknown')
  }
})

test('R5.60 an EVM address is one of nine chains, in this order', () => {
  expect(detectAddress('0x5f5ed484a6276e9656f18eb2c31716b1976be2a0')).toEqual({
    outcome: 'address',
    fits: [
      {
        format: 'EVM',
        chains: [
          ...['ETH', 'AVAX', 'BSC', 'MATIC', 'ARB', 'BASE', 'ETC', 'OP', 'BLAST'],
          // Chains of our own stand behind those of the specification.
          ...EVM_CHAINS.slice(9),
        ],
        strength: 'checked',
        isExtendedKey: false,
      },
    ],
  })
})

test('R5.61 R5.62 more than 100 characters count as an extended key on four coins only', () => {
  const xpub = vectors.formats['XPUB']?.valid[0]?.address ?? ''
  for (const coin of ['btc', 'bch', 'ltc', 'dash']) expect(countsAsExtendedKey(coin, xpub)).toBe(true)
  for (const coin of ['ada', 'zec', 'doge', 'eth']) expect(countsAsExtendedKey(coin, xpub)).toBe(false)
  expect(countsAsExtendedKey('btc', '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa')).toBe(false)
})

test('R5.63 Litecoin M addresses become 3 addresses', () => {
  for (const { from, to } of vectors.conversions.ltc_m_to_3) expect(litecoinWithThree(from)).toBe(to)
  expect(litecoinWithThree('LaPc4Z8fQXFtJ2jfhon1VcrbBDamLU6cbE')).toBe('LaPc4Z8fQXFtJ2jfhon1VcrbBDamLU6cbE')
})

test('EIP-55 capitals', () => {
  for (const { lower, checksummed } of vectors.conversions.evm_lower_to_eip55)
    expect(checksumAddress(lower)).toBe(checksummed)
})

describe('secrets are refused and not repeated', () => {
  const xprv = vectors.formats['XPUB']?.invalid.find(({ note }) => note.includes('PRIVATE'))?.address ?? ''
  const seed = 'abandon abandon abandon abandon abandon abandon abandon abandon abandon abandon abandon about'
  test.each([
    ['an extended private key', xprv],
    ['a seed of the XRP ledger', 'spuJVjDQRwWQvfePwKYCxaGZdMQeH'],
    ['a private key of Bitcoin', '5HueCGU8rMjxEXxiPuD5BDku4MkFqeZyd4dZ1jvhTVqvbTLvyTJ'],
    ['a seed phrase', seed],
    [
      'a seed of Stellar',
      vectors.formats['XLM']?.invalid.find(({ address }) => address.startsWith('S'))?.address ?? '',
    ],
  ])('%s', (_, secret) => {
    const found = detectAddress(secret)
    expect(found.outcome).toBe('secret')
    expect(JSON.stringify(found)).not.toContain(secret.slice(0, 12))
  })
})

test('an EOS name is offered last and never taken by itself', () => {
  const found = detectAddress('genialwombat')
  expect(found).toMatchObject({ outcome: 'address', fits: [{ format: 'EOS', strength: 'offer' }] })
})
