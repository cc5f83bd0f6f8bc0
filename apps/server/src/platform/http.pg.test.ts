import { createHash } from 'node:crypto'
import { connect } from 'node:net'
import { route } from '@lotbook/contract'
import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { z } from 'zod'
import { identity } from '../features/identity/index.ts'
import { testServer } from '../testing/test-server.ts'
import { createApi } from './api.ts'
import { auditRequest } from './audit.ts'
import { withOps, withSubject } from './database.ts'
import { Refusal, refuse } from './refusal.ts'
import { routes } from './request-context.ts'
import { sql } from './sql.ts'

const customer = route.meta({ access: ['customer'] })
const calls = {
  note: customer
    .route({ method: 'POST', path: '/test/note' })
    .input(z.object({ text: z.string().max(20), tags: z.array(z.string()).optional() }))
    .output(z.object({ text: z.string() })),
  notes: customer.route({ method: 'GET', path: '/test/notes' }).output(z.object({ count: z.number() })),
  one: customer.route({ method: 'GET', path: '/test/notes/{id}' }).input(z.object({ id: z.uuid() })),
  fault: customer.route({ method: 'GET', path: '/test/fault' }),
  admin: route.meta({ access: ['admin'] }).route({ method: 'GET', path: '/test/admin' }),
  leak: customer.route({ method: 'GET', path: '/test/leak' }).output(z.object({ id: z.string() })),
  wrong: customer.route({ method: 'GET', path: '/test/wrong' }).output(z.object({ id: z.string() })),
  file: customer
    .route({ method: 'POST', path: '/test/file' })
    .input(z.object({ file: z.file() }))
    .output(z.object({ size: z.number() })),
}
const os = routes(calls)
/** What the server does where it could be killed: after the work, before the answer is stored. */
let afterTheWork = (_pid: number) => Promise.resolve()
const testRoutes = {
  note: os.note.handler(async ({ input, context }) => {
    const { id, pid } = await withSubject(context.db, context.who, async (tx) => {
      await auditRequest(tx, context, { event: 'noted', object: input.text })
      return tx.one<{ id: string; pid: number }>(
        sql`select max(id)::text as id, pg_backend_pid() as pid from audit_events`,
      )
    })
    await afterTheWork(pid)
    return { text: `${input.text} ${id}` }
  }),
  admin: os.admin.handler(() => 'hello'),
  notes: os.notes.handler(({ context }) =>
    withSubject(context.db, context.who, async (tx) => {
      const { count } = await tx.one<{ count: string }>(
        sql`select count(*) as count from audit_events where event = 'noted'`,
      )
      return { count: Number(count) }
    }),
  ),
  one: os.one.handler(() => refuse('not_found')),
  fault: os.fault.handler(() => {
    throw new Error('secret detail: select * from accounts')
  }),
  leak: os.leak.handler(() => ({ id: 'a', password_hash: 'canary' }) as { id: string }),
  wrong: os.wrong.handler(() => ({ id: 7 }) as unknown as { id: string }),
  file: os.file.handler(({ input }) => ({ size: input.file.size })),
}
const server = await testServer({ features: () => [identity, { routes: { test: testRoutes } }] })
const browser = await server.customer()
const notesOf = async (customer = browser) =>
  ((await customer.expect(200, 'GET', '/test/notes')) as { count: number }).count
// So that no test is limited by the one before it.
beforeEach(() => server.clock.advance(60_000))
const errorShape = { status: 'error', code: expect.any(String), message: expect.any(String) }

test('SB1 a server does not start with a route that does not say who may call it', () => {
  const silent = route.route({ method: 'GET', path: '/silent' })
  const handler = routes({ silent }).silent.handler(() => 1)
  expect(() => createApi({ silent: handler })).toThrow(/silent does not say/)
  expect(() => createApi({ note: testRoutes.note })).not.toThrow()
})

test('SD1 every answer carries the exact headers: calls, errors, pages, unknown paths', async () => {
  const urls = [
    '/api/test/notes',
    '/api/test/fault',
    '/api/none',
    '/',
    '/wallets',
    '/none.js',
    '/%zz',
    '/api/%zz',
  ]
  for (const url of urls) {
    const { headers } = await server.app.inject({ url, headers: { host: '127.0.0.1:3000' } })
    expect(headers, url).toMatchObject({
      'content-security-policy':
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; media-src 'self'; " +
        "connect-src 'self' ws://127.0.0.1:3000; form-action 'self'; frame-ancestors 'none'; base-uri 'none'; " +
        "object-src 'none'; manifest-src 'self'; worker-src 'self'; require-trusted-types-for 'script'",
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
      'cross-origin-opener-policy': 'same-origin',
      'cross-origin-resource-policy': 'same-origin',
      'permissions-policy': 'camera=(), microphone=(), geolocation=(), payment=(), usb=(self), hid=(self)',
      'x-request-id': expect.stringMatching(/^[0-9a-f-]{36}$/),
    })
    for (const absent of ['server', 'x-powered-by', 'strict-transport-security']) {
      expect(headers).not.toHaveProperty(absent)
    }
    if (url.startsWith('/api')) expect(headers['cache-control']).toBe('no-store')
  }
})

