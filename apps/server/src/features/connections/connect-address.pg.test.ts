import type {
  BalanceParting,
  Connected,
  FoundWallet,
  ImportHistory,
  TransactionDetail,
} from '@lotbook/contract'
import { afterAll, afterEach, beforeEach, expect, test } from 'vitest'
import { checkInvariants } from '../../platform/invariants.ts'
import { withOps } from '../../platform/database.ts'
import { sql } from '../../platform/sql.ts'
import { customerWith } from '../../testing/customer-journal.ts'
import { emptyExplorer, explorerProvider } from '../../testing/providers/explorer.ts'
import { esploraProvider } from '../../testing/providers/esplora.ts'
import { type ChainTransaction, hashOfNumber, outputHistory } from '../../testing/providers/output-chain.ts'
import { solanaProvider } from '../../testing/providers/solana.ts'
import { serveProviders } from '../../testing/providers/serve.ts'
import { testServer } from '../../testing/test-server.ts'

const ADDRESS = 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4'
const OTHER = '1BvBMSEYstWetqTFn5Au4m4GFg7xJaNVN2'

const bitcoin: ChainTransaction[] = []
const EVM_ADDRESS = '0x52908400098527886e0f7030069857d2e4169ee7'
const STAKER = '0x8617e340b3d01fa5f11f306f4090fd50e238070d'
const DEX = '0x7a250d5630b4cf539739df2c5dacb4c659f2488d'
const SOLANA_ADDRESS = 'So11111111111111111111111111111111111111112'
const ETHERSCAN_API_KEY = 'KEYOFTHEOPERATOR1'
const ethereum = {
  ...emptyExplorer(),
  code: { [DEX]: '0x6080' },
  sent: { [DEX]: 10_001 },
  balances: { [EVM_ADDRESS]: '1497000000000000000', [STAKER]: '34050000000000000000' },
  withdrawals: [
    { address: STAKER, index: 13, validator: 7, gwei: '20000000', block: 18_000_100, time: 1_700_100_000 },
    { address: STAKER, index: 14, validator: 7, gwei: '32030000000', block: 18_000_200, time: 1_700_200_000 },
  ],
}
const providers = await serveProviders({
  esplora: esploraProvider(bitcoin),
  etherscan: explorerProvider(undefined, {
    apiKey: ETHERSCAN_API_KEY,
    chainOf: (chainId) => (['1', '137', '42161'].includes(chainId) ? ethereum : undefined),
  }),
  routescan: explorerProvider(undefined, { chainOf: () => ethereum }),
  solana: solanaProvider({ transactions: [], balances: {}, tokenAccounts: {} }),
})
const server = await testServer({
  env: { PROVIDERS_URL: providers.url, ETHERSCAN_API_KEY, HELIUS_API_KEY: ETHERSCAN_API_KEY },
})
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
    last_sync: server.clock.now().toISOString(),
    next_sync: new Date(server.clock.now().getTime() + 86_400_000).toISOString(),
  })
  expect(await journal.proofs()).toEqual(['matches'])
  expect(
    (await journal.histories()).map(({ custom_name, account_name }) => custom_name ?? account_name),
  ).toEqual(['Savings'])
  expect(await checkInvariants(server.db)).toEqual([])
  // It sent to one address only: that may be the customer's too, with the newest transfers as evidence.
  const { data: found } = await journal.get<{ data: FoundWallet[] }>(
    '/wallets/v1/wallet_finders/address_list',
  )
  expect(found).toMatchObject([{ address: OTHER, chains: [{ slug: 'bitcoin' }], transfers: 30 }])
  const newest = rows.filter(({ sub_type }) => sub_type === 'sent').map(({ id }) => id)
  expect(found[0]?.transactions).toHaveLength(5)
  for (const id of found[0]?.transactions ?? []) expect(newest).toContain(id)
})

