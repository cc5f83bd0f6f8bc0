import { type AddressLine, connectionMessages, type ImportHistory, type Source } from '@lotbook/contract'
import { afterAll, afterEach, expect, test } from 'vitest'
import { customerWith } from '../../testing/customer-journal.ts'
import { esploraProvider } from '../../testing/providers/esplora.ts'
import { outputHistory } from '../../testing/providers/output-chain.ts'
import { serveProviders } from '../../testing/providers/serve.ts'
import { testServer } from '../../testing/test-server.ts'

const OWN = 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4'
const OTHER = '1BvBMSEYstWetqTFn5Au4m4GFg7xJaNVN2'
const XPUB =
  'xpub6CUGRUonZSQ4TWtTMmzXdrXDtypWKiKrhko4egpiMZbpiaQL2jkwSB1icqYh2cfDfVxdx4df189oLKnC5fSwqPfgyP3hooxujYzAu3fDVmz'
const SECRET = '5KJvsngHeMpm884wtkJNzQGaCErckhHJBGFsvd3VyK5qMZXj3hS'

const providers = await serveProviders({ esplora: esploraProvider(outputHistory(OWN, 2, OTHER)) })
const server = await testServer({ env: { PROVIDERS_URL: providers.url } })
afterAll(() => providers.close())
afterEach(() => server.drainJobs())

async function customer() {
  const journal = await customerWith(server)
  const post = (path: string, body: unknown) => journal.customer.expect(200, 'POST', path, body)
  const find = async (...addresses: string[]) =>
    ((await post('/wallets/v1/bulk_imports/find_addresses', { addresses })) as { data: AddressLine[] }).data
  const importWallets = (wallets: unknown, more = {}) =>
    post('/wallets/v1/bulk_imports/import_wallets', { wallets, ...more })
  const histories = async () =>
    (await journal.get<{ data: ImportHistory[] }>('/imports/v2/import_histories')).data
  return { ...journal, find, importWallets, histories }
}

test('R3.27 lines are looked up in their order: chains that can be fetched, and those that are imported already', async () => {
  const { find, importWallets, histories } = await customer()
  const bitcoin = { slug: 'bitcoin', name: 'Bitcoin', default_coin: 'btc' }
  const [own, key, secret, word] = await find(OWN, XPUB, SECRET, 'my-cold-wallet')
  expect(own).toMatchObject({ outcome: 'address', chains: [{ ...bitcoin, is_imported: false }] })
  expect(key).toMatchObject({ outcome: 'address', is_extended_key: true })
  expect(secret).toMatchObject({ outcome: 'secret', chains: [] })
  expect(JSON.stringify(secret)).not.toContain('5KJv')
  expect(word).toMatchObject({ outcome: 'unknown', chains: [] })

  expect(
    await importWallets([
      { address: OWN, chains: ['bitcoin'] },
      { address: XPUB, chains: ['bitcoin'] },
    ]),
  ).toMatchObject({ status: 'success', code: null, message: connectionMessages.walletImport.bulkQueued })
  const imported = (await find(OWN, XPUB, OTHER)).map(({ chains }) =>
    chains.filter(({ is_imported }) => is_imported).map(({ slug }) => slug),
  )
  expect(imported).toEqual([['bitcoin'], ['bitcoin'], []])
  const names = (await histories()).map(({ file_name }) => file_name)
  expect(new Set(names)).toEqual(new Set([`bitcoin: ${OWN}`, 'bitcoin: xpub6CUG…DVmz']))
  // Another customer sees nothing of it.
  const another = await customer()
  expect((await another.find(OWN))[0]?.chains).toMatchObject([{ is_imported: false }])
})

test('R7.93 chains that are not known are left out, and the answer says so', async () => {
  const { importWallets, histories } = await customer()
  const wallets = [{ address: OTHER, chains: ['bitcoin', 'no-such-chain'] }]
  const answer = await importWallets(wallets, { exchange: 'exodus', xpub: false })
  expect(answer).toMatchObject({
    status: 'partial_success',
    code: 'INVALID_EXCHANGE',
    message: connectionMessages.walletImport.invalidExchange,
    first_import: true,
  })
  expect(await histories()).toHaveLength(1)
})

test('a wallet has the chains that can be fetched, that of its coin first; a chain has itself', async () => {
  const { get } = await customerWith(server)
  const of = async (slug: string) => (await get<{ data: Source }>(`/imports/v1/exchanges/${slug}`)).data
  expect(await of('bitcoin')).toMatchObject({ address: true, chains: [{ slug: 'bitcoin' }] })
  const wallet = await of('exodus')
  expect(wallet.address).toBe(true)
  expect(wallet.chains[0]?.slug).toBe('bitcoin')
  expect(await of('monero')).toMatchObject({ address: false, chains: [] })
  expect(await of('kraken')).toMatchObject({ address: false, chains: [] })
})