test('SD1 a host that is no host name does not get into the policy', async () => {
  const { headers } = await server.app.inject({
    url: '/',
    headers: { host: "x; script-src 'unsafe-inline'" },
  })
  expect(headers['content-security-policy']).not.toContain('unsafe-inline')
})

test.each([
  ['a form', { 'content-type': 'application/x-www-form-urlencoded', 'x-lotbook': '1' }],
  ['plain text', { 'content-type': 'text/plain', 'x-lotbook': '1' }],
  ['no mark', { 'content-type': 'application/json', 'x-lotbook': '' }],
  [
    'a foreign origin',
    { 'content-type': 'application/json', 'x-lotbook': '1', origin: 'https://evil.example' },
  ],
  ['a null origin', { 'content-type': 'application/json', 'x-lotbook': '1', origin: 'null' }],
  ['another port', { 'content-type': 'application/json', 'x-lotbook': '1', origin: 'http://127.0.0.1:9999' }],
])('SD2 a change by %s is refused', async (_, headers) => {
  const before = await notesOf()
  const answer = await browser.request('POST', '/test/note', '{"text":"x"}', headers)
  expect(answer).toMatchObject({ status: 403, body: { ...errorShape, code: 'forbidden' } })
  expect(await notesOf()).toBe(before)
})

test('SD2 a change from our own origin goes through', async () => {
  const answer = await browser.post('/test/note', { text: 'own' }, { origin: 'http://127.0.0.1:3000' })
  expect(answer.status).toBe(200)
})

test('SB3 SD11 an answer holds what its schema names, and a fault tells nothing', async () => {
  const { body, text } = await browser.get('/test/leak')
  expect(body).toEqual({ id: 'a' })
  expect(text).not.toContain('canary')
  for (const path of ['/test/fault', '/test/wrong']) {
    const answer = await browser.get(path)
    expect(answer).toMatchObject({ status: 500, body: { ...errorShape, code: 'something_went_wrong' } })
    expect(answer.text).not.toContain('secret')
    expect(answer.text).not.toMatch(/select|\.ts|stack/i)
  }
})

test('SD10 what a schema does not allow is refused by field, and prototypes stay what they are', async () => {
  const long = await browser.post('/test/note', { text: 'x'.repeat(21) })
  expect(long).toMatchObject({
    status: 422,
    body: { code: 'invalid_input', fields: { text: expect.any(String) } },
  })
  expect((await browser.post('/test/note', { text: ['x'] })).status).toBe(422)
  for (const body of [
    '{"text":"x","__proto__":{"polluted":1}}',
    '{"constructor":{"prototype":{"polluted":1}}}',
  ]) {
    const answer = await browser.request('POST', '/test/note', body, { 'content-type': 'application/json' })
    expect(answer).toMatchObject({ status: 422, body: { code: 'invalid_input' } })
  }
  expect(({} as { polluted?: number }).polluted).toBeUndefined()
  const broken = await browser.request('POST', '/test/note', '{"text":', {
    'content-type': 'application/json',
  })
  expect(broken).toMatchObject({ status: 422, body: errorShape })
  expect(await browser.get('/test/notes/not-an-id')).toMatchObject({ status: 422, body: errorShape })
})

test('SD10 what is nested deeper than any call is refused', async () => {
  for (const levels of [100, 200_000]) {
    const tags = `${'['.repeat(levels)}${']'.repeat(levels)}`
    const answer = await browser.request('POST', '/test/note', `{"text":"x","tags":${tags}}`, {
      'content-type': 'application/json',
    })
    expect(answer).toMatchObject({ status: 422, body: { ...errorShape, code: 'invalid_input' } })
  }
})

