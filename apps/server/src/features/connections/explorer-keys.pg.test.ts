import type { Connected, ExplorerKey, ImportHistory, ImportSource, Source } from '@lotbook/contract'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { self, withOps, withSubject } from '../../platform/database.ts'
import { newId } from '../../platform/ids.ts'
import { rotateDataKey } from '../../platform/rotate-keys.ts'
import { sql } from '../../platform/sql.ts'
import { pagesOf, unpackedPage } from '../../journal/laying/fetched-pages.ts'
import { customerWith } from '../../testing/customer-journal.ts'
import { paymentsOf } from '../../testing/providers/account-history.ts'
import { emptyExplorer, explorerProvider } from '../../testing/providers/explorer.ts'
import {
  blockscoutWithKeys,
  etherscanWithKeys,
  type KeyKind,
} from '../../testing/providers/keyed-explorers.ts'
import { serveProviders } from '../../testing/providers/serve.ts'
import { solanaProvider } from '../../testing/providers/solana.ts'
import { subscanProvider } from '../../testing/providers/subscan.ts'
import { TEST_PASSWORD, testServer } from '../../testing/test-server.ts'

const ADDRESS = '0x52908400098527886e0f7030069857d2e4169ee7'
const DEX = '0x7a250d5630b4cf539739df2c5dacb4c659f2488d'
const POLKADOT = '152UPCpB6Vv22CEfrvjgEZ5vt9AnshDYP5Ldw9GvkrTFqgAS'
const OPERATORS = 'KEYOFTHEOPERATOR1'
const FREE = 'FREEKEYOFTHECUSTOMER1A2B'
const PAID = 'PAIDKEYOFTHECUSTOMER9Z8Y'
const PRO = 'proapi_key-of-the-customer-77aa'
const DOT = 'subscankeyofthecustomer55bb'
const SOL = '1c0e1f3a-7b5d-4f1e-9a52-2f6f6d1b0c11'
const SOLANA = '7v91N7iZ9mNicL8WfG6cgSCKyRXydQjLh6UYBWwm6y1Q'

const chain = {
  ...emptyExplorer(),
  txlist: [1, 2, 3].map((n) => ({
    hash: `0x${String(n).repeat(64)}`,
    blockNumber: String(100 + n),
    timeStamp: String(1_700_000_000 + n * 600),
    from: DEX,
    to: ADDRESS,
    value: '1000000000000000000',
    contractAddress: '',
    gasUsed: '21000',
    gasPrice: '1',
    isError: '0',
    input: '0x',
    functionName: '',
  })),
  balances: { [ADDRESS]: '3000000000000000000' },
}
const explorer = explorerProvider(undefined, { chainOf: () => chain })
/** Keys that Etherscan knows just now. */
const known = new Map<string, KeyKind>()
const provided = () => {
  known.clear()
  known.set(OPERATORS, 'free').set(FREE, 'free').set(PAID, 'paid')
}
const network = { address: POLKADOT, other: DEX, apiKey: DOT }
const providers = await serveProviders({
  etherscan: etherscanWithKeys(explorer, (key) => known.get(key)),
  // One that repeats the key in every answer, those that are kept too.
  blockscout: blockscoutWithKeys(
    async (call) => {
      const { body } = await explorer(call)
      return { body: { ...(body as object), asked: call.target } }
    },
    (key) => key === PRO,
  ),
  routescan: explorer,
  subscan: subscanProvider({ ...network, payments: paymentsOf(3) }),
  'subscan-hub': subscanProvider({ ...network, payments: [] }),
  solana: (call) =>
    call.query.get('api-key') === SOL
      ? solanaProvider({
          transactions: [
            {
              signature: 'one',
              slot: 7,
              time: 1_700_000_000,
              fee: 5000,
              changes: [
                { account: DEX, before: 2_000_000_000, after: 1_000_000_000 },
                { account: SOLANA, before: 0, after: 1_000_000_000 },
              ],
            },
          ],
          balances: { [SOLANA]: 1_000_000_000 },
        })(call)
      : { status: 401, body: { error: { message: 'invalid api key provided' } } },
})
const server = await testServer({ env: { PROVIDERS_URL: providers.url, ETHERSCAN_API_KEY: OPERATORS } })
/** A server whose operator has no key. */
const keyless = await testServer({ env: { PROVIDERS_URL: providers.url } })
afterAll(() => providers.close())

