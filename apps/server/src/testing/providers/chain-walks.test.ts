import { type AddressAccess, addressConnector, type AddressConnector, type Reading } from '@lotbook/sources'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { blockbookProvider } from './blockbook.ts'
import { blockcypherProvider } from './blockcypher.ts'
import { dogechainProvider } from './dogechain.ts'
import { electrumProvider } from './electrum.ts'
import { emptyExplorer, explorerProvider, type ExplorerRow } from './explorer.ts'
import { esploraProvider } from './esplora.ts'
import { insightProvider } from './insight.ts'
import { type ChainTransaction, hashOfNumber, outputHistory } from './output-chain.ts'
import type { ProviderCall, ProviderReply } from './serve.ts'
import { type SolanaTransaction, solanaProvider } from './solana.ts'
import { type CallFate, walkThrough, type WalkOptions } from './walk.ts'
import { type XrpPayment, xrplProvider } from './xrpl.ts'

const OWN = 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4'
const OTHER = '1BvBMSEYstWetqTFn5Au4m4GFg7xJaNVN2'
/** The key of BIP 84's example, and addresses that it stands for: two for receiving and one for change. */
const KEY =
  'zpub6rFR7y4Q2AijBEqTUquhVz398htDFrtymD9xYYfG1m4wAcvPhXNfE3EfH1r1ADqtfSdVCToUG868RvUUkgDKf31mGDtKsAYz2oz2AGutZYs'
const XPUB =
  'xpub6BosfCnifzxcFwrSzQiqu2DBVTshkCXacvNsWGYJVVhhawA7d4R5WSWGFNbi8Aw6ZRc1brxMyWMzG3DSSSSoekkudhUd9yLb6qx39T9nMdj'
const OF_KEY = [
  'bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu',
  'bc1qnjg0jd8228aq7egyzacy8cys3knf9xvrerkf9g',
  'bc1q8c6fshw2dlwun7ekn9qwf37cu2rn755upcp6el',
]

/** The account of BIP 84 for the words "abandon … about" on Litecoin, and its first address. */
const LITECOIN_KEY =
  'xpub6CjGURuDpczf6uNrCCwfhVizn5J3hsWcvZ2m6GAdmAjZnoWJPrx6TFPjGSftc2o5fvox6ubQjSXmjjaHZjwYMH7SGFpHHb9Jg24zBf66mbE'
const OF_LITECOIN_KEY = 'ltc1qjmxnz78nmc8nq77wuxh25n2es7rzm5c2rkk4wh'

/** The account of BIP 44 for the words "abandon … about" on Dogecoin, and its first address. */
const DOGECOIN_KEY =
  'xpub6Bxse8AT19u9HExKtP1EAudLi9CpLxPpxDvanL2fFtM7UFE2Q7TTWRg4bnMnmT4KcyN6GQkSgZmPWDtyUywSii3MDpMNfXSTuzH7gvZywLU'
const OF_DOGECOIN_KEY = ['DBus3bamQjgJULBJtYXpEzDWQRwF5iwxgC']