test('SD10 text that no database can hold is refused by field, wherever it stands', async () => {
  for (const text of ['a\0b', '\ud800', 'a\udc00b']) {
    const answer = await browser.post('/test/note', { text })
    expect(answer).toMatchObject({
      status: 422,
      body: { code: 'invalid_input', fields: { text: expect.any(String) } },
    })
  }
  // In a path too, before anything looks at it.
  expect(await browser.get('/test/notes/%00')).toMatchObject({ status: 422, body: errorShape })
  expect((await browser.post('/test/note', { text: 'Ärger 🦄 \u202E' })).status).toBe(200)
})

test('SB1 a call is for whoever it says', async () => {
  expect(await server.client().get('/test/notes')).toMatchObject({
    status: 401,
    body: { code: 'not_signed_in' },
  })
  const fresh = server.client()
  const account = { email: 'norole@example.com', password: 'plum-engine-violet-93' }
  await fresh.post('/identity/sign_up', account)
  await fresh.post('/identity/log_in', account)
  expect(await fresh.get('/test/notes')).toMatchObject({ status: 403, body: { code: 'forbidden' } })
  expect((await browser.get('/test/notes')).status).toBe(200)
})

test('7 (f) a request is answered once per Idempotency-Key', async () => {
  const key = { 'idempotency-key': 'form-1' }
  const first = await browser.post('/test/note', { text: 'once' }, key)
  const before = await notesOf()
  expect((await browser.post('/test/note', { text: 'once' }, key)).body).toEqual(first.body)
  expect(await notesOf()).toBe(before)
  const other = await browser.post('/test/note', { text: 'twice' }, key)
  expect(other).toMatchObject({ status: 422, body: { code: 'idempotency_key_reused' } })
  const stranger = await server.customer()
  expect((await stranger.post('/test/note', { text: 'once' }, key)).status).toBe(200)
  expect([await notesOf(), await notesOf(stranger)]).toEqual([before, 1])
})

test('7 (f) one of many requests at once with the same key does the work', async () => {
  const before = await notesOf()
  const sent = Array.from({ length: 6 }, () =>
    browser.post('/test/note', { text: 'a' }, { 'idempotency-key': 'many' }),
  )
  const answers = await Promise.all(sent)
  const bodies = answers.filter(({ status }) => status === 200).map(({ text }) => text)
  expect(new Set(bodies).size).toBe(1)
  expect(answers.every(({ status }) => status === 200 || status === 409)).toBe(true)
  expect(await notesOf()).toBe(before + 1)
})

test('7 (f) SF1 killed between its work and its answer, a request has done nothing and can be made again', async () => {
  const before = await notesOf()
  const send = () => browser.post('/test/note', { text: 'k' }, { 'idempotency-key': 'killed' })
  afterTheWork = async (pid) => {
    await server.db.app.query('select pg_terminate_backend($1)', [pid])
  }
  expect((await send()).status).toBeGreaterThanOrEqual(500)
  afterTheWork = () => Promise.resolve()
  expect(await notesOf()).toBe(before)
  const done = await send()
  expect(done.status, done.text).toBe(200)
  expect((await send()).body).toEqual(done.body)
  expect(await notesOf()).toBe(before + 1)
})

test('7 (f) what was refused under a key may be asked again under it', async () => {
  const before = await notesOf()
  const send = () => browser.post('/test/note', { text: 'r' }, { 'idempotency-key': 'refused' })
  afterTheWork = () => Promise.reject(new Refusal('conflict'))
  expect((await send()).status).toBe(409)
  afterTheWork = () => Promise.resolve()
  expect(await notesOf()).toBe(before)
  expect((await send()).status).toBe(200)
  expect(await notesOf()).toBe(before + 1)
})

test('SA8 seeds and codes that are shown once are kept in no answer', async () => {
  const customer = await server.customer()
  const { body } = await customer.post('/identity/totp/enrol', {}, { 'idempotency-key': 'seed' })
  expect(body).toMatchObject({ secret: expect.any(String) })
  const kept = await withOps(server.db, (tx) =>
    tx.all(sql`select key from requests where user_id = ${customer.userId}`),
  )
  expect(kept).toEqual([])
})

test('a body that could be guessed is not guessed from what is kept of it', async () => {
  const customer = await server.customer()
  const body = { text: '123-45-6789' }
  const key = 'd3adb33f-0000-4000-8000-000000000000'
  expect((await customer.post('/test/note', body, { 'idempotency-key': key })).status).toBe(200)
  const kept = await withOps(server.db, (tx) =>
    tx.all<{ key: string; hash: string }>(
      sql`select key, encode(body_hash, 'hex') as hash from requests where user_id = ${customer.userId}`,
    ),
  )
  expect(kept).toHaveLength(1)
  expect(kept[0]?.key).not.toBe(key)
  expect(kept[0]?.hash).not.toBe(createHash('sha256').update(JSON.stringify(body)).digest('hex'))
})