beforeEach(() => {
  provided()
  providers.mend()
  server.clock.advance(3_700_000)
  keyless.clock.advance(3_700_000)
})

async function customerOf(at = server) {
  const journal = await customerWith(at)
  const { customer } = journal
  const list = async (answer: unknown) =>
    (answer as { data: ExplorerKey[] }).data.flatMap(({ explorer: name, kept }) =>
      kept === null ? [] : [[name, kept.last4, kept.refused_at !== null]],
    )
  return {
    ...journal,
    userId: customer.userId,
    keys: async () => list(await customer.expect(200, 'GET', '/imports/v1/explorer_keys')),
    save: async (name: string, key: string, more = {}) =>
      list(await customer.expect(200, 'POST', '/imports/v1/explorer_keys', { explorer: name, key, ...more })),
    refused: (name: string, key: string, more = {}) =>
      customer.request('POST', '/imports/v1/explorer_keys', { explorer: name, key, ...more }),
    /** Fetches what is new of addresses, two minutes later. */
    async again(...ids: string[]) {
      at.clock.advance(120_000)
      for (const id of ids)
        await customer.expect(200, 'POST', '/trigger_resynchronize_source', { source_id: id })
      await at.drainJobs()
    },
    remove: (name: string) => customer.expect(200, 'DELETE', `/imports/v1/explorer_keys/${name}`),
    connect: async (coin: string, address = ADDRESS) =>
      (
        (await customer.expect(200, 'POST', '/blockchain_query', { coin, address })) as Connected & {
          source_id: string
        }
      ).source_id,
    chain: async (slug: string) =>
      (await journal.get<{ data: Source }>(`/imports/v1/exchanges/${slug}`)).data.chains[0],
  }
}

/** Providers that were asked since, each with the key that was sent. */
function askedSince(before: number): string[] {
  const calls = providers.calls.slice(before)
  return [
    ...new Set(
      calls.map(({ provider, query, headers }) =>
        `${provider} ${query.get('apikey') ?? headers['x-api-key'] ?? ''}`.trim(),
      ),
    ),
  ]
}

test('a key of the customer’s own goes along with their requests in place of the operator’s, and with nobody else’s', async () => {
  const [ana, ben] = [await customerOf(), await customerOf()]
  expect(await ana.keys()).toEqual([])
  // White space came along when it was copied.
  expect(await ana.save('etherscan', ` ${PAID}\n`, { chain: 'ethereum' })).toEqual([
    ['etherscan', '9Z8Y', false],
  ])
  let before = providers.calls.length
  const mine = await ana.connect('ethereum')
  await server.drainJobs()
  expect(askedSince(before)).toEqual([`etherscan ${PAID}`])
  expect(await ana.source(mine)).toMatchObject({ status_code: null, total: 3, refused_key: null })

  before = providers.calls.length
  await ben.connect('ethereum')
  await server.drainJobs()
  expect(askedSince(before)).toEqual([`etherscan ${OPERATORS}`])
  expect(await ben.keys()).toEqual([])

  // The customer's key comes first on a chain that the operator's free key does not open.
  before = providers.calls.length
  await ana.connect('bsc')
  await ben.connect('bsc')
  await server.drainJobs()
  expect(askedSince(before).toSorted()).toEqual([`etherscan ${PAID}`, 'routescan'])

  // And an address is looked at with it before it is imported.
  before = providers.calls.length
  await ana.customer.expect(200, 'POST', '/check_smart_contract', { chain: 'base', address: ADDRESS })
  expect(askedSince(before)).toEqual([`etherscan ${PAID}`])

  before = providers.calls.length
  await ana.remove('etherscan')
  expect(await ana.keys()).toEqual([])
  expect(await ana.customer.request('DELETE', '/imports/v1/explorer_keys/etherscan')).toMatchObject({
    status: 404,
  })
  await ana.again(mine)
  expect(askedSince(before)).toEqual([`etherscan ${OPERATORS}`])
})