/** An address of the specification of CashAddr in both of its forms. */
const CASH = 'bitcoincash:qpm2qsznhks23z7629mms6s4cwef74vcwvy22gdx6a'
const CASH_AS_BEFORE = '1BpEi6DfDAUFd7GtittLSdBeYJvcoaVggu'

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
    // Blockbook does not answer.
    handlers: (transactions) => ({
      esplora: esploraProvider(transactions),
      'blockbook-btc': () => ({ status: 503, body: 'down' }),
    }),
    fates: ['well', 'busy', 'cut', shrunk],
    runs: 4,
  },
  'an extended key of Bitcoin by Blockbook': {
    chain: 'bitcoin',
    access: { address: XPUB, isExtendedKey: true },
    addresses: OF_KEY,
    handlers: (transactions) => ({
      'blockbook-btc': blockbookProvider({
        transactions,
        keys: {
          [`pkh(${XPUB})`]: [],
          [`sh(wpkh(${XPUB}))`]: OF_KEY.slice(0, 1),
          [`wpkh(${XPUB})`]: OF_KEY.slice(1),
          [`tr(${XPUB})`]: [],
        },
        pageSize: 7,
      }),
    }),
    fates: ['well', 'busy'],
    runs: 30,
  },
  'Decred by Insight': {
    chain: 'decred',
    access: { address: OWN, isExtendedKey: false },
    addresses: [OWN],
    handlers: (transactions) => ({ 'insight-dcr': insightProvider(transactions, 7) }),
    fates: ['well', 'busy', 'cut'],
    runs: 30,
  },
  'Litecoin by Blockbook': {
    chain: 'litecoin',
    access: { address: OWN, isExtendedKey: false },
    addresses: [OWN],
    handlers: (transactions) => ({ 'blockbook-ltc': blockbookProvider({ transactions, pageSize: 7 }) }),
    fates: ['well', 'busy', 'cut'],
    runs: 30,
  },
  'Bitcoin by its second server, while the first is silent': {
    chain: 'bitcoin',
    access: { address: OWN, isExtendedKey: false },
    addresses: [OWN],
    handlers: (transactions) => ({
      esplora: () => ({ status: 503, body: 'down' }),
      blockstream: esploraProvider(transactions),
    }),
    fates: ['well', 'busy', shrunk],
    runs: 10,
  },
  'an extended key of Litecoin by Esplora': {
    chain: 'litecoin',
    access: { address: LITECOIN_KEY, isExtendedKey: true },
    addresses: [OF_LITECOIN_KEY],
    handlers: (transactions) => ({ litecoinspace: esploraProvider(transactions) }),
    fates: ['well', 'busy', 'cut', shrunk],
    runs: 4,
  },
  'Dogecoin by BlockCypher, three transactions and one output at a time': {
    chain: 'dogecoin',
    access: { address: OWN, isExtendedKey: false },
    addresses: [OWN],
    handlers: (transactions) => ({
      blockcypher: blockcypherProvider({ doge: transactions }, { pageSize: 3, sides: 1 }),
    }),
    fates: ['well', 'busy', 'cut'],
    runs: 30,
  },
  'Dogecoin by Dogechain.com': {
    chain: 'dogecoin',
    access: { address: OWN, isExtendedKey: false },
    addresses: [OWN],
    handlers: (transactions) => ({ dogechain: dogechainProvider(transactions) }),
    fates: ['well', 'busy', 'cut'],
    runs: 15,
  },
  'an extended key of Dogecoin by Dogechain.com': {
    chain: 'dogecoin',
    access: { address: DOGECOIN_KEY, isExtendedKey: true },
    addresses: OF_DOGECOIN_KEY,
    handlers: (transactions) => ({ dogechain: dogechainProvider(transactions) }),
    fates: ['well', 'busy', 'cut'],
    runs: 3,
  },
  "Bitcoin by the operator's Electrum server": {
    chain: 'bitcoin',
    access: { address: OWN, isExtendedKey: false },
    addresses: [OWN],
    handlers: (transactions) => ({ 'electrum-btc': electrumProvider({ transactions }) }),
    fates: ['well', 'busy', 'cut'],
    runs: 15,
  },
  'an extended key of Bitcoin by Electrum': {
    chain: 'bitcoin',
    access: { address: KEY, isExtendedKey: true },
    addresses: OF_KEY,
    handlers: (transactions) => ({ 'electrum-btc': electrumProvider({ transactions, kind: 'fulcrum' }) }),
    fates: ['well', 'busy', 'cut'],
    runs: 3,
  },
  'Bitcoin Cash by Electrum, which has no public server': {
    chain: 'bitcoin-cash',
    access: { address: CASH, isExtendedKey: false },
    addresses: [CASH_AS_BEFORE],
    handlers: (transactions) => ({ 'electrum-bch': electrumProvider({ transactions }) }),
    fates: ['well', 'busy', 'cut'],
    runs: 10,
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

test('a page of BlockCypher that ends within a block goes on in it', async () => {
  const access = { chain: 'dogecoin', address: OWN, isExtendedKey: false }
  const doge = addressConnector('dogecoin') as AddressConnector
  const transactions = [900, 900, 800, 800, 700, 600].map((height, n) => ({
    txid: hashOfNumber(n + 1),
    height,
    time: 1_700_000_000 + height,
    inputs: [{ address: OTHER, units: 101 }],
    outputs: [{ address: OWN, units: 100 }],
  }))
  const handlers = { blockcypher: blockcypherProvider({ doge: transactions }, { pageSize: 3 }) }
  const { pages } = await walkThrough(doge, access, { handlers })
  expect(hashes(doge.read(pages, access))).toEqual(transactions.map(({ txid }) => txid))
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

describe('an explorer of the Etherscan kind', () => {
  const me = '0x52908400098527886e0f7030069857d2e4169ee7'
  const other = '0x8617e340b3d01fa5f11f306f4090fd50e238070d'
  const access = { chain: 'arbitrum', address: me, isExtendedKey: false }
  const connector = addressConnector('arbitrum') as AddressConnector
  const row = (n: number, block: number): ExplorerRow => ({
    hash: `0x${n.toString(16).padStart(64, '0')}`,
    blockNumber: String(block),
    timeStamp: String(1_700_000_000 + block),
    from: other,
    to: me,
    value: '1000000000000000000',
    contractAddress: '',
    isError: '0',
    gasUsed: '21000',
    gasPrice: '1',
    traceId: '0',
  })
  const amounts = (read: Reading) => read.transactions.length

  /** Less than was asked for, but never less than the last block that it reaches. */
  const cutShort = (reply: ProviderReply): ProviderReply => {
    const body = reply.body as { result?: ExplorerRow[] }
    if (!Array.isArray(body.result) || body.result.length < 2) return reply
    const half = body.result.slice(0, Math.ceil(body.result.length / 2))
    const isOneBlock = half.at(-1)?.['blockNumber'] === body.result[0]?.['blockNumber']
    return isOneBlock ? reply : { ...reply, body: { ...body, result: half } }
  }

  test('every row comes once, however many stand in one block and whatever goes wrong', async () => {
    const fate = fc.constantFrom<CallFate>('well', 'well', 'busy', 'cut', cutShort)
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.integer({ min: 1, max: 1_300 }), { minLength: 1, maxLength: 6 }),
        fc.array(fate, { maxLength: 20 }),
        async (sizes, fates) => {
          const chain = emptyExplorer()
          for (const [block, size] of sizes.entries())
            for (let n = 0; n < size; n += 1)
              chain.txlistinternal.push(row(block * 10_000 + n, 100 + block * 3))
          const handlers = { 'blockscout-arb': explorerProvider(chain) }
          const first = await walkThrough(connector, access, { handlers, fates })
          expect(amounts(connector.read(first.pages, access))).toBe(chain.txlistinternal.length)
          chain.txlistinternal.push(row(999_999, 5_000))
          const { pages, position: from } = first
          const next = await walkThrough(connector, access, {
            handlers,
            pages,
            from,
            now: Date.UTC(2026, 0, 2),
          })
          expect(amounts(connector.read(next.pages, access))).toBe(chain.txlistinternal.length)
        },
      ),
      { numRuns: 15 },
    )
  })

  test('what was not traced yet is noted, and read again from there once it is', async () => {
    const chain = {
      ...emptyExplorer(),
      txlist: [row(1, 400_000)],
      txlistinternal: [row(2, 100), row(3, 200)],
    }
    chain.untracedFrom = 150
    const handlers = { 'blockscout-arb': explorerProvider(chain) }
    const first = await walkThrough(connector, access, { handlers })
    const before = connector.read(first.pages, access)
    expect(before.notes).toMatchObject([{ code: 'history_incomplete' }])
    expect(amounts(before)).toBe(2)
    delete chain.untracedFrom
    const now = Date.UTC(2026, 0, 2)
    const { pages, position: from } = first
    const next = await walkThrough(connector, access, { handlers, pages, from, now })
    const after = connector.read(next.pages, access)
    expect(after.notes).toEqual([])
    expect(amounts(after)).toBe(3)
    expect(next.position).toEqual({ until: now })
  })

  test('blocks that are not traced because they are new are no gap: the next walk reads them', async () => {
    const chain = { ...emptyExplorer(), txlist: [row(1, 100)], txlistinternal: [row(2, 100)] }
    chain.untracedFrom = 101
    const handlers = { 'blockscout-arb': explorerProvider(chain) }
    const { pages, position } = await walkThrough(connector, access, { handlers })
    expect(connector.read(pages, access).notes).toEqual([])
    expect(position).not.toHaveProperty('unfinished')
  })

  test('who does not answer is not asked for the rest of the walk', async () => {
    const chain = { ...emptyExplorer(), txlist: [row(1, 100)] }
    const handlers = {
      blockscout: () => ({ status: 404, body: 'moved' }),
      routescan: explorerProvider(undefined, { chainOf: (id) => (id === '8453' ? chain : undefined) }),
    }
    const base = addressConnector('base') as AddressConnector
    const { pages } = await walkThrough(base, { ...access, chain: 'base' }, { handlers })
    expect(amounts(base.read(pages, { ...access, chain: 'base' }))).toBe(1)
  })

  describe('what validators paid', () => {
    const ethereum = addressConnector('ethereum') as AddressConnector
    const of = { ...access, chain: 'ethereum' }
    const paid = (n: number) => ({
      address: me,
      index: 13_000_000 + n,
      validator: 117_823,
      gwei: String(20_000_000 + n),
      block: 17_034_877 + Math.floor(n / 3),
      time: 1_681_338_599 + n * 12,
    })
    const chainOf = (count: number) => ({
      ...emptyExplorer(),
      txlist: [row(1, 100)],
      withdrawals: Array.from({ length: count }, (_, n) => paid(n)),
    })
    const rewards = (read: Reading) =>
      read.transactions.filter(({ subType }) => subType === 'staking_reward').length

    test.each([
      [
        'Blockscout',
        130,
        (chain: ReturnType<typeof chainOf>) => ({ 'blockscout-eth': explorerProvider(chain) }),
      ],
      [
        'Etherscan',
        2_345,
        (chain: ReturnType<typeof chainOf>) => ({
          etherscan: explorerProvider(undefined, { chainOf: () => chain }),
        }),
      ],
    ] as const)('%s lists it, and every payment comes once', async (_, count, handlersOf) => {
      const chain = chainOf(count)
      const handlers = handlersOf(chain)
      const isOpen = (provider: string) => provider in handlers
      const fates: CallFate[] = [
        'well',
        'busy',
        'well',
        'cut',
        'well',
        'well',
        'well',
        'cut',
        'busy',
        'well',
        'cut',
      ]
      const first = await walkThrough(ethereum, of, { handlers, fates, isOpen })
      expect(rewards(ethereum.read(first.pages, of))).toBe(count)
      chain.withdrawals.push(paid(count), paid(count + 1))
      const now = Date.UTC(2026, 0, 2)
      const { pages, position: from, calls } = first
      const next = await walkThrough(ethereum, of, { handlers, pages, from, now, isOpen })
      const read = ethereum.read(next.pages, of)
      expect([rewards(read), read.notes, read.errors]).toEqual([count + 2, [], []])
      expect(next.calls).toBeLessThan(calls)
    })

    test('a walk of before it was asked for is read from the first block on, once', async () => {
      const chain = chainOf(60)
      const handlers = { 'blockscout-eth': explorerProvider(chain) }
      const from = { until: Date.UTC(2025, 11, 1) }
      const { pages, position } = await walkThrough(ethereum, of, { handlers, from })
      expect(rewards(ethereum.read(pages, of))).toBe(60)
      expect(position).toEqual({ until: Date.UTC(2026, 0, 1), hasWithdrawals: true })
    })

    test('an explorer without such a list is no reason to fail, and is said', async () => {
      const whole = explorerProvider(chainOf(3))
      const handlers = {
        'blockscout-eth': (call: ProviderCall) => {
          if (call.path.startsWith('/api/v2/')) return { status: 404, body: { message: 'Not found' } }
          const isUnknown = /withdrawal/i.test(call.query.get('action') ?? '')
          return isUnknown ? { status: 400, body: { message: 'Unknown action', status: '0' } } : whole(call)
        },
      }
      const { pages } = await walkThrough(ethereum, of, { handlers })
      const read = ethereum.read(pages, of)
      expect([amounts(read), read.errors]).toEqual([1, []])
      expect(read.notes).toMatchObject([{ code: 'history_incomplete' }])
    })
  })

  test('the fee of layer one is asked for with each transaction that was sent', async () => {
    const sent = { ...row(1, 100), from: me, to: other }
    const chain = { ...emptyExplorer(), txlist: [sent, row(2, 101)], feeOfLayerOne: '0x64' }
    // Blockscout's address for all chains.
    const handlers = {
      blockscout: explorerProvider(undefined, { chainOf: (id) => (id === '10' ? chain : undefined) }),
    }
    const optimism = addressConnector('optimism') as AddressConnector
    const { pages } = await walkThrough(
      optimism,
      { ...access, chain: 'optimism' },
      { handlers, fates: ['well', 'well', 'cut'] },
    )
    const fees = optimism
      .read(pages, { ...access, chain: 'optimism' })
      .transactions.map(({ fee }) => fee?.amount)
    expect(fees).toEqual(['0.0000000000000211', undefined])
  })
})