test('R1.3 R3.25 R7.46 an address and an extended key are imported, and neither the key nor its addresses stand anywhere in the clear', async () => {
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
    address: '',
    xpub: true,
    xpub_key: key,
    wallet: 'ledger',
    us_based: true,
    custom_wallet_name: 'Vault',
    import_all: false,
    resync: false,
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

  // The same call takes a public address, from the beginning or only what is new.
  const other = await customer()
  const payload = {
    coin: 'btc',
    address: first,
    wallet: 'ledger',
    us_based: false,
    xpub: false,
    xpub_key: '',
    custom_wallet_name: 'Spending',
  }
  const send = async (more: object) => {
    const before = asked()
    const answer = await other.customer.expect(200, 'POST', '/blockchain_query', { ...payload, ...more })
    await server.drainJobs()
    return { id: (answer as Connected).source_id, calls: asked() - before }
  }
  const begun = await send({ import_all: false, resync: false })
  expect(await other.source(begun.id ?? '')).toMatchObject({
    file_type: 'wallet',
    custom_name: 'Spending',
    us_based: false,
    total: 2,
    status_code: null,
  })
  const positionOf = () =>
    withOps(server.db, (tx) =>
      tx.one<{ walk: number }>(sql`select walk from connections where user_id = ${other.userId}`),
    )
  const { walk } = await positionOf()
  expect(await send({ import_all: false, resync: true })).toMatchObject({ id: begun.id })
  expect(await positionOf()).toEqual({ walk })
  expect(await send({ import_all: true, resync: false })).toMatchObject({ id: begun.id })
  expect(await positionOf()).toEqual({ walk: walk + 1 })
  // The receipt, the payment, and change to an address that this one does not stand for.
  expect((await other.rows()).map(({ sub_type }) => sub_type ?? '').toSorted()).toEqual([
    'received',
    'sent',
    'sent',
  ])
})

test('N10 of an address that is fetched again the moment is found at which what it held parts from its transactions', async () => {
  const journal = await customer()
  await journal.connect('btc', ADDRESS)
  await server.drainJobs()
  // Pages are stamped by the database: as if an hour had passed since the first fetch.
  const first = await withOps(server.db, async (tx) => {
    const { points } = await tx.one<{ points: string }>(
      sql`select points from balance_series where user_id = ${journal.userId}`,
    )
    const [[at, quantity]] = JSON.parse(points) as [[number, string]]
    const earlier = JSON.stringify([[at - 3_600_000, quantity]])
    await tx.run(sql`update balance_series set points = ${earlier} where user_id = ${journal.userId}`)
    return at - 3_600_000
  })
  bitcoin.push({
    txid: hashOfNumber(7_778),
    height: 900_000,
    time: Math.floor(first / 1000) + 600,
    inputs: [{ address: OTHER, units: 60_000 }],
    outputs: [{ address: ADDRESS, units: 50_000 }],
  })
  await journal.connect('btc', ADDRESS)
  await server.drainJobs()
  const [account] = await journal.histories()
  const parting = async () =>
    (
      await journal.get<{ data: BalanceParting }>(
        `/wallets/v1/assets/balances/${account?.id}/parting?asset=BTC`,
      )
    ).data
  const now = await parting()
  expect(now.parted).toBeNull()
  expect(now.agreed).not.toBeNull()
  const arrived = (await journal.rows()).find(({ to }) => to?.amount === '0.0005')
  await journal.patch(arrived?.id ?? '', { to_amount: '0.0007' })
  expect(await parting()).toMatchObject({
    agreed: { at: new Date(first).toISOString() },
    parted: { at: now.agreed?.at, stated: now.agreed?.stated },
    rows: [{ id: arrived?.id, change: '0.0007' }],
  })
})

test('E9 several addresses of one person in one transaction are one movement, and its fee counts once', async () => {
  const [second, third] = [OTHER, '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa']
  const gathered = {
    txid: hashOfNumber(9_001),
    height: 900_001,
    time: 1_710_000_000,
    inputs: [
      { address: ADDRESS, units: 60_000_000 },
      { address: second, units: 50_000_000 },
    ],
    outputs: [{ address: third, units: 109_000_000 }],
  }
  const paid = {
    txid: hashOfNumber(9_002),
    height: 900_002,
    time: 1_710_100_000,
    inputs: [{ address: third, units: 109_000_000 }],
    outputs: [
      { address: '3J98t1WpEZ73CNmQviecrnyiWrnqRhWNLy', units: 40_000_000 },
      { address: second, units: 68_000_000 },
    ],
  }
  bitcoin.splice(0, bitcoin.length, gathered, paid)
  const journal = await customer()
  for (const address of [third, second, ADDRESS]) {
    await journal.connect('btc', address)
    await server.drainJobs()
  }
  const matches = await withOps(server.db, (tx) =>
    tx.all<{ quality: string; state: string; sides: string; fees: string }>(sql`
      select m.quality, m.state, count(*)::text as sides, sum(t.fee_amount)::float8::text as fees
      from matches m join match_sides s on (s.user_id, s.match_id) = (m.user_id, m.id)
      join transactions t on (t.user_id, t.id) = (s.user_id, s.transaction_id)
      where m.user_id = ${journal.userId} group by m.id, m.quality, m.state order by count(*) desc`),
  )
  // The change of the payment came to another of them, what was paid did not.
  expect(matches).toEqual([
    { quality: 'exact', state: 'made', sides: '3', fees: '0.01' },
    { quality: 'exact', state: 'made', sides: '2', fees: null },
  ])
  const sent = (await journal.rows()).filter(({ type }) => type === 'outgoing')
  expect(sent.map(({ from, fee }) => [from?.amount, fee?.amount])).toEqual([['0.4', '0.01']])
  expect(await checkInvariants(server.db)).toEqual([])
})

