import type { Connected, ImportHistory } from '@lotbook/contract'
import { afterAll, afterEach, beforeEach, describe, expect, test } from 'vitest'
import { withOps } from '../../platform/database.ts'
import { sql } from '../../platform/sql.ts'
import { customerWith } from '../../testing/customer-journal.ts'
import { type CoinbaseAccount, coinbaseHistory, coinbaseProvider } from '../../testing/providers/coinbase.ts'
import { CoinbaseSignIn } from '../../testing/providers/coinbase-oauth.ts'
import { serveProviders } from '../../testing/providers/serve.ts'
import { testServer } from '../../testing/test-server.ts'
import { freshGrant } from './fresh-grant.ts'

const account: CoinbaseAccount = {
  wallets: [],
  keys: new Map(),
  permissions: { can_view: true, can_trade: false, can_transfer: false },
}
const now = () => server.clock.now().getTime()
const signIn = new CoinbaseSignIn(() => account, now)
const providers = await serveProviders({
  coinbase: coinbaseProvider(() => undefined, signIn.accountOfToken, now),
  'coinbase-oauth': signIn.handler,
})
const server = await testServer({
  env: {
    PROVIDERS_URL: providers.url,
    COINBASE_CLIENT_ID: signIn.clientId,
    COINBASE_CLIENT_SECRET: signIn.clientSecret,
  },
})
afterAll(() => providers.close())
afterEach(() => server.drainJobs())

beforeEach(() => {
  providers.mend()
  server.clock.advance(600_000)
  signIn.extraScopes.length = 0
  account.wallets.splice(0, account.wallets.length, ...coinbaseHistory(5))
})

const tokenCalls = () => providers.calls.filter(({ path }) => path === '/oauth2/token').length

async function customer() {
  const journal = await customerWith(server)
  const begin = async (body = {}) =>
    new URL(((await journal.post('/authorize/coinbase', body)) as { url: string }).url)
  /** Goes to Coinbase's page as a browser does, and comes back with what it sends. */
  const approved = async (url: URL) => {
    const answer = await fetch(url, { redirect: 'manual' })
    const back = new URL(answer.headers.get('location') ?? '')
    return {
      path: back.pathname,
      code: back.searchParams.get('code') ?? '',
      state: back.searchParams.get('state') ?? '',
    }
  }
  const finish = (back: { code: string; state: string }, status = 200) =>
    journal.customer.expect(status, 'POST', '/authorize/coinbase/return', {
      code: back.code,
      state: back.state,
    })
  const connect = async (body = {}) => (await finish(await approved(await begin(body)))) as Connected
  const fetchAgain = async (id: string) => {
    server.clock.advance(120_000)
    await journal.customer.expect(200, 'POST', '/trigger_resynchronize_source', { source_id: id })
    await server.drainJobs()
  }
  return { ...journal, begin, approved, finish, connect, fetchAgain }
}

test('R7.11 R7.12 R7.13 R7.14 R7.15 R7.16 a person signs in at Coinbase, comes back, and the history comes in', async () => {
  const journal = await customer()
  const url = await journal.begin()
  const { state, scope, code_challenge, ...query } = Object.fromEntries(url.searchParams)
  expect(url.pathname).toBe('/coinbase-oauth/oauth2/auth')
  expect(query).toEqual({
    response_type: 'code',
    client_id: signIn.clientId,
    redirect_uri: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+\/authorize\/coinbase$/) as string,
    code_challenge_method: 'S256',
  })
  expect(scope?.split(' ').toSorted()).toEqual([
    'offline_access',
    'wallet:accounts:read',
    'wallet:buys:read',
    'wallet:deposits:read',
    'wallet:sells:read',
    'wallet:transactions:read',
    'wallet:user:email',
    'wallet:withdrawals:read',
  ])
  expect([state?.length, code_challenge?.length].every((length) => (length ?? 0) >= 43)).toBe(true)
  const answer = (await journal.finish(await journal.approved(url))) as Connected
  expect(answer).toMatchObject({ status: 'success', first_import: true, may: [] })
  await server.drainJobs()
  expect(await journal.rows()).toHaveLength(11)
  expect(await journal.source(answer.source_id ?? '')).toMatchObject({ file_type: 'api', api_code: null })
})

