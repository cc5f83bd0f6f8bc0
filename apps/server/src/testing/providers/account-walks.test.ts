import { type AddressAccess, addressConnector, type AddressConnector, type Reading } from '@lotbook/sources'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type AccountHistory, hashOf, heldAfter, paymentsOf } from './account-history.ts'
import { algorandProvider } from './algorand.ts'
import { eosProvider } from './eos.ts'
import { koiosProvider } from './koios.ts'
import { neoProvider } from './neo.ts'
import { ontologyProvider } from './ontology.ts'
import { qtumProvider } from './qtum.ts'
import type { ProviderHandler } from './serve.ts'
import { stellarProvider } from './stellar.ts'
import { subscanProvider } from './subscan.ts'
import { trongridProvider } from './trongrid.ts'
import { tzktProvider } from './tzkt.ts'
import { wavesProvider } from './waves.ts'
import { type CallFate, walkThrough, type WalkOptions } from './walk.ts'

interface Walked {
  readonly access: Omit<AddressAccess, 'isExtendedKey'>
  readonly other: string
  readonly decimals: number
  readonly handlers: (account: AccountHistory, pageSize: number) => WalkOptions['handlers']
}

const ADA_ADDRESS =
  'addr1q8r2s2c09gy6wku7ar0dzd52hr78yddwuegv8fjpszr4j6ycs0n89hg3zvs7r6hs38sdmlh2r2wr798ke54rmwszr2cqvj98yk'

const KEY = 'KEYOFTHEOPERATOR1'
/** The key of the operator, which the way out adds to each request. */
const withKey =
  (handler: ProviderHandler): ProviderHandler =>
  (call) =>
    handler({ ...call, headers: { ...call.headers, 'x-api-key': KEY } })

const WALKS: readonly Walked[] = [
  {
    access: { chain: 'cardano', address: ADA_ADDRESS },
    other: 'addr1other',
    decimals: 6,
    handlers: (account, pageSize) => ({
      koios: koiosProvider(
        { ...account, stake: 'stake1uxvg8enjm5g3xg0patcgncxalm4p48plznmv623ahgpp4vqx8y9h6' },
        // More than are asked about at once.
        pageSize * 3,
      ),
    }),
  },
  {
    access: { chain: 'tezos', address: 'tz1W7VMnMMEWt4m3nScLQw6wLeyjXkiJSVKw' },
    other: 'tz1eHA7DyZe2qVghNuwbPVekyXYQv35KLtLd',
    decimals: 6,
    handlers: (account, pageSize) => ({ tzkt: tzktProvider(account, pageSize) }),
  },
  {
    access: { chain: 'algorand', address: 'R5CSAPRSV3SVVSMYKKL2SEWI455NZQYHKDEELGJVGM5LS5XAIWWVSZBR7M' },
    other: 'GJ3ANDOMVU3NLAEKMVNYDF2FZYUG6FQNGMLBX4DZQHPGGYPQVKBHTERHCA',
    decimals: 6,
    handlers: (account, pageSize) => ({ algorand: algorandProvider(account, pageSize) }),
  },
  {
    access: { chain: 'polkadot', address: '152UPCpB6Vv22CEfrvjgEZ5vt9AnshDYP5Ldw9GvkrTFqgAS' },
    other: '13GLKFFdbjiEhQhNJAkXCupp5jN2rbLrtCLbrnk5vL5RioYc',
    decimals: 10,
    handlers: (account, pageSize) => ({
      subscan: withKey(subscanProvider({ ...account, apiKey: KEY }, pageSize)),
      'subscan-hub': withKey(subscanProvider({ ...account, apiKey: KEY, payments: [] }, pageSize)),
    }),
  },
  {
    access: { chain: 'eos', address: 'lotbooktest1' },
    other: 'exchange',
    decimals: 4,
    handlers: (account, pageSize) => ({ eos: eosProvider(account, pageSize) }),
  },
  {
    access: { chain: 'waves', address: '3P68v2eCLei8KYcqbNiTA7CdYikP6MsUZyA' },
    other: '3PKDYd1PEoRpmtB8QRx9apTaSX6PuUqPb5b',
    decimals: 8,
    handlers: (account, pageSize) => ({ waves: wavesProvider(account, pageSize) }),
  },
  {
    access: { chain: 'neo', address: 'NUVaphUShQPD82yoXcbvFkedjHX6rUF7QQ' },
    other: 'NZwvGPNXprXj2KnKEFbpz3aG87bGECZThL',
    decimals: 8,
    handlers: (account) => ({ neo: neoProvider(account, 10) }),
  },
  {
    access: { chain: 'ontology', address: 'AVkqyHSSjy5wtedYaJ7RcNGfPboVR6hAfm' },
    other: 'AMp6AG3wfs1KX36U8vxQqQXxYyEUoziiH2',
    decimals: 9,
    handlers: (account, pageSize) => ({ ontology: ontologyProvider(account, pageSize) }),
  },
  {
    access: { chain: 'qtum', address: 'QTzyYCf9Sfc6DqwM4ydQ5N8E1obWvkm8AW' },
    other: 'QeZjXLEyqKgUNyoXcTCC2nxVx77cSnmpcy',
    decimals: 8,
    handlers: (account, pageSize) => ({ qtum: qtumProvider(account, pageSize) }),
  },
  {
    access: { chain: 'stellar', address: 'GALRQCGIUGTSF7CXHBJFCC2AS2FTRSKSKPSFICOTTLYHZ6EHVV4QFOD4' },
    other: 'GD7HFW277COHCGROUWTGSTMCL46OTPSCIPTGP6OO4SLOCUGBGG4HGCQV',
    decimals: 7,
    handlers: (account, pageSize) => ({ stellar: stellarProvider(account, pageSize) }),
  },
  {
    access: { chain: 'tron', address: 'TJRabPrwbZy45sbavfcjinPJC18kjpRTv8' },
    other: 'TLyqzVGLV1srkB7dToTAEqgDSfPtXRJZYH',
    decimals: 6,
    handlers: (account, pageSize) => ({
      trongrid: trongridProvider(
        {
          ...account,
          hex: {
            own: '415cbdd86a2fa8dc4bddd8a8f69dba48572eec07fb',
            other: '4178c842ee63b253f8f0d2955bbc582c661a078c9d',
          },
        },
        pageSize,
      ),
    }),
  },
]