test('a key that is wrong, or opens another chain, is told at its field and not kept; one that is asked to wait is not called wrong', async () => {
  const ana = await customerOf()
  const wrong = await ana.refused('etherscan', 'NOBODYKNOWSTHISKEY')
  expect(wrong).toMatchObject({
    status: 422,
    body: {
      code: 'invalid_input',
      fields: { key: expect.stringMatching(/^Etherscan does not accept this key\. /) },
    },
  })
  expect(JSON.stringify(wrong.body)).not.toContain('NOBODYKNOWSTHISKEY')
  expect(await ana.refused('blockscout', 'NOBODYKNOWSTHISKEY')).toMatchObject({
    body: { fields: { key: expect.stringMatching(/^Blockscout does not accept this key\. /) } },
  })
  expect(await ana.refused('subscan', 'NOBODYKNOWSTHISKEY', { chain: 'polkadot' })).toMatchObject({
    body: { fields: { key: expect.stringMatching(/^Subscan does not accept this key\. /) } },
  })
  expect(await ana.refused('etherscan', FREE, { chain: 'base' })).toMatchObject({
    body: {
      fields: {
        key: 'This key works, but its Etherscan plan does not open Base. A free key from Blockscout does.',
      },
    },
  })
  for (const key of ['', '  ', 'short', 'two words of it', 'x'.repeat(201)])
    expect(await ana.refused('etherscan', key), key).toMatchObject({
      status: 422,
      body: { code: 'invalid_input', fields: { key: expect.any(String) } },
    })
  expect(await ana.refused('covalent', FREE)).toMatchObject({
    body: { fields: { explorer: expect.any(String) } },
  })

  const busy = { body: { status: '0', message: 'NOTOK', result: 'Max rate limit reached' } }
  providers.fail('etherscan', busy, { times: 2 })
  expect(await ana.refused('etherscan', FREE)).toMatchObject({
    status: 503,
    body: { message: expect.stringMatching(/^Etherscan asks to wait/) },
  })
  providers.fail('blockscout', { status: 502 }, { times: 2 })
  expect(await ana.refused('blockscout', PRO)).toMatchObject({ status: 503 })
  // A page for people in front of the provider says nothing of the key.
  providers.fail('blockscout', { status: 403, body: '<html>Just a moment</html>' })
  expect(await ana.refused('blockscout', PRO)).toMatchObject({ status: 503 })
  expect(await ana.keys()).toEqual([])
  expect(await ana.save('blockscout', PRO, { chain: 'base' })).toEqual([['blockscout', '77aa', false]])
})

test('a key that is refused later is told at its address, which goes on with the operator’s key or at those who ask for none', async () => {
  const ana = await customerOf()
  await ana.save('etherscan', PAID)
  const [ethereum, bsc] = [await ana.connect('ethereum'), await ana.connect('bsc')]
  await server.drainJobs()
  known.delete(PAID)
  const before = providers.calls.length
  await ana.again(ethereum, bsc)
  const asked = askedSince(before)
  expect(asked).toEqual(expect.arrayContaining([`etherscan ${PAID}`, `etherscan ${OPERATORS}`, 'routescan']))
  for (const id of [ethereum, bsc])
    expect(await ana.source(id)).toMatchObject({ status_code: null, refused_key: 'Etherscan', total: 3 })
  expect(await ana.keys()).toEqual([['etherscan', '9Z8Y', true]])
  expect(
    (await ana.get<{ data: ImportHistory[] }>('/imports/v2/import_histories')).data.map(
      ({ refused_key }) => refused_key,
    ),
  ).toEqual(['Etherscan', 'Etherscan'])
  // It is not sent again.
  const after = providers.calls.length
  await ana.again(ethereum, bsc)
  expect(askedSince(after).toSorted()).toEqual([`etherscan ${OPERATORS}`, 'routescan'])

  provided()
  expect(await ana.save('etherscan', PAID)).toEqual([['etherscan', '9Z8Y', false]])
  expect(await ana.source(bsc)).toMatchObject({ refused_key: null })
})

test('a walk whose key is refused half way goes on at another explorer, and brings every transaction once', async () => {
  const ana = await customerOf(keyless)
  await ana.save('etherscan', PAID)
  const refusal = { body: { status: '0', message: 'NOTOK', result: 'Invalid API Key' } }
  providers.fail('etherscan', refusal, { after: 4, times: 1_000 })
  const id = await ana.connect('ethereum')
  await keyless.drainJobs()
  expect(await ana.source(id)).toMatchObject({ status_code: null, refused_key: 'Etherscan', error_count: 0 })
  expect(await ana.rows()).toHaveLength(3)
})

