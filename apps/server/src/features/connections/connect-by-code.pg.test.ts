import { connectionMessages, type Connected, type ConnectedByCode, fill } from '@lotbook/contract'
import { afterAll, afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { withOps } from '../../platform/database.ts'
import { checkInvariants } from '../../platform/invariants.ts'
import { silentLog } from '../../platform/log.ts'
import { sql } from '../../platform/sql.ts'
import { customerWith } from '../../testing/customer-journal.ts'
import {
  BLINK_CODE,
  type BlinkAccount,
  blinkEntry,
  blinkHistory,
  BlinkServer,
} from '../../testing/providers/blink.ts'
import { serveProviders } from '../../testing/providers/serve.ts'
import { testServer } from '../../testing/test-server.ts'

const EMAIL = 'ana@example.org'
const GUARDED = 'guarded@example.org'
const TOTP = '271828'
const MINUTE = 60_000

const accounts = new Map<string, BlinkAccount>()
const blink = new BlinkServer(
  (email) => accounts.get(email),
  () => server.clock.now().getTime(),
)
const providers = await serveProviders({ blink: blink.graphql, 'blink-auth': blink.signIn })
const server = await testServer({ env: { PROVIDERS_URL: providers.url } })
afterAll(() => providers.close())
afterEach(() => server.drainJobs())

beforeEach(() => {
  providers.mend()
  // A provider that asked to wait, or was left alone, may be asked again.
  server.clock.advance(60 * MINUTE)
  accounts.clear()
  accounts.set(EMAIL, blinkHistory(120))
  accounts.set(GUARDED, { ...blinkHistory(3), totpCode: TOTP })
})

const SOURCE = { exchange_name: 'blink' }

async function customer() {
  const journal = await customerWith(server)
  const answers: unknown[] = []
  const call = async (status: number, path: string, body: object) => {
    const answer = await journal.customer.expect(status, 'POST', path, { ...SOURCE, ...body })
    answers.push(answer)
    return answer
  }
  const send = (status = 200, email = EMAIL) => call(status, '/imports/v1/mailed_codes', { email })
  const connect = async (more: object = {}, status = 200) =>
    (await call(status, '/imports/v1/mailed_codes/connect', {
      code: BLINK_CODE,
      ...more,
    })) as ConnectedByCode & {
      source_id: string
    }
  /** Connects by a code, and fetches. */
  const connected = async (email = EMAIL) => {
    await send(200, email)
    const { source_id } = await connect()
    await server.drainJobs()
    return source_id
  }
  return { ...journal, answers, send, connect, connected }
}

const asked = (path: string) => providers.calls.filter((call) => call.path === path)
const pagesAsked = () => asked('/graphql').filter(({ body }) => body.includes('transactions(')).length

test('an account is connected by a mailed code: one key that reads is kept, and the session is over', async () => {
  const journal = await customer()
  const before = pagesAsked()
  expect(await journal.send()).toEqual({ status: 'success' })
  const { source_id, ...answer } = await journal.connect()
  expect(answer).toEqual({ status: 'success', first_import: true })
  expect(blink.sessions).toEqual([])
  const made = asked('/graphql').findLast(({ body }) => body.includes('apiKeyCreate'))
  expect(JSON.parse(made?.body ?? '')).toMatchObject({
    variables: { input: { name: 'Lotbook', scopes: ['READ'] } },
  })
  await server.drainJobs()
  // 120 payments, one that was sent, one change, and one that failed.
  expect(await journal.source(source_id)).toMatchObject({
    import_status: 'complete',
    status_code: null,
    file_type: 'api',
    total: 124,
    error_count: 0,
  })
  expect(pagesAsked() - before).toBe(2)
  const rows = await journal.rows()
  expect(rows).toHaveLength(122)
  expect(rows[0]).toMatchObject({ type: 'incoming', to: { amount: '0.001' } })
  expect(await journal.get(`/transactions/${rows[0]?.id}`)).toMatchObject({ data: { comment: 'sale 1' } })
  expect(rows.filter(({ type }) => type === 'outgoing')).toMatchObject([
    { from: { amount: '0.0002' }, fee: { amount: '0.00000015' } },
  ])
  expect(rows.filter(({ type }) => type === 'sell')).toMatchObject([
    { from: { amount: '0.0005' }, to: { amount: '45' } },
  ])
  const { accounts: held } = await journal.get<{ accounts: { proof: string }[] }>(
    '/wallets/v1/assets/balances',
  )
  expect(held).toMatchObject([{ proof: 'matches' }])
  expect(await checkInvariants(server.db)).toEqual([])
})

test('the next time what came since is fetched; what is pending is asked for until it is not', async () => {
  const journal = await customer()
  const now = () => Math.floor(server.clock.now().getTime() / 1000)
  const entries = accounts.get(EMAIL)?.entries ?? []
  entries.push(blinkEntry(200, -9_000, { status: 'PENDING', createdAt: now() - 30 * 86_400 }))
  entries.push(blinkEntry(201, 1_000, { createdAt: now() - 20 * 86_400 }))
  const source_id = await journal.connected()
  expect(await journal.rows()).toHaveLength(123)
  const resync = async () => {
    server.clock.advance(2 * MINUTE)
    const before = providers.calls.length
    await journal.post('/trigger_resynchronize_source', { source_id })
    await server.drainJobs()
    return providers.calls
      .slice(before)
      .map(({ body }) => (JSON.parse(body) as { variables: { before?: string } }).variables.before)
  }
  const lastDone = blinkEntry(124, 1).id
  expect(await resync()).toEqual([lastDone])
  entries[entries.length - 2] = { ...blinkEntry(200, -9_000), createdAt: now() - 30 * 86_400 }
  entries.push(blinkEntry(202, 2_000, { createdAt: now() }))
  expect(await resync()).toEqual([lastDone])
  expect(await journal.rows()).toHaveLength(125)
  // The mark stays a day behind, for entries that come late.
  expect(await resync()).toEqual([blinkEntry(201, 1).id])
  expect(await journal.rows()).toHaveLength(125)
})

test('a wrong code is told at its field, and the right one is still taken', async () => {
  const journal = await customer()
  await journal.send()
  for (const code of ['000000', 'x'])
    expect(await journal.connect({ code }, 422)).toMatchObject({
      code: 'invalid_input',
      fields: { code: expect.stringContaining('not the code') as string },
    })
  expect(await journal.connect({ code: '' }, 422)).toMatchObject({
    fields: { code: 'Enter the code that Blink mailed.' },
  })
  expect(await journal.connect({ code: ' 314 159 ' })).toMatchObject({ status: 'success' })
  // It is used up.
  expect(await journal.connect({}, 422)).toMatchObject({
    fields: { code: expect.stringContaining('No code is waited for') as string },
  })
})

test('who tries too many codes asks for a new one, before Blink shuts everybody out', async () => {
  const journal = await customer()
  await journal.send()
  for (let n = 0; n < 5; n += 1) await journal.connect({ code: '000000' }, 422)
  const before = asked('/email/login').length
  expect(await journal.connect({}, 422)).toMatchObject({
    fields: { code: expect.stringContaining('tried too often') as string },
  })
  expect(asked('/email/login')).toHaveLength(before)
  server.clock.advance(MINUTE)
  await journal.send()
  expect(await journal.connect()).toMatchObject({ status: 'success' })
})

test('within a minute of a code Blink is asked for no other, and the wait is told; then the new code alone counts', async () => {
  const journal = await customer()
  await journal.send()
  const before = asked('/email/code').length
  server.clock.advance(18_000)
  expect(await journal.send(429)).toMatchObject({
    code: 'too_many_requests',
    message: 'A code was mailed less than a minute ago. You can ask for another in 42 seconds.',
  })
  expect(asked('/email/code')).toHaveLength(before)
  const [login] = asked('/email/login').slice(-1)
  server.clock.advance(42_000)
  await journal.send()
  expect(asked('/email/code')).toHaveLength(before + 1)
  await journal.connect()
  expect(asked('/email/login').at(-1)?.body).not.toBe(login?.body)
})

test('of two clicks at once one asks Blink', async () => {
  const journal = await customer()
  const before = asked('/email/code').length
  const both = await Promise.all(
    [1, 2].map(() =>
      journal.customer.request('POST', '/imports/v1/mailed_codes', { ...SOURCE, email: EMAIL }),
    ),
  )
  expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 429])
  expect(asked('/email/code')).toHaveLength(before + 1)
})