test('R3.43 R3.48 an account and its connection say where they are, what they are called, and whether and why not they can be fetched again', async () => {
  const journal = await customer()
  const { source_id } = await journal.connect()
  const id = source_id ?? ''
  await server.drainJobs()
  const history = async () =>
    (await journal.get<{ data: ImportHistory[] }>('/imports/v2/import_histories')).data[0]
  const account = await history()
  expect(account).toMatchObject({
    us_based: true,
    resync_id: id,
    source_id: id,
    // It was fetched a moment ago.
    resync_disabled: true,
    api_code: null,
  })
  expect(await journal.source(id)).toMatchObject({
    custom_name: null,
    us_based: true,
    error_count: 0,
    note_count: account?.note_count,
    allow_resync_new: true,
    resync_disabled: true,
    api_code: null,
  })
  await journal.post('/imports/v2/update_name', { id: account?.id, name: 'Old Coinbase' })
  await journal.post('/imports/v2/update_us_based', { id: account?.id, us_based: false })
  server.clock.advance(120_000)
  expect(await history()).toMatchObject({ us_based: false, resync_disabled: false })
  expect(await journal.source(id)).toMatchObject({
    custom_name: 'Old Coinbase',
    us_based: false,
    resync_disabled: false,
  })
  signIn.revoke(true)
  server.clock.advance(3_600_000)
  await journal.fetchAgain(id)
  expect(await history()).toMatchObject({ api_code: 'COINBASE_OAUTH_EXPIRED', resync_id: id })
  expect(await journal.source(id)).toMatchObject({ api_code: 'COINBASE_OAUTH_EXPIRED' })

  // Of a file there is nothing to fetch again, and its rows that could not be read are counted.
  const file = await journal.import(
    'own.csv',
    'Timestamp,Type,IN Amount,IN Currency,Out Amount,Out Currency,Fee Amount,Fee Currency,Exchange(optional),US Based,Txid\nnever,buy,1,BTC,1,USD,,,Gemini,yes,n1\n2024-01-02T10:00:00Z,buy,1,BTC,100,USD,,,Gemini,yes,n2\n',
  )
  expect(await journal.source(file)).toMatchObject({
    error_count: 1,
    allow_resync_new: false,
    resync_disabled: true,
    api_code: null,
  })
})

describe('a return that is not the one that was begun is refused, and no token is asked for', () => {
  test('missing, made up, used, too late, and of another session', async () => {
    const journal = await customer()
    const other = await customer()
    const back = await journal.approved(await journal.begin())
    const late = await journal.approved(await journal.begin())
    const before = tokenCalls()
    await journal.finish({ ...back, state: '' }, 422)
    await journal.finish({ ...back, state: 'a'.repeat(200) }, 400)
    await other.finish(back, 400)
    server.clock.advance(601_000)
    await journal.finish(late, 400)
    expect(tokenCalls()).toBe(before)
    const good = await journal.approved(await journal.begin())
    await journal.finish(good)
    await journal.finish(good, 400)
    expect(tokenCalls()).toBe(before + 1)
  })

  test('a state is used up also where Coinbase refuses the code', async () => {
    const journal = await customer()
    const back = await journal.approved(await journal.begin())
    await journal.finish({ ...back, code: 'injected' }, 503)
    await journal.finish(back, 400)
    expect(await journal.get('/imports/v2/import_histories')).toMatchObject({ data: [] })
  })
})

test('a right that nobody asked for is told', async () => {
  const journal = await customer()
  signIn.extraScopes.push('wallet:transactions:send', 'wallet:buys:create')
  expect(await journal.connect()).toMatchObject({ may: ['trade', 'withdraw'] })
})

test('an access token is exchanged before it is used when its hour is over, and on the way where it is refused', async () => {
  const journal = await customer()
  const { source_id } = await journal.connect()
  await server.drainJobs()
  server.clock.advance(3_500_000)
  const before = tokenCalls()
  await journal.fetchAgain(source_id ?? '')
  expect(tokenCalls()).toBe(before + 1)
  signIn.revoke()
  await journal.fetchAgain(source_id ?? '')
  expect(tokenCalls()).toBe(before + 2)
  expect(await journal.source(source_id ?? '')).toMatchObject({ status_code: null })
  expect(await journal.rows()).toHaveLength(11)
})