test('where only a key opens a chain, the address needs one: it says so, waits for a new one when it is refused, and goes on', async () => {
  const ana = await customerOf(keyless)
  expect(await ana.chain('polkadot')).toMatchObject({ explorers: ['subscan'], needs_own_key: true })
  expect(await ana.chain('base')).toMatchObject({
    explorers: ['blockscout', 'etherscan'],
    paid_explorers: ['etherscan'],
    needs_own_key: false,
  })
  expect(await ana.chain('bitcoin')).toMatchObject({ explorers: [], needs_own_key: false })
  const without =
    'This site has no key for Polkadot. Add your own free key from Subscan, or upload a file of the address.'
  for (const [path, body] of [
    ['/blockchain_query', { coin: 'polkadot', address: POLKADOT }],
    ['/check_smart_contract', { chain: 'polkadot', address: POLKADOT }],
  ] as const)
    expect(await ana.customer.request('POST', path, body)).toMatchObject({
      status: 503,
      body: { code: 'unavailable', message: without },
    })
  const several = { wallets: [{ address: POLKADOT, chains: ['polkadot'] }], exchange: '' }
  expect(
    await ana.customer.expect(200, 'POST', '/wallets/v1/bulk_imports/import_wallets', several),
  ).toMatchObject({
    status: 'partial_success',
    message: `Wallets with invalid exchange were not imported. ${without}`,
  })
  await ana.save('subscan', DOT, { chain: 'polkadot' })
  const before = providers.calls.length
  const id = await ana.connect('polkadot', POLKADOT)
  await keyless.drainJobs()
  expect(askedSince(before)).toEqual([`subscan ${DOT}`, `subscan-hub ${DOT}`])
  expect(await ana.source(id)).toMatchObject({ status_code: null, total: 3 })

  providers.fail('subscan', { status: 403, body: { code: 403, message: 'API key' } })
  await ana.again(id)
  expect(await ana.source(id)).toMatchObject({
    status_code: 'needs_key',
    refused_key: 'Subscan',
    reason: expect.stringContaining(
      'Subscan no longer accepts your key, and this site has no key for Polkadot.',
    ),
  })
  await ana.save('subscan', DOT, { chain: 'polkadot' })
  await keyless.drainJobs()
  expect(await ana.source(id)).toMatchObject({ status_code: null, refused_key: null, reason: null })
  await ana.remove('subscan')
  await ana.again(id)
  expect(await ana.source(id)).toMatchObject({
    status_code: 'needs_key',
    refused_key: null,
    reason: expect.stringContaining(without),
  } satisfies Partial<Record<keyof ImportSource, unknown>>)
})

test('Solana is open to who has a key of their own, on a site without one', async () => {
  const ana = await customerOf(keyless)
  expect(await ana.chain('solana')).toMatchObject({ explorers: ['helius'], needs_own_key: true })
  expect(
    await ana.customer.request('POST', '/blockchain_query', { coin: 'solana', address: SOLANA }),
  ).toMatchObject({
    status: 503,
    body: { message: expect.stringContaining('Add your own free key from Helius') },
  })
  expect(await ana.refused('helius', 'NOBODYKNOWSTHISKEY', { chain: 'solana' })).toMatchObject({
    status: 422,
    body: { fields: { key: expect.stringContaining('Helius') } },
  })
  await ana.save('helius', SOL, { chain: 'solana' })
  const id = await ana.connect('solana', SOLANA)
  await keyless.drainJobs()
  expect(await ana.source(id)).toMatchObject({ status_code: null, total: 1 })
})

test('a chain whose explorers are silent is not, once the customer has a key for another one', async () => {
  const ana = await customerOf(keyless)
  const now = keyless.clock.now()
  await withOps(keyless.db, (tx) =>
    tx.run(sql`
      insert into provider_states (provider, state, shape, missing, since, checked_at)
      values ('routescan', 'silent', '{}', '{}', ${now}, ${now})`),
  )
  const silent = async (slug: string) => (await ana.chain(slug))?.silent_since !== null
  expect([await silent('base'), await silent('bsc')]).toEqual([true, true])
  await ana.save('blockscout', PRO)
  expect([await silent('base'), await silent('bsc')]).toEqual([false, true])
  await withOps(keyless.db, (tx) => tx.run(sql`delete from provider_states`))
})