test('an address that is none is told at its field, and may be corrected at once', async () => {
  const journal = await customer()
  for (const email of ['', 'ana', 'ana@nowhere'])
    expect(await journal.send(422, email)).toMatchObject({
      code: 'invalid_input',
      fields: { email: expect.any(String) as string },
    })
  await journal.send()
})

test('a code expires after a quarter of an hour, and what was kept for it is gone', async () => {
  const journal = await customer()
  await journal.send()
  const kept = () =>
    withOps(server.db, (tx) =>
      tx.all<{ login: Buffer | null }>(sql`select login from codes_mailed where user_id = ${journal.userId}`),
    )
  expect(await kept()).toHaveLength(1)
  const { body } = asked('/email/code').at(-1) ?? {}
  expect(body).toContain(EMAIL)
  server.clock.advance(15 * MINUTE)
  const before = asked('/email/login').length
  expect(await journal.connect({}, 422)).toMatchObject({
    fields: { code: expect.stringContaining('has expired') as string },
  })
  expect(asked('/email/login')).toHaveLength(before)
  // Its moment comes.
  await server.db.app.query(`update jobs.job set start_after = now() where name = 'forget-mailed-code'`)
  await server.drainJobs()
  expect(await kept()).toEqual([])
})

test('a code that Blink no longer takes is told at its field', async () => {
  const journal = await customer()
  await journal.send()
  providers.fail('blink-auth', { status: 500, body: { error: 'CodeExpiredKratosError' } })
  expect(await journal.connect({}, 422)).toMatchObject({
    fields: { code: 'Blink no longer takes this code. Send a new one.' },
  })
})