test('a wallet of Solana: its own signatures, and those of token accounts that exist or were closed', async () => {
  const wallet = '7v91N7iZ9mNicL8WfG6cgSCKyRXydQjLh6UYBWwm6y1Q'
  const other = 'DYw8jCTfwHNRJhhmFcbXvVDTqWMEVFBX6ZKUmG5CNSKK'
  const access = { chain: 'solana', address: wallet, isExtendedKey: false }
  const solana = addressConnector('solana') as AddressConnector
  const usdc = 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v'
  const at = (slot: number) => ({ signature: `s${slot}`, slot, time: 1_700_000_000 + slot, fee: 5_000 })
  const coins = (slot: number): SolanaTransaction => ({
    ...at(slot),
    changes: [
      { account: other, before: 5_000, after: 0 },
      { account: wallet, before: 0, after: 10 },
    ],
  })
  const tokens = (
    slot: number,
    account: string,
    more: SolanaTransaction['changes'] = [],
  ): SolanaTransaction => ({
    ...at(slot),
    changes: [
      { account: other, before: 5_000, after: 0 },
      {
        account,
        before: 1,
        after: 1,
        token: { mint: usdc, owner: wallet, decimals: 6, before: '0', after: '7' },
      },
      ...more,
    ],
  })
  const fate = fc.constantFrom<CallFate>('well', 'well', 'busy', 'cut')
  await fc.assert(
    fc.asyncProperty(
      fc.nat(230),
      fc.nat(120),
      fc.array(fate, { maxLength: 40 }),
      async (sent, came, fates) => {
        const transactions = [
          ...Array.from({ length: sent }, (_, n) => coins(n + 1)),
          ...Array.from({ length: came }, (_, n) => tokens(1_000 + n, 'open')),
          tokens(2_000, 'closed'),
          // Only this one names the wallet, and with it the account that no longer exists.
          tokens(2_001, 'closed', [{ account: wallet, before: 0, after: 0 }]),
        ]
        const handlers = {
          solana: solanaProvider({ transactions, tokenAccounts: { [wallet]: { open: 1 } } }),
        }
        const first = await walkThrough(solana, access, { handlers, fates })
        const truth = transactions.map(({ signature }) => signature).toSorted()
        expect(hashes(solana.read(first.pages, access))).toEqual(truth)
        transactions.push({ ...coins(9_000), time: Date.UTC(2026, 0, 1) / 1000 })
        const { pages, position: from } = first
        const next = await walkThrough(solana, access, { handlers, pages, from, now: Date.UTC(2026, 0, 2) })
        expect(hashes(solana.read(next.pages, access))).toEqual([...truth, 's9000'].toSorted())
      },
    ),
    { numRuns: 12 },
  )
})