test('SE1 a file is taken up to its limit and no byte further, whatever its length claims', async () => {
  const file = (bytes: number) => new File([Buffer.alloc(bytes, 'a')], 'a.csv')
  expect(await browser.upload('/test/file', { file: file(10_485_760) })).toMatchObject({
    status: 200,
    body: { size: 10_485_760 },
  })
  expect(await browser.upload('/test/file', { file: file(10_485_761) })).toMatchObject({
    status: 413,
    body: { ...errorShape, code: 'too_large' },
  })
  expect(await browser.upload('/test/file', { file: file(1), second: file(1) })).toMatchObject({
    status: 422,
  })
  expect(await server.client().upload('/test/file', { file: file(1) })).toMatchObject({ status: 401 })
})

test('section 6: reads have a burst of sixty, then twenty a second; each session its own', async () => {
  const reader = await server.customer()
  server.clock.advance(60_000)
  const read = async (count: number) => {
    const statuses: number[] = []
    for (let n = 0; n < count; n += 1) statuses.push((await reader.get('/test/notes')).status)
    return statuses.filter((status) => status === 200).length
  }
  expect(await read(70)).toBe(60)
  const refused = await reader.get('/test/notes')
  expect(refused).toMatchObject({ status: 429, body: { code: 'too_many_requests' } })
  expect(refused.headers['retry-after']).toBe('1')
  server.clock.advance(500)
  expect(await read(20)).toBe(10)
  expect((await browser.get('/test/notes')).status).toBe(200)
})

test('SP2 a refused origin, a reached limit and denied access stand in the trail, once a minute', async () => {
  const person = await server.customer()
  const events = async () =>
    (
      await withOps(server.db, (tx) =>
        tx.all<{ event: string }>(sql`
          select event from audit_events where user_id = ${person.userId} order by id`),
      )
    ).map((row) => row.event)
  const before = (await events()).length
  const foreign = () => person.post('/test/note', { text: 'a' }, { origin: 'https://evil.example' })
  expect([(await foreign()).status, (await foreign()).status]).toEqual([403, 403])
  for (let n = 0; n < 30; n += 1) await person.post('/test/note', { text: 'a' })
  expect((await person.post('/identity/totp/disable')).status).toBe(429)
  const seen = (await events()).slice(before).filter((event) => event !== 'noted')
  expect(seen).toEqual(['origin_refused', 'limit_reached'])
  server.clock.advance(61_000)
  await foreign()
  expect((await events()).at(-1)).toBe('origin_refused')
  await person.get('/test/admin')
  expect((await events()).at(-1)).toBe('access_denied')
  // Nobody is signed in: nothing to write it to, and it is refused all the same.
  expect((await server.client().post('/test/note', {}, { origin: 'https://evil.example' })).status).toBe(403)
})

test('SD9 a forged forwarding header does not move the bucket of an address', async () => {
  const client = server.client()
  const statuses: number[] = []
  for (let n = 0; n < 55; n += 1) {
    statuses.push((await client.get('/test/notes', { 'x-forwarded-for': `192.0.2.${n}` })).status)
  }
  expect(statuses.filter((status) => status === 429)).toHaveLength(5)
})

let port: Promise<number> | undefined
/** The port of the server, which listens from the first time it is asked for. */
function listening(): Promise<number> {
  port ??= server.app.listen({ port: 0, host: '127.0.0.1' }).then((address) => Number(new URL(address).port))
  return port
}

test('SD9 a request with two lengths is not understood', async () => {
  const socket = connect(await listening(), '127.0.0.1')
  onTestFinished(() => void socket.destroy())
  const answer = await new Promise<string>((resolve) => {
    socket.once('data', (chunk) => resolve(chunk.toString()))
    socket.write(
      'POST /api/test/note HTTP/1.1\r\nHost: x\r\nContent-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
    )
  })
  expect(answer).toMatch(/^HTTP\/1\.1 400/)
})

test('every answer states the limits that it counted against, also one beyond them', async () => {
  const first = await server.client().get('/test/notes/1')
  expect([first.headers['ratelimit-policy'], first.headers['ratelimit']]).toEqual([
    '"anonymous";q=50;w=50',
    '"anonymous";r=49;t=1',
  ])
  const client = server.client()
  let last = first
  for (let n = 0; n <= 50; n += 1) last = await client.get('/test/notes/1')
  expect(last).toMatchObject({
    status: 429,
    headers: { ratelimit: '"anonymous";r=0;t=50', 'retry-after': '1' },
  })
})