test('a customer cannot use the code that another asked for, nor name a sign-in or a connection', async () => {
  const [one, other] = [await customer(), await customer()]
  await one.send()
  const [login] = asked('/email/code').slice(-1)
  expect(login?.body).toContain(EMAIL)
  const before = asked('/email/login').length
  for (const more of [{}, { emailLoginId: 'x', login: 'x' }])
    expect(await other.connect(more, 422)).toMatchObject({ fields: { code: expect.any(String) as string } })
  expect(asked('/email/login')).toHaveLength(before)
  const { source_id } = await one.connect()
  // The code of their own is not used up for a connection that is not theirs.
  await other.send()
  await other.connect({ is_update: true, source_id }, 404)
  expect(asked('/email/login')).toHaveLength(before + 1)
  expect(await other.connect()).toMatchObject({ status: 'success' })
})

test('Blink that asks to wait, is down or answers nonsense is named, and nothing is kept', async () => {
  const journal = await customer()
  providers.fail('blink-auth', { status: 500, body: { error: 'Too many attempts' } })
  expect(await journal.send(503)).toMatchObject({
    message: expect.stringContaining('Blink did not mail a code.') as string,
  })
  // None went out, so that it may be asked for again at once.
  await journal.send()
  providers.fail('blink-auth', { status: 429, body: { error: 'too many requests' } })
  expect(await journal.connect({}, 429)).toMatchObject({
    message: expect.stringContaining('Blink asks to wait.') as string,
  })
  server.clock.advance(5 * MINUTE)
  providers.fail('blink-auth', { status: 503, body: 'maintenance' }, { times: 2 })
  const notResponding = { message: fill(connectionMessages.service.notResponding, { service: 'Blink' }) }
  expect(await journal.connect({}, 503)).toMatchObject(notResponding)
  expect(await journal.send(503)).toMatchObject(notResponding)
  // Nobody knows whether a mail went out.
  await journal.send(429)
  providers.fail('blink-auth', { body: 'nonsense' })
  expect(await journal.connect({}, 503)).toMatchObject({
    message: fill(connectionMessages.service.failed, { service: 'Blink' }),
  })
  // No key could be made; the session is over all the same.
  providers.fail('blink', { body: { errors: [{ message: 'no' }] } })
  expect(await journal.connect({}, 503)).toMatchObject({
    message: fill(connectionMessages.service.failed, { service: 'Blink' }),
  })
  expect(blink.sessions).toEqual([])
  expect(await journal.get('/imports/v2/import_histories')).toMatchObject({ data: [] })
})

test('an account with an authenticator wants its code too, which is told at its own field where it is wrong', async () => {
  const journal = await customer()
  await journal.send(200, GUARDED)
  expect(await journal.connect()).toEqual({ status: 'authenticator', source_id: null, first_import: false })
  expect(await journal.connect({ authenticator_code: '000000' }, 422)).toMatchObject({
    fields: { authenticator_code: expect.any(String) as string },
  })
  const { source_id } = await journal.connect({ authenticator_code: TOTP })
  await server.drainJobs()
  expect(await journal.source(source_id)).toMatchObject({ import_status: 'complete', status_code: null })
  expect(blink.sessions).toEqual([])
})

test('a session waits five minutes for the authenticator', async () => {
  const journal = await customer()
  await journal.send(200, GUARDED)
  await journal.connect()
  server.clock.advance(5 * MINUTE)
  expect(await journal.connect({ authenticator_code: TOTP }, 422)).toMatchObject({
    fields: { code: expect.stringContaining('Send a new one') as string },
  })
})