test('of twenty that find the token expired at once, one exchanges it', async () => {
  const journal = await customer()
  const { source_id } = await journal.connect()
  server.clock.advance(3_500_000)
  const before = tokenCalls()
  const of = { userId: journal.userId, connectionId: source_id ?? '' }
  const services = server.services
  const all = await Promise.all(Array.from({ length: 20 }, () => freshGrant(server.db, services, of)))
  expect(tokenCalls()).toBe(before + 1)
  expect(new Set(all.map((grant) => grant.reveal().accessToken)).size).toBe(1)
})

test.each([
  ['refused', () => signIn.revoke(true)],
  ['answered by nothing', () => providers.fail('coinbase-oauth', 'reset')],
  ['broken off', () => providers.fail('coinbase-oauth', 'cut')],
  ['an error of Coinbase', () => providers.fail('coinbase-oauth', { status: 500 })],
])(
  'R8.10 an exchange that is %s is not tried again: the person signs in again, and the import goes on',
  async (_, goWrong) => {
    const journal = await customer()
    const source_id = (await journal.connect()).source_id ?? ''
    await server.drainJobs()
    server.clock.advance(3_500_000)
    const before = tokenCalls()
    goWrong()
    await journal.fetchAgain(source_id)
    expect(tokenCalls()).toBe(before + 1)
    expect(await journal.source(source_id)).toMatchObject({
      status_code: 'needs_oauth',
      api_code: 'COINBASE_OAUTH_EXPIRED',
    })
    expect(await journal.rows()).toHaveLength(11)
    server.clock.advance(120_000)
    expect(
      await journal.customer.expect(409, 'POST', '/trigger_resynchronize_source', { source_id }),
    ).toMatchObject({ code: 'COINBASE_OAUTH_EXPIRED' })
    expect(tokenCalls()).toBe(before + 1)
    const again = await journal.connect({ source_id })
    expect(again.source_id).toBe(source_id)
    await server.drainJobs()
    expect(await journal.source(source_id)).toMatchObject({ status_code: null, api_code: null })
  },
)

test.each([
  ['is given back', () => {}, false],
  ['ends by itself where Coinbase does not answer', () => providers.fail('coinbase-oauth', 'reset'), true],
])('the grant of a deleted connection %s, and is forgotten here', async (_, goWrong, isGood) => {
  const journal = await customer()
  const { source_id } = await journal.connect()
  await server.drainJobs()
  const asked = providers.calls.filter(({ path }) => path === '/oauth2/revoke').length
  goWrong()
  await journal.customer.expect(200, 'DELETE', `/imports/v2/sources/${source_id}`)
  expect(await journal.get('/imports/v2/import_histories')).toMatchObject({ data: [] })
  await server.drainJobs()
  const revoked = providers.calls.filter(({ path }) => path === '/oauth2/revoke').slice(asked)
  expect(revoked).toHaveLength(1)
  const token = new URLSearchParams(revoked[0]?.body).get('token') ?? ''
  expect(signIn.accountOfToken(token) !== undefined).toBe(isGood)
  const { left } = await withOps(server.db, (tx) =>
    tx.one<{ left: string }>(sql`select count(*) as left from credentials where user_id = ${journal.userId}`),
  )
  expect(left).toBe('0')
})

test('tokens stand nowhere in the clear', async () => {
  const journal = await customer()
  await journal.connect()
  const body = providers.calls.findLast(({ path }) => path === '/oauth2/token')
  const { text } = await withOps(server.db, (tx) =>
    tx.one<{ text: string }>(sql`
      select string_agg(t::text, '') as text from (
        select encode(sealed, 'escape') as t from credentials where user_id = ${journal.userId}
        union all select g::text from grants_begun g where user_id = ${journal.userId}) rows`),
  )
  expect(body?.body).toContain('code_verifier=')
  expect(text).not.toMatch(/[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-/)
})

test('without a client of its own an installation offers no sign-in, and says why', async () => {
  const plain = await testServer({ env: { PROVIDERS_URL: providers.url } })
  const journal = await customerWith(plain)
  const { data } = await journal.get<{ data: { oauth: boolean; api: boolean } }>(
    '/compliance/v1/exchanges/coinbase',
  )
  expect(data).toMatchObject({ oauth: false, api: true })
  const refused = await journal.customer.expect(503, 'POST', '/authorize/coinbase', {})
  expect(refused).toMatchObject({
    message: expect.stringContaining('not set up on this site') as string,
  })
})
