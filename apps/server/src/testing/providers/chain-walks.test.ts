import { type AddressAccess, addressConnector, type AddressConnector, type Reading } from '@lotbook/sources'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { blockbookProvider } from './blockbook.ts'
import { esploraProvider } from './esplora.ts'
import { type ChainTransaction, hashOfNumber, outputHistory } from './output-chain.ts'
import type { ProviderReply } from './serve.ts'
import { type CallFate, walkThrough, type WalkOptions } from './walk.ts'

const OWN = 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4'
const OTHER = '1BvBMSEYstWetqTFn5Au4m4GFg7xJaNVN2'
/** The key of BIP 84's example, and addresses that it stands for: two for receiving and one for change. */
const KEY =
  'zpub6rFR7y4Q2AijBEqTUquhVz398htDFrtymD9xYYfG1m4wAcvPhXNfE3EfH1r1ADqtfSdVCToUG868RvUUkgDKf31mGDtKsAYz2oz2AGutZYs'
const OF_KEY = [
  'bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu',
  'bc1qnjg0jd8228aq7egyzacy8cys3knf9xvrerkf9g',
  'bc1q8c6fshw2dlwun7ekn9qwf37cu2rn755upcp6el',
]

interface Walked {
  readonly chain: string
  readonly access: Omit<AddressAccess, 'chain'>
  readonly addresses: readonly string[]
  readonly handlers: (transactions: readonly ChainTransaction[]) => WalkOptions['handlers']
  readonly fates: readonly CallFate[]
  /** Histories that are tried; addresses of a key take their time to work out. */
  readonly runs: number
}

/** Less of a page than there is; the rest comes with the next. */
const shrunk = (reply: ProviderReply): ProviderReply =>
  Array.isArray(reply.body)
    ? { ...reply, body: reply.body.slice(0, Math.ceil(reply.body.length / 2)) }
    : reply

const WALKS: Readonly<Record<string, Walked>> = {
  'Bitcoin by Esplora': {
    chain: 'bitcoin',
    access: { address: OWN, isExtendedKey: false },
    addresses: [OWN],
    handlers: (transactions) => ({ esplora: esploraProvider(transactions) }),
    fates: ['well', 'busy', 'cut', shrunk],
    runs: 40,
  },
  'an extended key of Bitcoin by Esplora': {
    chain: 'bitcoin',
    access: { address: KEY, isExtendedKey: true },
    addresses: OF_KEY,
    handlers: (transactions) => ({ esplora: esploraProvider(transactions) }),
    fates: ['well', 'busy', 'cut', shrunk],
    runs: 4,
  },
  'Litecoin by Blockbook': {
    chain: 'litecoin',
    access: { address: OWN, isExtendedKey: false },
    addresses: [OWN],
    handlers: (transactions) => ({ 'blockbook-ltc': blockbookProvider({ transactions, pageSize: 7 }) }),
    fates: ['well', 'busy', 'cut'],
    runs: 30,
  },
  'an extended key of Dash by Blockbook': {
    chain: 'dash',
    access: { address: KEY, isExtendedKey: true },
    addresses: OF_KEY,
    handlers: (transactions) => ({
      'blockbook-dash': blockbookProvider({ transactions, keys: { [KEY]: OF_KEY }, pageSize: 10 }),
    }),
    fates: ['well', 'busy', 'cut'],
    runs: 30,
  },
}

const hashes = ({ transactions }: Pick<Reading, 'transactions'>) =>
  transactions.map(({ txHash }) => txHash ?? '').toSorted()

describe('a walk fetches everything once, whatever goes wrong on its way', () => {
  test.each(Object.entries(WALKS))(
    '%s',
    async (_, { chain, access: of, addresses, handlers: made, fates, runs }) => {
      const connector = addressConnector(chain) as AddressConnector
      const access = { chain, ...of }
      const fate = fc.constantFrom<CallFate>('well', ...fates)
      await fc.assert(
        fc.asyncProperty(
          fc.nat(60),
          fc.array(fate, { maxLength: 30 }),
          fc.nat(6),
          async (payments, given, grows) => {
            const transactions = addresses.flatMap((address, n) =>
              outputHistory(address, n === 0 ? payments : n, OTHER, 1 + n * 1_000),
            )
            const truth = transactions.map(({ txid }) => txid)
            // A block is found while the history is fetched: what is older comes all the same, and the next walk brings it.
            const late = {
              ...(transactions[0] as ChainTransaction),
              txid: hashOfNumber(99_999),
              height: 900_000,
              time: Date.UTC(2026, 0, 1) / 1000,
            }
            const handlers = made(transactions)
            const before = (calls: number) => {
              if (calls === grows) transactions.push(late)
            }
            const first = await walkThrough(connector, access, { handlers, fates: given, before })
            const read = connector.read(first.pages, access)
            expect(read.errors).toEqual([])
            expect(hashes(read).filter((hash) => hash !== late.txid)).toEqual(truth.toSorted())
            if (!transactions.includes(late)) transactions.push(late)
            const { pages, position: from } = first
            const next = await walkThrough(connector, access, {
              handlers,
              from,
              pages,
              now: Date.UTC(2026, 0, 2),
            })
            const all = connector.read(next.pages, access)
            expect(hashes(all)).toEqual([...truth, late.txid].toSorted())
            // What came and went is what is said to be held.
            expect(heldBy(all)).toBe(units(all.balances[0]?.quantity))
          },
        ),
        { numRuns: runs },
      )
    },
  )
})

/** A quantity of eight decimals in its smallest unit. */
function units(amount = '0'): bigint {
  const [whole = '0', fraction = ''] = amount.split('.')
  return BigInt(whole + fraction.padEnd(8, '0'))
}

function heldBy({ transactions }: Pick<Reading, 'transactions'>): bigint {
  return transactions.reduce(
    (sum, { from, to, fee }) => sum + units(to?.amount) - units(from?.amount) - units(fee?.amount),
    0n,
  )
}