test('R7.47 an address that cannot be imported is answered with a status of 300 or above, and nothing is kept', async () => {
  const journal = await customer()
  const refused = async (status: number, coin: string, address: string) =>
    (
      (await journal.customer.expect(status, 'POST', '/blockchain_query', { coin, address })) as {
        code: string
      }
    ).code
  expect(await refused(422, 'btc', 'bc1qnot')).toBe('invalid_input')
  expect(await refused(422, 'no-such-chain', ADDRESS)).toBe('INVALID_EXCHANGE')
  expect(await refused(422, 'kraken', ADDRESS)).toBe('INVALID_EXCHANGE')
  expect(await journal.histories()).toEqual([])
  expect(await journal.get('/imports/v1/import_histories/import_history_exists')).toEqual({
    transaction_uploaded: false,
  })
})

test('the same address again brings what is new, and one that broke off goes on, by itself within the hour', async () => {
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
  providers.fail('esplora', { status: 404, body: 'gone' })
  await journal.connect('btc', ADDRESS)
  await server.drainJobs()
  expect(await journal.source(source_id)).toMatchObject({ status_code: 'failed' })
  expect(await journal.rows()).toHaveLength(32)
  server.clock.advance(3_600_000)
  await server.db.app.query(`update jobs.job set start_after = now() where name = 'fetch-when-due'`)
  await server.drainJobs()
  const { transactions } = await withOps(server.db, (tx) =>
    tx.one<{ transactions: string }>(
      sql`select transactions from accounts where user_id = ${journal.userId}`,
    ),
  )
  expect(transactions).toBe('33')
})

test('a provider that is down at the first import is asked again within the hour, less often while that lasts, and mailed about once', async () => {
  const journal = await customer()
  // By the database, for no session lasts so long.
  const state = () =>
    withOps(server.db, async (tx) => {
      const row = await tx.one<{ next: Date; code: string | null }>(sql`
        select c.next_sync_at as next, (select reason_code from imports i where i.connection_id = c.id order by created_at desc limit 1) as code
        from connections c where c.user_id = ${journal.userId}`)
      return { code: row.code, minutes: (row.next.getTime() - server.clock.now().getTime()) / 60_000 }
    })
  providers.fail('esplora', { status: 404, body: 'gone' }, { times: 6 })
  await journal.connect('bitcoin', ADDRESS)
  await server.drainJobs()
  const waits: number[] = []
  for (let failures = 0; failures < 6; failures += 1) {
    const { code, minutes } = await state()
    expect(code).toBe('provider_failed')
    waits.push(minutes)
    server.clock.advance(minutes * 60_000)
    await server.db.app.query(`update jobs.job set start_after = now() where name = 'fetch-when-due'`)
    await server.drainJobs()
  }
  expect(waits).toEqual([30, 60, 120, 240, 480, 960])
  expect(await state()).toEqual({ code: null, minutes: 24 * 60 })
  const { rows } = await server.db.app.query(
    `select data->>'id' from jobs.job where name = 'mail-outcome' and group_id = $1`,
    [journal.userId],
  )
  expect(rows).toHaveLength(1)
})

test('R7.10 an address is looked at before it is imported: a contract is told from a wallet, and one that is extremely active is said', async () => {
  const journal = await customer()
  const look = (chain: string, address: string) =>
    journal.customer.expect(200, 'POST', '/check_smart_contract', { chain, address })
  expect(await look('btc', ADDRESS)).toEqual({
    is_smart_contract: false,
    transaction_count: 32,
    is_extremely_active: false,
  })
  expect(await look('eth', DEX)).toEqual({
    is_smart_contract: true,
    transaction_count: 10_001,
    is_extremely_active: true,
  })
  expect(await look('eth', EVM_ADDRESS)).toMatchObject({ is_smart_contract: false, transaction_count: 0 })
  expect(await journal.histories()).toEqual([])
})

