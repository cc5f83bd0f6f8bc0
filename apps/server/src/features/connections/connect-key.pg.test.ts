import {
  type Connected,
  connectionMessages,
  fill,
  type ImportHistory,
  type TransactionDetail,
} from '@lotbook/contract'
import { parseCassette, recordConnection } from '@lotbook/sources'
import { afterAll, afterEach, beforeEach, expect, test } from 'vitest'
import { checkInvariants } from '../../platform/invariants.ts'
import { withOps } from '../../platform/database.ts'
import { sql } from '../../platform/sql.ts'
import { customerWith } from '../../testing/customer-journal.ts'
import { type KrakenAccount, krakenHistory, krakenProvider } from '../../testing/providers/kraken.ts'
import { handlersOf } from '../../testing/providers/replay-handlers.ts'
import { type ProviderHandler, serveProviders } from '../../testing/providers/serve.ts'
import { testServer } from '../../testing/test-server.ts'

const kraken: KrakenAccount = {
  apiKey: 'kr-key-8f3d21',
  apiSecret: Buffer.from('a secret of the test').toString('base64'),
  permissions: ['query-funds', 'query-ledger'],
  ledger: new Map(),
}
const asKraken = krakenProvider((key) => (key === kraken.apiKey ? kraken : undefined))
/** A recording that answers in place of Kraken, where a test plays one. */
let played: ProviderHandler | undefined
const providers = await serveProviders({ kraken: (call) => (played ?? asKraken)(call) })
const server = await testServer({ env: { PROVIDERS_URL: providers.url, FETCHED_ENTRIES_MAX: '2000' } })
afterAll(() => providers.close())

const FORM = { exchange_name: 'kraken', access_token: ` ${kraken.apiKey} `, refresh_token: kraken.apiSecret }

afterEach(() => server.drainJobs())

beforeEach(() => {
  providers.mend()
  played = undefined
  // A provider that asked to wait, or was left alone, may be asked again.
  server.clock.advance(3_700_000)
  kraken.permissions = ['query-funds', 'query-ledger']
  kraken.ledger.clear()
  for (const [id, entry] of krakenHistory(70)) kraken.ledger.set(id, entry)
})

async function customer() {
  const journal = await customerWith(server)
  const histories = async () =>
    (await journal.get<{ data: ImportHistory[] }>('/imports/v2/import_histories')).data
  const connect = async (more = {}) =>
    (await journal.customer.expect(200, 'POST', '/imports/v1/api_imports', {
      ...FORM,
      ...more,
    })) as Connected & {
      source_id: string
    }
  const resync = (source_id: string) =>
    journal.customer.expect(200, 'POST', '/trigger_resynchronize_source', { source_id })
  return { ...journal, histories, connect, resync }
}

const pagesAsked = () => providers.calls.filter(({ path }) => path.endsWith('Ledgers')).length

test('R7.55 R3.18 R3.19 R3.20 R5.8 a key brings the whole ledger page by page, and what Kraken says is held agrees', async () => {
  const journal = await customer()
  const before = pagesAsked()
  const { source_id, ...answer } = await journal.connect()
  expect(answer).toEqual({ status: 'success', first_import: true, may: [] })
  await server.drainJobs()
  const rows = await journal.rows()
  expect(rows.filter(({ type }) => type === 'buy')).toHaveLength(70)
  expect(rows).toHaveLength(71)
  expect(await journal.source(source_id)).toMatchObject({
    import_status: 'complete',
    status_code: null,
    file_type: 'api',
    total: 141,
    error_count: 0,
    allow_resync_new: true,
  })
  // 141 entries at 50 a page, and one page to try the key.
  expect(pagesAsked() - before).toBe(4)
  const { accounts } = await journal.get<{ accounts: { proof: string }[] }>('/wallets/v1/assets/balances')
  expect(accounts).toMatchObject([{ proof: 'matches' }])
  const bought = rows.find(({ type }) => type === 'buy')
  const {
    data: { records },
  } = await journal.get<{ data: TransactionDetail }>(`/transactions/${bought?.id}`)
  const entries = records.map(({ cells }) =>
    Object.fromEntries(cells.map(({ column, value }) => [column, value])),
  )
  // They came on one page, and stand in no order.
  expect(entries.toSorted((a, b) => (b['asset'] ?? '').localeCompare(a['asset'] ?? ''))).toMatchObject([
    { asset: 'ZUSD', amount: '-30.0000', type: 'trade' },
    { asset: 'XXBT', amount: '0.0010000000' },
  ])
  expect(await checkInvariants(server.db)).toEqual([])
})

test('R8.30 R8.31 a wrong key and one that may not read are told apart, and nothing is kept', async () => {
  const journal = await customer()
  const wrong = { ...FORM, access_token: 'another' }
  expect(await journal.customer.expect(422, 'POST', '/imports/v1/api_imports', wrong)).toMatchObject({
    message: connectionMessages.service.wrongKey,
  })
  kraken.permissions = ['query-funds']
  expect(await journal.customer.expect(422, 'POST', '/compliance/v1/api_imports', FORM)).toMatchObject({
    message: connectionMessages.service.badKeys,
  })
  expect(await journal.histories()).toEqual([])
})

