import { addressConnector, type AddressConnector, type Reading } from '@lotbook/sources'
import { expect, test } from 'vitest'
import { blockcypherProvider } from './blockcypher.ts'
import { dogechainProvider } from './dogechain.ts'
import { electrumProvider } from './electrum.ts'
import { esploraProvider } from './esplora.ts'
import { type ChainTransaction, hashOfNumber, outputHistory } from './output-chain.ts'
import { walkThrough, type WalkOptions } from './walk.ts'

const OWN = 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4'
const OTHER = '1BvBMSEYstWetqTFn5Au4m4GFg7xJaNVN2'
/** An address of the specification of CashAddr in both of its forms. */
const CASH = 'bitcoincash:qpm2qsznhks23z7629mms6s4cwef74vcwvy22gdx6a'
const CASH_AS_BEFORE = '1BpEi6DfDAUFd7GtittLSdBeYJvcoaVggu'

const hashes = ({ transactions }: Pick<Reading, 'transactions'>) =>
  transactions.map(({ txHash }) => txHash ?? '').toSorted()
const hashesOf = (all: readonly ChainTransaction[]) => all.map(({ txid }) => txid).toSorted()

test("the operator's Electrum server is asked before public ones, and they where it does not know", async () => {
  const access = { chain: 'bitcoin', address: OWN, isExtendedKey: false }
  const bitcoin = addressConnector('bitcoin') as AddressConnector
  const [known, other] = [outputHistory(OWN, 2, OTHER), outputHistory(OWN, 3, OTHER, 1_000)]
  const read = async (handlers: WalkOptions['handlers']) => {
    const { pages } = await walkThrough(bitcoin, access, { handlers })
    return hashes(bitcoin.read(pages, access))
  }
  const esplora = esploraProvider(other)
  expect(await read({ 'electrum-btc': electrumProvider({ transactions: known }), esplora })).toEqual(
    hashesOf(known),
  )
  const tooShort = electrumProvider({ transactions: known, most: 1 })
  expect(await read({ 'electrum-btc': tooShort, esplora })).toEqual(hashesOf(other))
})

test.each([
  [{ most: 3 }, /refuses the history of an address with so many transactions.*MAX_SEND/],
  [{ kind: 'electrs' as const }, /does not state transactions in full/],
])('what an Electrum server cannot do is said: %j', async (kind, message) => {
  const access = { chain: 'bitcoin-cash', address: CASH, isExtendedKey: false }
  const transactions = outputHistory(CASH_AS_BEFORE, 3, OTHER)
  const handlers = { 'electrum-bch': electrumProvider({ transactions, ...kind }) }
  await expect(
    walkThrough(addressConnector('bitcoin-cash') as AddressConnector, access, { handlers }),
  ).rejects.toThrow(message)
})

test.each([10, 20, 21])(
  'of %i transactions none is missed where one comes while they are listed',
  async (count) => {
    const access = { chain: 'dogecoin', address: OWN, isExtendedKey: false }
    const doge = addressConnector('dogecoin') as AddressConnector
    const transactions = outputHistory(OWN, count - 2, OTHER)
    const truth = hashesOf(transactions)
    const late = { ...(transactions[0] as ChainTransaction), txid: hashOfNumber(99_999), height: 900_000 }
    const { pages } = await walkThrough(doge, access, {
      handlers: { dogechain: dogechainProvider(transactions) },
      before: (calls) => void (calls === 5 && transactions.push(late)),
    })
    expect(hashes(doge.read(pages, access)).filter((hash) => hash !== late.txid)).toEqual(truth)
  },
)

test('an address that Dogechain.com does not know was never used; a server that knows no paths is none', async () => {
  const access = { chain: 'dogecoin', address: OWN, isExtendedKey: false }
  const doge = addressConnector('dogecoin') as AddressConnector
  const { pages } = await walkThrough(doge, access, { handlers: { dogechain: dogechainProvider([]) } })
  expect(pages).toEqual([])
  const gone = () => ({ status: 404, body: { status: 'fail', data: { error_message: 'not found' } } })
  await expect(walkThrough(doge, access, { handlers: { dogechain: gone } })).rejects.toThrow(/does not know/)
  const blockcypher = blockcypherProvider({ doge: outputHistory(OWN, 2, OTHER) })
  const other = await walkThrough(doge, access, { handlers: { dogechain: gone, blockcypher } })
  expect(hashes(doge.read(other.pages, access))).toHaveLength(4)
})

test('a walk that an earlier version broke off goes on at the server that it knew by number', async () => {
  const access = { chain: 'dogecoin', address: OWN, isExtendedKey: false }
  const doge = addressConnector('dogecoin') as AddressConnector
  const transactions = outputHistory(OWN, 8, OTHER)
  const walk = { since: null, end: 1, branch: 0, index: 0, used: false, gap: 0, left: 10 }
  const handlers = {
    dogechain: dogechainProvider([]),
    blockcypher: blockcypherProvider({ doge: transactions }, { pageSize: 3 }),
  }
  const last = String(transactions[4]?.height)
  const { pages } = await walkThrough(doge, access, { handlers, from: { ...walk, server: 0, last } })
  expect(hashes(doge.read(pages, access))).toEqual(transactions.slice(0, 4).map(({ txid }) => txid))
})
