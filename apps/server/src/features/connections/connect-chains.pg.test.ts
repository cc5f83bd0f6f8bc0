import type { Connected } from '@lotbook/contract'
import { allSources, chainsIn, waysIn } from '@lotbook/sources'
import { afterAll, expect, test } from 'vitest'
import { withOps } from '../../platform/database.ts'
import { checkInvariants } from '../../platform/invariants.ts'
import { sql } from '../../platform/sql.ts'
import { customerWith } from '../../testing/customer-journal.ts'
import { blockbookProvider } from '../../testing/providers/blockbook.ts'
import { DEMONSTRATION_ADDRESSES, demonstrationChains } from '../../testing/providers/demonstration-chains.ts'
import { outputHistory } from '../../testing/providers/output-chain.ts'
import { serveProviders } from '../../testing/providers/serve.ts'
import { paymentsOf } from '../../testing/providers/account-history.ts'
import { subscanProvider } from '../../testing/providers/subscan.ts'
import { testServer } from '../../testing/test-server.ts'

const SUBSCAN_API_KEY = 'KEYOFTHEOPERATOR1'
const POLKADOT = '152UPCpB6Vv22CEfrvjgEZ5vt9AnshDYP5Ldw9GvkrTFqgAS'
/** The key of BIP 44's example, which does not say what kind of scripts it is of. */
const XPUB =
  'xpub6BosfCnifzxcFwrSzQiqu2DBVTshkCXacvNsWGYJVVhhawA7d4R5WSWGFNbi8Aw6ZRc1brxMyWMzG3DSSSSoekkudhUd9yLb6qx39T9nMdj'
const OF_KEY = '1LqBGSKuX5yYUonjxT5qGfpUsXKYYWeabA'
const OTHER = '1BvBMSEYstWetqTFn5Au4m4GFg7xJaNVN2'
const XRP = 'rN7n7otQDd6FczFgLdSqtcsAUxDkw6fzRH'

const network = (count: number) => ({
  address: POLKADOT,
  other: '13GLKFFdbjiEhQhNJAkXCupp5jN2rbLrtCLbrnk5vL5RioYc',
  payments: paymentsOf(count),
  apiKey: SUBSCAN_API_KEY,
})
const providers = await serveProviders({
  ...demonstrationChains,
  subscan: subscanProvider(network(6)),
  'subscan-hub': subscanProvider(network(0)),
  'blockbook-btc': blockbookProvider({
    transactions: outputHistory(OF_KEY, 5, OTHER),
    keys: {
      [`pkh(${XPUB})`]: [OF_KEY],
      [`sh(wpkh(${XPUB}))`]: [],
      [`wpkh(${XPUB})`]: [],
      [`tr(${XPUB})`]: [],
    },
  }),
})
afterAll(() => providers.close())
const server = await testServer({
  env: { PROVIDERS_URL: providers.url, SUBSCAN_API_KEY, HELIUS_API_KEY: SUBSCAN_API_KEY },
})
/** An installation whose operator set nothing: no key, and no server in place of a provider. */
const bare = await testServer({ env: { PROVIDERS_URL: '' } })

async function customer() {
  const journal = await customerWith(server)
  const connect = (coin: string, address: string) =>
    journal.customer.expect(200, 'POST', '/blockchain_query', { coin, address }) as Promise<
      Connected & { source_id: string }
    >
  return { ...journal, connect }
}