test('coins that a wallet of Solana stakes stay its own, and what they earn is income, epoch by epoch', async () => {
  const wallet = '7v91N7iZ9mNicL8WfG6cgSCKyRXydQjLh6UYBWwm6y1Q'
  const other = 'DYw8jCTfwHNRJhhmFcbXvVDTqWMEVFBX6ZKUmG5CNSKK'
  const access = { chain: 'solana', address: wallet, isExtendedKey: false }
  const solana = addressConnector('solana') as AddressConnector
  const at = (slot: number) => ({ signature: `s${slot}`, slot, time: 1_700_000_000 + slot, fee: 5_000 })
  const EPOCH = 432_000
  const transactions: SolanaTransaction[] = [
    {
      ...at(10 * EPOCH),
      changes: [
        { account: other, before: 100_000_000, after: 0 },
        { account: wallet, before: 0, after: 90_000_000 },
      ],
    },
    {
      ...at(10 * EPOCH + 9),
      changes: [
        { account: wallet, before: 90_000_000, after: 49_995_000 },
        { account: 'stake', before: 0, after: 40_000_000 },
      ],
      stake: [
        {
          type: 'initialize',
          info: { stakeAccount: 'stake', authorized: { staker: wallet, withdrawer: wallet } },
        },
      ],
    },
    // One whose right to withdraw went to a pool is the pool's.
    {
      ...at(12 * EPOCH),
      changes: [
        { account: wallet, before: 49_995_000, after: 39_990_000 },
        { account: 'pooled', before: 0, after: 10_000_000 },
      ],
      stake: [
        { type: 'initialize', info: { stakeAccount: 'pooled', authorized: { withdrawer: wallet } } },
        {
          type: 'authorize',
          info: { stakeAccount: 'pooled', authorityType: 'Withdrawer', newAuthority: other },
        },
      ],
    },
  ]
  const rewards: Record<number, Record<string, number>> = {
    11: {},
    12: { stake: 700, pooled: 9 },
    13: { stake: 300 },
  }
  const node = (epoch: number) => ({
    solana: solanaProvider({
      transactions,
      rewards,
      epoch,
      balances: { [wallet]: 39_990_000, stake: epoch === 14 ? 40_001_000 : 40_001_050 },
    }),
  })
  const fate = fc.constantFrom<CallFate>('well', 'well', 'busy', 'cut')
  await fc.assert(
    fc.asyncProperty(fc.array(fate, { maxLength: 40 }), async (fates) => {
      const first = await walkThrough(solana, access, { handlers: node(14), fates })
      const read = solana.read(first.pages, access)
      expect(read.errors).toEqual([])
      const told = read.transactions.map(
        ({ subType, from, to }) => `${subType} ${to?.amount ?? from?.amount}`,
      )
      expect(told).toEqual([
        'received 0.09',
        'fee 0.000005',
        'sent 0.01',
        'staking_reward 0.0000007',
        'staking_reward 0.0000003',
      ])
      // The node no longer has the epoch in which the account began.
      expect(read.notes).toMatchObject([{ code: 'history_incomplete' }])
      expect(read.balances).toMatchObject([{ quantity: '0.079991' }])
      rewards[14] = { stake: 50 }
      const { pages, position: from } = first
      const next = await walkThrough(solana, access, {
        handlers: node(15),
        pages,
        from,
        now: Date.UTC(2026, 0, 2),
      })
      const all = solana.read(next.pages, access)
      expect(all.transactions.at(-1)?.to?.amount).toBe('0.00000005')
      expect(all.transactions).toHaveLength(6)
    }),
    { numRuns: 12 },
  )
})