const hashes = ({ transactions }: Pick<Reading, 'transactions'>) =>
  transactions.map(({ txHash }) => txHash ?? '').toSorted()

function unitsOf(amount: string | undefined, decimals: number): bigint {
  const [whole = '0', fraction = ''] = (amount ?? '0').split('.')
  return BigInt(whole + fraction.padEnd(decimals, '0'))
}

/** What came less what went, in smallest units. */
function heldBy({ transactions }: Pick<Reading, 'transactions'>, decimals: number): bigint {
  const units = (leg: { readonly amount: string } | null) => unitsOf(leg?.amount, decimals)
  return transactions.reduce((sum, { from, to, fee }) => sum + units(to) - units(from) - units(fee), 0n)
}

const NOW = Date.UTC(2026, 0, 1)

// The walk is broken off at every place, a payment is made while it goes on, and another before the next one.
test.each(WALKS.map((walked) => [walked.access.chain, walked] as const))(
  'a walk on %s fetches everything once, whatever goes wrong on its way',
  async (chain, { access: of, other, decimals, handlers }) => {
    const connector = addressConnector(chain) as AddressConnector
    const access = { ...of, isExtendedKey: false }
    const fate = fc.constantFrom<CallFate>('well', 'well', 'busy', 'cut')
    await fc.assert(
      fc.asyncProperty(
        fc.nat(40),
        fc.integer({ min: 1, max: 12 }),
        fc.array(fate, { maxLength: 30 }),
        fc.nat(8),
        async (count, pageSize, fates, grows) => {
          const early = paymentsOf(count)
          const [during, later] = paymentsOf(2, { from: count, start: NOW })
          const account = { address: of.address, other, payments: [...early] }
          const before = (calls: number) => {
            if (calls === grows && during !== undefined) account.payments.push(during)
          }
          const asked = handlers(account, pageSize)
          const first = await walkThrough(connector, access, { handlers: asked, fates, before, now: NOW })
          const read = connector.read(first.pages, access)
          expect(read.errors).toEqual([])
          expect(hashes(read)).toEqual(expect.arrayContaining(early.map(hashOf)))
          account.payments.splice(count, 1, ...[during, later].filter((one) => one !== undefined))
          const { pages, position: from } = first
          const now = Date.UTC(2026, 0, 2)
          const next = await walkThrough(connector, access, { handlers: asked, from, pages, now })
          const all = connector.read(next.pages, access)
          expect(hashes(all)).toEqual(account.payments.map(hashOf).toSorted())
          // What came and went is what is said to be held.
          expect(heldBy(all, decimals)).toBe(heldAfter(account))
          expect(unitsOf(all.balances[0]?.quantity, decimals)).toBe(heldAfter(account))
        },
      ),
      { numRuns: 25 },
    )
  },
)