test('a key of the customer’s own is sealed, stands in no column, page, log of acts or download, and is theirs alone', async () => {
  const ana = await customerOf()
  const ben = await customerOf()
  await ana.save('etherscan', FREE)
  await ana.save('blockscout', PRO)
  const [ethereum] = [await ana.connect('ethereum'), await ana.connect('base')]
  await server.drainJobs()
  const everything = await dump()
  expect(everything).toContain(ana.userId)
  for (const secret of [FREE, PRO, OPERATORS])
    for (const text of [secret, Buffer.from(secret).toString('hex')]) expect(everything).not.toContain(text)
  const pages = await keptPages(ana.userId)
  expect(pages.join('\n')).toContain('apikey=[key]')
  for (const secret of [FREE, PRO, OPERATORS]) expect(pages.join('\n')).not.toContain(secret)
  const told = JSON.stringify([
    await ana.get('/imports/v2/import_histories'),
    await ana.get('/imports/v1/explorer_keys'),
    await ana.get('/setting'),
    await ana.get('/setting/changes'),
  ])
  for (const secret of [FREE, PRO]) expect(told).not.toContain(secret)

  const rows = sql`select explorer from credentials where explorer is not null`
  const seenBy = (who: { actorId: string; subjectId: string }) =>
    withSubject(server.db, who, (tx) => tx.all<{ explorer: string }>(rows))
  expect(await seenBy(self(ana.userId))).toHaveLength(2)
  expect(await seenBy(self(ben.userId))).toEqual([])
  // An actor who looks at the customer sees none either.
  expect(await seenBy({ actorId: ben.userId, subjectId: ana.userId })).toEqual([])
  await expect(
    withSubject(server.db, self(ben.userId), (tx) =>
      tx.run(sql`
        insert into credentials (user_id, id, explorer, sealed, last4) values (${ana.userId}, ${newId()}, 'subscan', ''::bytea, '')`),
    ),
  ).rejects.toThrow(/row-level/)

  // A new data key seals it anew.
  expect(await rotateDataKey(server.db, server.services.keys, ana.userId)).toBeGreaterThan(1)
  const before = providers.calls.length
  await ana.again(ethereum)
  expect(askedSince(before)).toContain(`etherscan ${FREE}`)
  expect(await ana.keys()).toEqual([
    ['etherscan', '1A2B', false],
    ['blockscout', '77aa', false],
  ])

  const { email } = await withOps(server.db, (tx) =>
    tx.one<{ email: string }>(sql`select email from identity.users where id = ${ana.userId}`),
  )
  await ana.customer.expect(200, 'POST', '/identity/reauthenticate', { password: TEST_PASSWORD })
  await ana.customer.expect(200, 'POST', '/identity/delete_account', { email })
  await server.drainJobs()
  const left = await withOps(server.db, (tx) =>
    tx.all(sql`select 1 from credentials where user_id = ${ana.userId}`),
  )
  expect(left).toEqual([])
})

/** Every column of every table, as text. */
function dump(): Promise<string> {
  return withOps(server.db, async (tx) => {
    const tables = await tx.all<{ name: string }>(sql`
      select quote_ident(n.nspname) || '.' || quote_ident(c.relname) as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
      where c.relkind = 'r' and n.nspname in ('public', 'identity', 'pgboss') and has_table_privilege(c.oid, 'select')`)
    const texts: string[] = []
    for (const { name } of tables) {
      const { rows } = await tx.client.query<{ text: string }>(`select t::text as text from ${name} t`)
      texts.push(...rows.map(({ text }) => text))
    }
    return texts.join('\n')
  })
}

/** Answers of providers that are kept of a customer, opened. */
function keptPages(userId: string): Promise<string[]> {
  return withSubject(server.db, self(userId), async (tx) => {
    const all = await tx.all<{ id: string }>(sql`select id from connections where user_id = ${userId}`)
    const texts: string[] = []
    for (const { id } of all) {
      const pages = await pagesOf(tx, server.services.keys, { userId, connectionId: id, walk: 1 })
      texts.push(...pages.map((page) => `${page.place} ${unpackedPage(page).text}`))
    }
    return texts
  })
}