test('R7.76 a key that may do more than read is kept only by one who knows, and stands nowhere in the clear', async () => {
  const journal = await customer()
  kraken.permissions.push('modify-trades', 'withdraw-funds')
  const path = '/compliance/v1/api_imports'
  expect(await journal.customer.expect(200, 'POST', path, FORM)).toMatchObject({
    status: 'confirm',
    source_id: null,
    may: ['trade', 'withdraw'],
  })
  expect(await journal.histories()).toEqual([])
  await journal.customer.expect(200, 'POST', path, { ...FORM, keep_anyway: true })
  const [kept] = await withOps(server.db, (tx) =>
    tx.all<{ sealed: Buffer; last4: string; can_trade: boolean; can_withdraw: boolean }>(sql`
      select sealed, last4, can_trade, can_withdraw from credentials where user_id = ${journal.userId}`),
  )
  expect(kept).toMatchObject({ last4: '3d21', can_trade: true, can_withdraw: true })
  expect(kept?.sealed.toString('latin1')).not.toContain(kraken.apiSecret)
  expect(JSON.stringify(await journal.histories())).not.toContain(kraken.apiKey)
})

test('R8.29 a fetch that breaks off half way loses nothing and asks for no page twice', async () => {
  const journal = await customer()
  const { source_id } = await journal.connect()
  providers.fail('kraken', { body: { error: ['EService:Unavailable'] } }, { after: 2 })
  await server.drainJobs()
  expect(await journal.source(source_id)).toMatchObject({
    import_status: 'complete',
    status_code: 'failed',
    reason: expect.stringContaining(fill(connectionMessages.service.failed, { service: 'Kraken' })) as string,
  })
  expect(await journal.rows()).toEqual([])
  const before = pagesAsked()
  await journal.resync(source_id)
  await server.drainJobs()
  expect(pagesAsked() - before).toBe(1)
  expect(await journal.rows()).toHaveLength(71)
})

test('R8.28 an exchange that is down is named, and what is in the journal stays', async () => {
  const journal = await customer()
  const { source_id } = await journal.connect()
  await server.drainJobs()
  server.clock.advance(120_000)
  await journal.resync(source_id)
  providers.fail('kraken', { status: 503, body: 'maintenance' }, { times: 20 })
  await server.drainJobs()
  expect(await journal.source(source_id)).toMatchObject({
    status_code: 'failed',
    reason: expect.stringContaining(
      fill(connectionMessages.service.notResponding, { service: 'Kraken' }),
    ) as string,
  })
  expect(await journal.rows()).toHaveLength(71)
})

test('an exchange that asks to wait is waited for, and the import goes on by itself', async () => {
  const journal = await customer()
  const { source_id } = await journal.connect()
  providers.fail('kraken', { status: 429, headers: { 'retry-after': '1200' } }, { after: 1 })
  await server.drainJobs()
  expect(await journal.source(source_id)).toMatchObject({ import_status: 'in-progress' })
  expect(await journal.rows()).toEqual([])
  // Its hour comes.
  server.clock.advance(1_300_000)
  await server.db.app.query(`update jobs.job set start_after = now() where name = 'fetch-import'`)
  await server.drainJobs()
  expect(await journal.rows()).toHaveLength(71)
})

test('R7.48 R7.71 only what is new is fetched the next time, late entries of the last day among it', async () => {
  const journal = await customer()
  const { source_id } = await journal.connect()
  await server.drainJobs()
  const late = server.clock.now().getTime() / 1000 - 3_600
  kraken.ledger.set('LATE', {
    refid: 'RL',
    time: late,
    type: 'deposit',
    asset: 'ZUSD',
    amount: '5.0000',
    balance: '97905.0000',
  })
  server.clock.advance(120_000)
  const before = pagesAsked()
  const [account] = await journal.histories()
  await journal.customer.expect(200, 'POST', '/imports/v2/actions/resync_account', { id: account?.id })
  await server.drainJobs()
  expect(pagesAsked() - before).toBe(1)
  expect(await journal.rows()).toHaveLength(72)
  // Within a minute there is nothing to fetch.
  await journal.customer.expect(409, 'POST', '/trigger_resynchronize_source', { source_id })
})

test('a key that was taken back is asked for again, and its new one goes on where the old one stopped', async () => {
  const journal = await customer()
  const { source_id } = await journal.connect()
  await server.drainJobs()
  const key = kraken.apiKey
  try {
    kraken.apiKey = 'kr-key-another'
    server.clock.advance(120_000)
    await journal.resync(source_id)
    await server.drainJobs()
    expect(await journal.source(source_id)).toMatchObject({ status_code: 'needs_key' })
    const again = await journal.connect({ access_token: kraken.apiKey, is_update: true, source_id })
    expect(again.source_id).toBe(source_id)
    await server.drainJobs()
    expect(await journal.source(source_id)).toMatchObject({ status_code: null, import_status: 'complete' })
    expect(await journal.rows()).toHaveLength(71)
  } finally {
    kraken.apiKey = key
  }
})