test('of the chains that can be fetched, those that the check runs on are asked, and no other', async () => {
  const journal = await customer()
  const askedFor = async (chain: string, address: string) => {
    const before = asked()
    await journal.customer.expect(200, 'POST', '/check_smart_contract', { chain, address })
    return asked() > before
  }
  for (const chain of ['eth', 'bsc', 'avax', 'matic', 'arb', 'op', 'base'])
    expect([chain, await askedFor(chain, EVM_ADDRESS)]).toEqual([chain, true])
  expect(await askedFor('btc', ADDRESS)).toBe(true)
  expect(await askedFor('sol', SOLANA_ADDRESS)).toBe(true)
  expect(await askedFor('blast', EVM_ADDRESS)).toBe(false)
  expect(await askedFor('etc', EVM_ADDRESS)).toBe(false)
  expect(await askedFor('ltc', 'ltc1qw508d6qejxtdg4y5r3zarvary0c5xw7kgmn4n9')).toBe(false)
  expect(await askedFor('xrp', 'rN7n7otQDd6FczFgLdSqtcsAUxDkw6fzRH')).toBe(false)
})

test('what the lists of an explorer say of one transaction is one trade, and the key of the operator stays with the server', async () => {
  const at = (n: number) => ({
    hash: `0x${String(n).repeat(64)}`,
    blockNumber: String(18_000_000 + n),
    timeStamp: String(1_700_000_000 + n * 600),
    contractAddress: '',
    gasUsed: '100000',
    gasPrice: '30000000000',
    isError: '0',
    functionName: 'swap(uint256)',
  })
  ethereum.txlist.push(
    { ...at(1), from: DEX, to: EVM_ADDRESS, value: '2000000000000000000' },
    { ...at(2), from: EVM_ADDRESS, to: DEX, value: '500000000000000000' },
  )
  ethereum.tokentx.push({
    ...at(2),
    from: DEX,
    to: EVM_ADDRESS,
    value: '1000500000',
    contractAddress: '0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48',
    tokenName: 'USD Coin',
    tokenSymbol: 'USDC',
    tokenDecimal: '6',
  })
  const journal = await customer()
  const { source_id } = await journal.connect('eth', EVM_ADDRESS)
  await server.drainJobs()
  expect(await journal.source(source_id)).toMatchObject({
    import_status: 'complete',
    status_code: null,
    error_count: 0,
  })
  const rows = await journal.rows()
  expect(rows.map(({ type }) => type).toSorted()).toEqual(['incoming', 'trade'])
  expect(await journal.proofs()).toEqual(['matches'])
  expect(providers.calls.at(-1)?.query.get('apikey')).toBe(ETHERSCAN_API_KEY)
  const trade = rows.find(({ type }) => type === 'trade')
  const { data } = await journal.get<{ data: TransactionDetail }>(`/transactions/${trade?.id}`)
  expect(data.records.map(({ kind }) => kind).toSorted()).toEqual(['evm-erc20', 'evm-tx'])
  // Its terms ask for it where its data is shown.
  expect(data.records[0]?.attributions).toContainEqual({
    words: 'Powered by Etherscan.io APIs',
    url: 'https://etherscan.io',
  })
  expect(data.records.every(({ cells }) => cells.some(({ column }) => column === 'timeStamp'))).toBe(true)
  expect(JSON.stringify(data)).not.toContain(ETHERSCAN_API_KEY)
  expect(await checkInvariants(server.db)).toEqual([])
})

test('R-INC-1 what validators paid to an address is income and its stake, and what the chain says is held agrees', async () => {
  const at = (n: number) => ({
    hash: `0x${String(n).repeat(64)}`,
    blockNumber: String(18_000_000 + n),
    timeStamp: String(1_700_000_000 + n * 600),
    contractAddress: '',
    gasUsed: '0',
    gasPrice: '1',
    isError: '0',
    input: '0x',
    functionName: '',
  })
  const deposits = '0x00000000219ab540356cbb839cbe05303d7705fa'
  ethereum.txlist.push(
    { ...at(3), from: DEX, to: STAKER, value: '34000000000000000000' },
    { ...at(4), from: STAKER, to: deposits, value: '32000000000000000000' },
  )
  const journal = await customer()
  await journal.connect('eth', STAKER)
  await server.drainJobs()
  const rows = await journal.rows()
  expect(rows.map(({ sub_type, from, to }) => `${sub_type} ${(to ?? from)?.amount}`).toSorted()).toEqual([
    'received 34',
    'staking_lockup 32',
    'staking_return 32',
    'staking_reward 0.02',
    'staking_reward 0.03',
  ])
  expect(await journal.proofs()).toEqual(['matches'])
  const reward = rows.find(({ to }) => to?.amount === '0.02')
  const { data } = await journal.get<{ data: TransactionDetail }>(`/transactions/${reward?.id}`)
  expect(data.records).toMatchObject([{ kind: 'evm-withdrawal' }])
  expect(data.records[0]?.cells).toEqual(
    expect.arrayContaining([expect.objectContaining({ column: 'validatorIndex' })]),
  )
  expect(await checkInvariants(server.db)).toEqual([])
})