test('an account of the XRP Ledger', async () => {
  const address = 'r9cZA1mLK5R5Am25ArfXFmqgNwjZgnfk59'
  const access = { chain: 'xrp-ledger', address, isExtendedKey: false }
  const xrp = addressConnector('xrp-ledger') as AddressConnector
  const payment = (n: number): XrpPayment => ({
    hash: `H${n}`,
    ledger: 80_000_000 + n * 1_000,
    date: 700_000_000 + n * 4_000,
    before: n * 10,
    after: n * 10 + 10,
  })
  const fate = fc.constantFrom<CallFate>('well', 'well', 'busy', 'cut')
  await fc.assert(
    fc.asyncProperty(
      fc.nat(60),
      fc.integer({ min: 1, max: 20 }),
      fc.array(fate, { maxLength: 30 }),
      async (count, size, fates) => {
        const payments = Array.from({ length: count }, (_, n) => payment(n))
        const handlers = { xrpl: xrplProvider({ address, payments }, size) }
        const first = await walkThrough(xrp, access, { handlers, fates })
        const truth = payments.map(({ hash }) => hash)
        expect(hashes(xrp.read(first.pages, access))).toEqual(truth.toSorted())
        payments.push(payment(count))
        const { pages, position: from } = first
        const next = await walkThrough(xrp, access, { handlers, pages, from })
        const read = xrp.read(next.pages, access)
        expect(hashes(read)).toEqual([...truth, `H${count}`].toSorted())
        expect(read.balances).toMatchObject([{ quantity: String((count * 10 + 10) / 1_000_000) }])
      },
    ),
    { numRuns: 30 },
  )
})