test('R3.23 the call says whose key is replaced, and whether what was fetched is fetched again from the beginning', async () => {
  const journal = await customer()
  const { source_id } = await journal.connect({ import_all: true, resync: false })
  await server.drainJobs()
  // 141 entries at 50 a page, the try of the key among the calls.
  const callsOf = async (more: object) => {
    server.clock.advance(120_000)
    const before = pagesAsked()
    const again = await journal.connect({ is_update: true, source_id, ...more })
    await server.drainJobs()
    expect(again.source_id).toBe(source_id)
    return pagesAsked() - before
  }
  expect(await callsOf({ import_all: false, resync: true })).toBe(1 + 1)
  expect(await callsOf({ import_all: true, resync: false })).toBe(1 + 3)
  expect(await journal.rows()).toHaveLength(71)
  expect(await journal.histories()).toHaveLength(1)
  // A key of somebody else's connection replaces nothing.
  const other = await customer()
  await other.customer.expect(404, 'POST', '/imports/v1/api_imports', { ...FORM, is_update: true, source_id })
})

test('R8.33 an account that is larger than this installation fetches is told so, and nothing of it is in the journal', async () => {
  const journal = await customer()
  for (const [id, entry] of krakenHistory(1_001)) kraken.ledger.set(id, entry)
  const { source_id } = await journal.connect()
  await server.drainJobs()
  expect(await journal.source(source_id)).toMatchObject({
    status_code: 'failed',
    reason: expect.stringContaining(connectionMessages.service.tooMany) as string,
  })
  expect(await journal.rows()).toEqual([])
})

test('a second account of one exchange is an account of its own', async () => {
  const journal = await customer()
  await journal.connect()
  await journal.connect()
  await server.drainJobs()
  const names = (await journal.histories()).map(
    ({ account_name, custom_name }) => custom_name ?? account_name,
  )
  expect(names.toSorted()).toEqual(['Kraken', 'Kraken 2'])
})

test('a deleted connection leaves neither key nor answers behind', async () => {
  const journal = await customer()
  const { source_id } = await journal.connect()
  await server.drainJobs()
  await journal.customer.expect(200, 'DELETE', `/imports/v2/sources/${source_id}`)
  const { left } = await withOps(server.db, (tx) =>
    tx.one<{ left: string }>(sql`
      select (select count(*) from credentials where user_id = ${journal.userId})
        + (select count(*) from fetched_pages where user_id = ${journal.userId}) as left`),
  )
  expect(left).toBe('0')
  expect(await journal.rows()).toEqual([])
})

test('a long history comes whole, with no more calls than its pages', async () => {
  const journal = await customer()
  for (const [id, entry] of krakenHistory(900)) kraken.ledger.set(id, entry)
  const before = pagesAsked()
  const { source_id } = await journal.connect()
  await server.drainJobs()
  expect(await journal.source(source_id)).toMatchObject({ total: 1_801, parsed: 1_801, error_count: 0 })
  const [account] = await journal.histories()
  expect(account).toMatchObject({ total_transactions: 901 })
  // 1,801 entries at 50 a page, and the one that tries the key.
  expect(pagesAsked() - before).toBe(1 + 37)
})

test('a recording of the same account with other amounts brings the same journal', async () => {
  const journal = await customer()
  await journal.connect()
  await server.drainJobs()
  const shapeOf = (rows: Awaited<ReturnType<typeof journal.rows>>) =>
    rows.map(({ type, at }) => `${at} ${type}`).toSorted()
  const own = shapeOf(await journal.rows())
  const recorded = await recordConnection({
    connector: 'kraken',
    method: 'api',
    access: { apiKey: kraken.apiKey, apiSecret: kraken.apiSecret },
    now: server.clock.now().getTime(),
    seed: 'of this test',
    ask: () => async (made) => {
      const { path, headers = {}, body } = typeof made === 'function' ? await made() : made
      const answer = await fetch(`${providers.url}/kraken${path}`, {
        method: 'POST',
        headers,
        body: body ?? '',
      })
      return { status: answer.status, headers: {}, text: await answer.text() }
    },
  })
  if (recorded.outcome !== 'recorded') throw new Error(recorded.reasons.join(', '))
  played = handlersOf(parseCassette('kraken.jsonl', recorded.text)).kraken
  server.clock.advance(86_400_000)
  const stranger = await customer()
  await stranger.connect({ access_token: 'any key', refresh_token: kraken.apiSecret })
  await server.drainJobs()
  expect(shapeOf(await stranger.rows())).toEqual(own)
})
