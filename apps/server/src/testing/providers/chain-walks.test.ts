import { addressConnector, type AddressConnector, type Reading } from '@lotbook/sources'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { esploraProvider } from './esplora.ts'
import { type ChainTransaction, hashOfNumber, outputHistory } from './output-chain.ts'
import type { ProviderReply } from './serve.ts'
import { type CallFate, walkThrough } from './walk.ts'

const OWN = 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4'
const OTHER = '1BvBMSEYstWetqTFn5Au4m4GFg7xJaNVN2'

const bitcoin = addressConnector('bitcoin') as AddressConnector
const access = { chain: 'bitcoin', address: OWN, isExtendedKey: false }

const hashes = ({ transactions }: Pick<Reading, 'transactions'>) =>
  transactions.map(({ txHash }) => txHash ?? '').toSorted()

/** Less of a page than there is; the rest comes with the next. */
const shrunk = (reply: ProviderReply): ProviderReply =>
  Array.isArray(reply.body)
    ? { ...reply, body: reply.body.slice(0, Math.ceil(reply.body.length / 2)) }
    : reply

const fate = fc.constantFrom<CallFate>('well', 'well', 'busy', 'cut', shrunk)

describe('a walk fetches everything once, whatever goes wrong on its way', () => {
  test('Bitcoin by Esplora', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.nat(80),
        fc.array(fate, { maxLength: 30 }),
        fc.nat(6),
        async (payments, fates, grows) => {
          const chain: ChainTransaction[] = outputHistory(OWN, payments, OTHER)
          const truth = chain.map(({ txid }) => txid)
          // A block is found while the history is fetched: what is older comes all the same, and the next walk brings it.
          const late = {
            ...(chain[0] as ChainTransaction),
            txid: hashOfNumber(99_999),
            height: 900_000,
            time: Date.UTC(2026, 0, 1) / 1000,
          }
          const handlers = { esplora: esploraProvider(chain) }
          const before = (calls: number) => {
            if (calls === grows) chain.push(late)
          }
          const first = await walkThrough(bitcoin, access, { handlers, fates, before })
          expect(hashes(bitcoin.read(first.pages, access)).filter((hash) => hash !== late.txid)).toEqual(
            truth.toSorted(),
          )
          if (!chain.includes(late)) chain.push(late)
          const { pages, position: from } = first
          const next = await walkThrough(bitcoin, access, {
            handlers,
            from,
            pages,
            now: Date.UTC(2026, 0, 2),
          })
          expect(hashes(bitcoin.read(next.pages, access))).toEqual([...truth, late.txid].toSorted())
        },
      ),
      { numRuns: 60 },
    )
  })
})