test('R1.3 an import of type blockchain by public address or extended key: each history comes whole, and what the chain says is held agrees', async () => {
  const journal = await customer()
  const addresses = { ...DEMONSTRATION_ADDRESSES, Polkadot: POLKADOT, Bitcoin: XPUB }
  const sources = new Map<string, string>()
  for (const [name, address] of Object.entries(addresses)) {
    const slug = allSources().find((source) => source.kind === 'blockchain' && source.name === name)?.slug
    sources.set(name, (await journal.connect(slug ?? name, address)).source_id)
  }
  await server.drainJobs()
  const counts = new Map<string, unknown>()
  for (const [name, id] of sources) {
    const source = await journal.source(id)
    expect(source, name).toMatchObject({ import_status: 'complete', status_code: null, error_count: 0 })
    counts.set(name, source.total)
  }
  // Six rewards of the stake beside fifteen payments; five payments and the first coins of the extended key, and its mined ones.
  expect(Object.fromEntries(counts)).toMatchObject({
    TRON: 16,
    Cardano: 21,
    EOS: 15,
    Polkadot: 6,
    Bitcoin: 7,
  })
  const stated = await withOps(server.db, (tx) =>
    tx.all<{ asset: string }>(
      sql`select asset_id as asset from reported_balances where asset_id like 'tron:%'`,
    ),
  )
  expect(stated).toEqual([{ asset: 'tron:TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t' }])
  const { accounts } = await journal.get<{ accounts: { proof: string }[] }>('/wallets/v1/assets/balances')
  expect(accounts.map(({ proof }) => proof)).toEqual(Object.keys(addresses).map(() => 'matches'))
  expect(await checkInvariants(server.db)).toEqual([])
})

test('a chain that nobody can be asked about says why, and that a file is the way', async () => {
  const refused = async (on: typeof server, coin: string, address: string) => {
    const { customer: one } = await customerWith(on)
    const answer = await one.request('POST', '/blockchain_query', { coin, address })
    return JSON.stringify(answer.body)
  }
  expect(
    await refused(server, 'aion', 'a0ef528a4f75cda9f188827938671a52a146989c798cba393e316165c0560eb2'),
  ).toContain('This chain was shut down, and nobody serves its history any more. Upload a file')
  expect(await refused(bare, 'dot', POLKADOT)).toContain(
    'This site has no key for Polkadot. Add your own free key from Subscan, or upload a file of the address.',
  )
  expect(await refused(bare, 'sol', 'So11111111111111111111111111111111111111112')).toContain(
    'This site has no key for Solana. Add your own free key from Helius, or upload a file of the address.',
  )
  expect(await refused(bare, 'xrp', XRP)).toContain(
    'The public servers of this chain are not for business use. Whoever runs this site can connect a server of their own. Upload a file',
  )
  expect(await refused(bare, 'xvg', 'DNvVCjFaic2aWV1zRMeJWxdi6HeVjFmX1S')).toContain(
    'The public explorer of this chain documents no way to list the transactions of an address. Whoever runs this site',
  )
})

test('a connection of an earlier day says why its chain is not asked any more', async () => {
  const journal = await customerWith(bare)
  const { source_id } = (await journal.customer.expect(200, 'POST', '/blockchain_query', {
    coin: 'xlm',
    address: 'GALRQCGIUGTSF7CXHBJFCC2AS2FTRSKSKPSFICOTTLYHZ6EHVV4QFOD4',
  })) as { source_id: string }
  await withOps(bare.db, (tx) =>
    tx.run(sql`update accounts set chain = 'xrp-ledger' where user_id = ${journal.userId}`),
  )
  await bare.drainJobs()
  expect(JSON.stringify(await journal.source(source_id))).toContain('are not for business use')
})

test('R1.33 each source that takes addresses has steps of its own on how its public address is found', async () => {
  const { customer: one } = await customerWith(server)
  const steps = new Map<string, string>()
  for (const source of allSources().filter((known) => waysIn(known).includes('wallet'))) {
    // More sources than one person may look at in a minute.
    if (steps.size % 50 === 49) server.clock.advance(120_000)
    const { data } = (await one.expect(200, 'GET', `/imports/v1/exchanges/${source.slug}`)) as {
      data: { address: boolean; chains: unknown[]; help: { address: string[] } }
    }
    expect(data.address, source.slug).toBe(true)
    expect(data.chains, source.slug).toHaveLength(chainsIn(source).length)
    expect(data.help.address.length, source.slug).toBeGreaterThan(1)
    expect(data.help.address.join(' '), source.slug).toMatch(/[Cc]opy/)
    // Its name alone makes no steps of its own.
    const text = data.help.address.join(' ').replaceAll(source.name, '')
    expect(steps.get(text), source.slug).toBeUndefined()
    steps.set(text, source.slug)
  }
  expect(steps.size).toBe(allSources().filter((known) => waysIn(known).includes('wallet')).length)
})