test('a key that was revoked is asked for again, and a new code goes on where the old key stopped', async () => {
  const journal = await customer()
  const source_id = await journal.connected()
  blink.revokeKeys()
  server.clock.advance(2 * MINUTE)
  await journal.post('/trigger_resynchronize_source', { source_id })
  await server.drainJobs()
  expect(await journal.source(source_id)).toMatchObject({ status_code: 'needs_key' })
  await journal.send()
  expect(await journal.connect({ is_update: true, source_id })).toMatchObject({
    source_id,
    first_import: false,
  })
  await server.drainJobs()
  expect(await journal.source(source_id)).toMatchObject({ status_code: null, import_status: 'complete' })
  expect(await journal.rows()).toHaveLength(122)
})

test('a key that was made by hand is connected like any other; one that may pay is asked about, one that reads nothing refused', async () => {
  const journal = await customer()
  const account = accounts.get(EMAIL) ?? blinkHistory(1)
  const path = '/imports/v1/api_imports'
  const form = (scopes: readonly string[]) => ({
    ...SOURCE,
    access_token: ` ${blink.makeKey(account, scopes)} `,
  })
  expect(await journal.post(path, form(['READ', 'WRITE']))).toMatchObject({
    status: 'confirm',
    may: ['trade', 'withdraw'],
  })
  expect(await journal.customer.expect(422, 'POST', path, form(['RECEIVE']))).toMatchObject({
    message: connectionMessages.service.badKeys,
  })
  expect(
    await journal.customer.expect(422, 'POST', path, { ...SOURCE, access_token: 'blink_nobody' }),
  ).toMatchObject({ message: connectionMessages.service.wrongKey })
  const { source_id } = (await journal.post(path, form(['READ']))) as Connected & { source_id: string }
  await server.drainJobs()
  expect(await journal.source(source_id)).toMatchObject({ status_code: null, total: 124 })
})

test('where Blink does not tell what a key may do, the key is taken', async () => {
  blink.tellsScopes = false
  onTestFinished(() => void (blink.tellsScopes = true))
  const journal = await customer()
  const access_token = blink.makeKey(accounts.get(EMAIL) ?? blinkHistory(1), ['READ'])
  expect(await journal.post('/imports/v1/api_imports', { ...SOURCE, access_token })).toMatchObject({
    status: 'success',
  })
})

test('sign-in, session and key stand nowhere in the clear: not in answers, tables, jobs or logs', async () => {
  const logged: unknown[] = []
  for (const level of ['warn', 'error'] as const)
    vi.spyOn(silentLog, level).mockImplementation((...line: readonly unknown[]) => void logged.push(line))
  onTestFinished(() => void vi.restoreAllMocks())
  const journal = await customer()
  await journal.send(200, GUARDED)
  await journal.connect()
  const rows = await withOps(server.db, (tx) =>
    tx.all(
      sql`select c::text, encode(login, 'escape') as login from codes_mailed c where user_id = ${journal.userId}`,
    ),
  )
  // The session cannot be ended, which is logged.
  providers.fail('blink', { status: 500, body: 'down' }, { after: 1 })
  await journal.connect({ authenticator_code: TOTP })
  expect(JSON.stringify(logged)).toContain('could not be ended')
  const { emailLoginId } = JSON.parse(asked('/email/login').at(-1)?.body ?? '{}') as { emailLoginId: string }
  const { authToken } = JSON.parse(asked('/totp/validate').at(-1)?.body ?? '{}') as { authToken: string }
  const key = blink.keys.at(-1) ?? ''
  expect([emailLoginId, authToken, key].map((secret) => secret.length > 20)).toEqual([true, true, true])
  const kept = await withOps(server.db, (tx) =>
    tx.all(sql`
      select encode(sealed, 'escape') as t from credentials where user_id = ${journal.userId}
      union all select c::text from connections c where user_id = ${journal.userId}
      union all select r::text from requests r where user_id = ${journal.userId}
      union all select a::text from audit_events a where user_id = ${journal.userId}`),
  )
  const { rows: jobs } = await server.db.app.query(`select data::text from jobs.job`)
  const { data } = await journal.get<{ data: unknown }>('/imports/v2/import_histories')
  const text = JSON.stringify([rows, kept, jobs, journal.answers, data, logged])
  for (const secret of [emailLoginId, authToken, key, GUARDED]) expect(text).not.toContain(secret)
})

test('a source that signs in otherwise is not asked for a code', async () => {
  const journal = await customer()
  for (const exchange_name of ['kraken', 'nowhere'])
    expect(
      (await journal.customer.request('POST', '/imports/v1/mailed_codes', { exchange_name, email: EMAIL }))
        .status,
    ).toBe(exchange_name === 'kraken' ? 503 : 422)
})
