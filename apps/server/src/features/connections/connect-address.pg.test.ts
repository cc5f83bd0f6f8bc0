import type { Connected, ImportHistory } from '@lotbook/contract'
import { afterAll, afterEach, beforeEach, expect, test } from 'vitest'
import { checkInvariants } from '../../platform/invariants.ts'
import { withOps } from '../../platform/database.ts'
import { sql } from '../../platform/sql.ts'
import { customerWith } from '../../testing/customer-journal.ts'
import { esploraProvider } from '../../testing/providers/esplora.ts'
import { type ChainTransaction, hashOfNumber, outputHistory } from '../../testing/providers/output-chain.ts'
import { serveProviders } from '../../testing/providers/serve.ts'
import { testServer } from '../../testing/test-server.ts'

const ADDRESS = 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4'
const OTHER = '1BvBMSEYstWetqTFn5Au4m4GFg7xJaNVN2'

const bitcoin: ChainTransaction[] = []
const providers = await serveProviders({ esplora: esploraProvider(bitcoin) })
const server = await testServer({ env: { PROVIDERS_URL: providers.url } })
afterAll(() => providers.close())

afterEach(() => server.drainJobs())

beforeEach(() => {
  providers.mend()
  server.clock.advance(3_700_000)
  bitcoin.splice(0, bitcoin.length, ...outputHistory(ADDRESS, 30, OTHER))
})

async function customer() {
  const journal = await customerWith(server)
  const connect = (coin: string, address: string, more = {}) =>
    journal.customer.expect(200, 'POST', '/blockchain_query', { coin, address, ...more }) as Promise<
      Connected & { source_id: string }
    >
  const proofs = async () =>
    (await journal.get<{ accounts: { proof: string }[] }>('/wallets/v1/assets/balances')).accounts.map(
      ({ proof }) => proof,
    )
  const histories = async () =>
    (await journal.get<{ data: ImportHistory[] }>('/imports/v2/import_histories')).data
  return { ...journal, connect, proofs, histories }
}

const asked = () => providers.calls.length

test('an address brings its history: change is no income, and what the chain says is held agrees', async () => {
  const journal = await customer()
  const { source_id, ...answer } = await journal.connect('btc', ADDRESS, { custom_wallet_name: 'Savings' })
  expect(answer).toEqual({ status: 'success', first_import: true, may: [] })
  await server.drainJobs()
  const rows = await journal.rows()
  expect(Object.groupBy(rows, ({ type, sub_type }) => `${type}/${sub_type}`)).toMatchObject({
    'incoming/received': { length: 1 },
    'outgoing/sent': { length: 30 },
    'outgoing/fee': { length: 1 },
  })
  expect(rows).toHaveLength(32)
  expect(await journal.source(source_id)).toMatchObject({
    import_status: 'complete',
    status_code: null,
    total: 32,
    error_count: 0,
  })
  expect(await journal.proofs()).toEqual(['matches'])
  expect(
    (await journal.histories()).map(({ custom_name, account_name }) => custom_name ?? account_name),
  ).toEqual(['Savings'])
  expect(await checkInvariants(server.db)).toEqual([])
})

test('R7.46 an extended key is all of its addresses, and neither it nor they stand anywhere in the clear', async () => {
  const key =
    'zpub6rFR7y4Q2AijBEqTUquhVz398htDFrtymD9xYYfG1m4wAcvPhXNfE3EfH1r1ADqtfSdVCToUG868RvUUkgDKf31mGDtKsAYz2oz2AGutZYs'
  const [first, second, change] = [
    'bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu',
    'bc1qnjg0jd8228aq7egyzacy8cys3knf9xvrerkf9g',
    'bc1q8c6fshw2dlwun7ekn9qwf37cu2rn755upcp6el',
  ] as const
  const at = (n: number) => ({ txid: hashOfNumber(n), height: 800_000 + n, time: 1_690_000_000 + n * 600 })
  bitcoin.splice(
    0,
    bitcoin.length,
    { ...at(1), inputs: [{ address: OTHER, units: 9_000 }], outputs: [{ address: first, units: 8_000 }] },
    {
      ...at(2),
      inputs: [{ address: first, units: 8_000 }],
      outputs: [
        { address: OTHER, units: 3_000 },
        { address: change, units: 4_500 },
      ],
    },
    { ...at(3), inputs: [{ address: change, units: 4_500 }], outputs: [{ address: second, units: 4_300 }] },
  )
  const journal = await customer()
  const { source_id } = (await journal.customer.expect(200, 'POST', '/blockchain_query', {
    coin: 'btc',
    xpub: true,
    xpub_key: key,
    wallet: 'ledger',
    us_based: true,
    custom_wallet_name: 'Vault',
  })) as Connected & { source_id: string }
  await server.drainJobs()
  const rows = await journal.rows()
  expect(rows.map(({ type, sub_type }) => `${type}/${sub_type}`).toSorted()).toEqual([
    'incoming/received',
    'outgoing/fee',
    'outgoing/sent',
  ])
  expect(await journal.proofs()).toEqual(['matches'])
  expect(await journal.source(source_id)).toMatchObject({ import_status: 'complete', status_code: null })
  const kept = await withOps(server.db, async (tx) =>
    JSON.stringify([
      await tx.all(sql`select * from accounts where user_id = ${journal.userId}`),
      await tx.all(sql`select * from connections where user_id = ${journal.userId}`),
      await tx.all(sql`select stream, place from fetched_pages where user_id = ${journal.userId}`),
      await tx.all(sql`select * from records where user_id = ${journal.userId}`),
    ]),
  )
  expect(kept).toContain('Vault')
  expect(kept).toContain('0/0@')
  for (const text of [key, first, second, change]) expect(kept).not.toContain(text)
  const { us_based } = await withOps(server.db, (tx) =>
    tx.one<{ us_based: boolean }>(sql`select us_based from accounts where user_id = ${journal.userId}`),
  )
  expect(us_based).toBe(true)
})

test('the same address again brings what is new, and one that broke off goes on', async () => {
  const journal = await customer()
  const { source_id } = await journal.connect('bitcoin', ADDRESS)
  providers.fail('esplora', { status: 404, body: 'gone' }, { after: 2 })
  await server.drainJobs()
  expect(await journal.source(source_id)).toMatchObject({ status_code: 'failed' })
  const before = asked()
  expect((await journal.connect('btc', ADDRESS)).source_id).toBe(source_id)
  await server.drainJobs()
  expect(asked() - before).toBe(1)
  expect(await journal.rows()).toHaveLength(32)

  const [first] = bitcoin
  const time = server.clock.now().getTime() / 1000
  bitcoin.push({ ...(first as ChainTransaction), txid: hashOfNumber(7_777), height: 900_000, time })
  await journal.connect('btc', ADDRESS)
  await server.drainJobs()
  expect(await journal.rows()).toHaveLength(33)
})

test('an address is looked at before it is imported', async () => {
  const journal = await customer()
  expect(
    await journal.customer.expect(200, 'POST', '/check_smart_contract', { chain: 'btc', address: ADDRESS }),
  ).toEqual({ is_smart_contract: false, transaction_count: 32, is_extremely_active: false })
})
