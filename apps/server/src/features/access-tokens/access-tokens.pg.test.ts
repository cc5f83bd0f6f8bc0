import { API_FILES, contract, MOST_TOKENS, type AccessToken, type Scope } from '@lotbook/contract'
import { expect, test } from 'vitest'
import { declaredRoutes } from '../../platform/api.ts'
import { self, withOps, withSubject } from '../../platform/database.ts'
import { newId } from '../../platform/ids.ts'
import { sql } from '../../platform/sql.ts'
import { customerWith } from '../../testing/customer-journal.ts'
import { TEST_PASSWORD, testServer } from '../../testing/test-server.ts'
import type { TestClient } from '../../testing/test-client.ts'
import { forgetEndedTokens } from './access-tokens.ts'
import { newAccessToken } from './token-form.ts'

const server = await testServer()
const DAY_MS = 86_400_000

interface Made {
  readonly id: string
  readonly token: string
}

async function make(browser: TestClient, scopes: readonly Scope[] = ['read'], days = 30): Promise<Made> {
  const body = { name: 'My spreadsheet', scopes, days }
  return (await browser.expect(200, 'POST', '/access_tokens', body)) as Made
}

async function tokensOf(browser: TestClient): Promise<AccessToken[]> {
  return ((await browser.expect(200, 'GET', '/access_tokens')) as { tokens: AccessToken[] }).tokens
}

/** A program: no cookie, no mark of a page, only its token. */
function program(token: string) {
  const client = server.client()
  const authorization = `Bearer ${token}`
  return {
    get: (path: string, headers = {}) => client.get(path, { authorization, ...headers }),
    send: (method: 'POST' | 'DELETE' | 'PATCH' | 'PUT', path: string, body?: unknown) =>
      client.request(method, path, body, { authorization, 'x-lotbook': '' }),
  }
}

test('N28 a token reads what its customer has, and is kept as a hash', async () => {
  const browser = await server.customer()
  const { id, token } = await make(browser, ['read'])
  expect(token).toMatch(/^lbk_[0-9A-Za-z]{49}$/)
  expect(await tokensOf(browser)).toMatchObject([
    { id, name: 'My spreadsheet', beginning: token.slice(0, 8), scopes: ['read'], last_used_at: null },
  ])

  const answer = await program(token).get('/transactions')
  expect([answer.status, answer.headers['set-cookie']]).toEqual([200, undefined])
  expect(JSON.stringify(await tokensOf(browser))).not.toContain(token)
  const kept = await withOps(server.db, (tx) =>
    tx.all(sql`
      select row_to_json(t)::text as text from access_tokens t where user_id = ${browser.userId}
      union all select row_to_json(r)::text from requests r where user_id = ${browser.userId}
      union all select row_to_json(a)::text from audit_events a where user_id = ${browser.userId}`),
  )
  expect(JSON.stringify(kept)).not.toContain(token)
  expect(await server.mails(await emailOf(browser))).toMatchObject([
    { template: 'account_changed', values: { what: 'an access token was created' } },
  ])
})

test('a repeat of the request that made a token has no token kept for it', async () => {
  const browser = await server.customer()
  const body = { name: 'Twice', scopes: ['read'], days: 30 }
  const first = await browser.post('/access_tokens', body, { 'idempotency-key': 'one' })
  const second = await browser.post('/access_tokens', body, { 'idempotency-key': 'one' })
  expect((first.body as Made).token).not.toBe((second.body as Made).token)
  const kept = await withSubject(server.db, self(browser.userId), (tx) =>
    tx.all(sql`select answer from requests`),
  )
  expect(kept).toEqual([])
})

test('its last use is known to the minute, by one write a minute', async () => {
  const browser = await server.customer()
  const { token } = await make(browser)
  const first = server.clock.now().toISOString()
  await program(token).get('/road')
  server.clock.advance(59_000)
  await program(token).get('/road')
  expect((await tokensOf(browser))[0]?.last_used_at).toBe(first)
  server.clock.advance(1_000)
  await program(token).get('/road')
  expect((await tokensOf(browser))[0]?.last_used_at).toBe(server.clock.now().toISOString())
})

test('making one asks for a proof of who one is, not older than ten minutes', async () => {
  const browser = await server.customer()
  server.clock.advance(11 * 60_000)
  const refused = await browser.post('/access_tokens', { name: 'Late', scopes: ['read'], days: 30 })
  expect(refused.body).toMatchObject({ code: 'reauth_required' })
  expect(await tokensOf(browser)).toEqual([])
  await browser.expect(200, 'POST', '/identity/reauthenticate', { password: TEST_PASSWORD })
  await make(browser)
})

test.each([
  ['no name', { name: ' ', scopes: ['read'], days: 30 }, 'name'],
  ['no scope', { name: 'A', scopes: [], days: 30 }, 'scopes'],
  ['a scope that there is not', { name: 'A', scopes: ['admin'], days: 30 }, 'scopes.0'],
  ['no end', { name: 'A', scopes: ['read'] }, 'days'],
  ['an end of its own', { name: 'A', scopes: ['read'], days: 3650 }, 'days'],
])('a token with %s is refused by its field', async (_, body, field) => {
  const browser = await server.customer()
  const refused = await browser.post('/access_tokens', body)
  expect([refused.status, Object.keys((refused.body as { fields: object }).fields)]).toEqual([422, [field]])
})

test('revoked: refused with the next request, and told so', async () => {
  const browser = await server.customer()
  const { id, token } = await make(browser)
  expect((await program(token).get('/road')).status).toBe(200)
  await browser.expect(200, 'DELETE', `/access_tokens/${id}`)
  const refused = await program(token).get('/road')
  expect(refused).toMatchObject({
    status: 401,
    body: { status: 'error', code: 'access_token_revoked' },
    headers: { 'www-authenticate': 'Bearer error="invalid_token"' },
  })
  expect(await tokensOf(browser)).toEqual([])
  await browser.expect(404, 'DELETE', `/access_tokens/${id}`)
  const trail = await withSubject(server.db, self(browser.userId), (tx) =>
    tx.all<{ event: string }>(sql`
      select event from audit_events where object = ${`access_token:${id}`} order by at, id`),
  )
  expect(trail.map(({ event }) => event)).toEqual(['access_token_created', 'access_token_revoked'])
})

test('the trail says which token a call was made with', async () => {
  const browser = await server.customer()
  const { id, token } = await make(browser)
  await program(token).send('POST', '/csv_uploads')
  const trail = await withSubject(server.db, self(browser.userId), (tx) =>
    tx.all<{ route: string }>(sql`select route from audit_events where event = 'access_denied'`),
  )
  expect(trail).toEqual([{ route: `POST /api/csv_uploads (access token ${id})` }])
})

test('expired: refused from its last moment on, listed as expired, forgotten much later', async () => {
  const browser = await server.customer()
  const { token } = await make(browser, ['read'], 30)
  const made = (await tokensOf(browser))[0]
  // The month goes by for the token alone: sessions of these tests end sooner.
  await withOps(server.db, (tx) =>
    tx.run(sql`
      update access_tokens set created_at = created_at - interval '30 days', expires_at = expires_at - interval '30 days'
      where user_id = ${browser.userId}`),
  )
  expect(Date.parse(made?.expires_at ?? '') - Date.parse(made?.created_at ?? '')).toBe(30 * DAY_MS)
  expect(await program(token).get('/road')).toMatchObject({
    status: 401,
    body: {
      code: 'access_token_expired',
      message: 'This access token has expired. Create a new one in Settings.',
    },
  })
  expect(await tokensOf(browser)).toMatchObject([{ is_expired: true }])
  await forgetEndedTokens(server.db, new Date(server.clock.now().getTime() + 91 * DAY_MS))
  expect(await program(token).get('/road')).toMatchObject({ body: { code: 'access_token_unknown' } })
})

test.each([
  ['that there is not', newAccessToken()],
  ['that is cut', newAccessToken().slice(0, -1)],
  ['that is text', 'let-me-in'],
  ['of a session', 'a'.repeat(43)],
])('a token %s is refused, and its cookie does not count', async (_, token) => {
  const browser = await server.customer()
  const answer = await browser.get('/road', { authorization: `Bearer ${token}` })
  expect(answer).toMatchObject({ status: 401, body: { code: 'access_token_unknown' } })
})

test('wrong tokens run into a limit by address', async () => {
  const client = server.client()
  const codes = new Set<string>()
  for (let n = 0; n < 60; n += 1) {
    const answer = await client.get('/road', { authorization: `Bearer ${newAccessToken()}` })
    codes.add((answer.body as { code: string }).code)
  }
  expect([...codes]).toEqual(['access_token_unknown', 'too_many_requests'])
})

test('all tokens of a customer share a limit', async () => {
  const browser = await server.customer()
  const programs = [program((await make(browser)).token), program((await make(browser)).token)]
  const statuses = []
  for (let n = 0; n < 61; n += 1) statuses.push((await programs[n % 2]!.get('/road')).status)
  expect(statuses.filter((status) => status === 429)).toHaveLength(1)
  expect((await browser.get('/road')).status).toBe(200)
})

test('another authorization, as of a proxy in front, leaves the cookie in force', async () => {
  const browser = await server.customer()
  expect((await browser.get('/road', { authorization: 'Basic dXNlcjpwYXNz' })).status).toBe(200)
})

test('N28 a token opens the rows of its own customer and nobody else’s', async () => {
  const journal = await customerWith(server)
  await journal.import('vault.csv', VAULT)
  const row = (await journal.rows())[0]!
  const [own, other] = [await make(journal.customer), await make(await server.customer())]
  expect((await program(own.token).get(`/transactions/${row.id}`)).status).toBe(200)
  const foreign = await program(other.token).get(`/transactions/${row.id}`)
  expect(foreign).toMatchObject({ status: 404 })
  expect(foreign.text).not.toContain('XYZ')
  expect((await program(other.token).get('/transactions')).text).not.toContain('XYZ')
})

test('another customer cannot see or revoke it', async () => {
  const [browser, other] = [await server.customer(), await server.customer()]
  const { id, token } = await make(browser)
  await other.expect(404, 'DELETE', `/access_tokens/${id}`)
  expect(await tokensOf(other)).toEqual([])
  expect((await program(token).get('/road')).status).toBe(200)
})

test('at most twenty in force, also of two made at once', async () => {
  const browser = await server.customer()
  for (let n = 0; n < MOST_TOKENS - 1; n += 1) {
    server.clock.advance(1_000)
    await make(browser)
  }
  server.clock.advance(10_000)
  const body = { name: 'One more', scopes: ['read'], days: 30 }
  const answers = await Promise.all([
    browser.post('/access_tokens', body),
    browser.post('/access_tokens', body),
  ])
  expect(answers.map(({ status }) => status)).toEqual(expect.arrayContaining([200, 409]))
  const [first] = await tokensOf(browser)
  await browser.expect(200, 'DELETE', `/access_tokens/${first?.id}`)
  await make(browser)
})

test('a new password by a mailed link ends the tokens', async () => {
  const browser = await server.customer()
  const { token } = await make(browser)
  const email = await emailOf(browser)
  await browser.expect(200, 'POST', '/identity/forgot_password', { email })
  const mail = (await server.mails(email)).find(({ template }) => template === 'reset_password')
  const reset = new URL(mail?.values['link'] ?? '').searchParams.get('token')
  await server
    .client()
    .expect(200, 'POST', '/identity/reset_password', { token: reset, password: 'a-new-violet-engine-77' })
  expect(await program(token).get('/road')).toMatchObject({ body: { code: 'access_token_revoked' } })
})

test('a token of a person who is a professional too is that of the customer alone', async () => {
  const browser = await server.customer()
  const { token } = await make(browser)
  await server.db.identity.query(
    `insert into identity.roles (user_id, role, given_at) values ($1, 'cpa', now())`,
    [browser.userId],
  )
  expect((await program(token).get('/road')).status).toBe(200)
  expect((await program(token).get('/tax_pro/customers')).body).toMatchObject({ code: 'scope_missing' })
})

const declared = declaredRoutes(contract as never)
/** Routes beside the contract that are open: all others are closed. */
const FILES = API_FILES.map(({ path }) => `GET ${path}`)
const beside = [...server.app.printRoutes({ commonPrefix: false }).matchAll(/ api(\/\S+) \((\w+)/g)]
  .filter(([, path]) => path !== '/*')
  .map(([, path = '', method = '']) => `${method} ${path.replace(/:(\w+)/g, '{$1}')}`)
const scopes = new Map<string, Scope | 'any' | undefined>([
  ...declared.map(({ method, path, scope }) => [`${method} ${path}`, scope] as const),
  ...beside.map((route) => [route, besideScope(route)] as const),
])

function besideScope(route: string): Scope | 'any' | undefined {
  if (/^GET \/(docs|api\.css|openapi\.json)$/.test(route)) return 'any'
  return FILES.includes(route) || route.endsWith(' /mcp') ? 'read' : undefined
}

test.each([[['read']], [['import']], [['calculate']], [['read', 'import', 'calculate']]] as const)(
  'a token with the scope %s reaches what says so, and no other route',
  async (held) => {
    const browser = await server.customer()
    const { token } = await make(browser, held)
    const asks = program(token)
    const answers = new Map<string, string>()
    for (const route of scopes.keys()) {
      const [method = '', path = ''] = route.split(' ')
      server.clock.advance(1_000)
      const to = path.replace(/\{\w+\}/g, () => newId())
      const answer =
        method === 'GET' ? await asks.get(to, upgrade(path)) : await asks.send(method as 'POST', to)
      expect(answer.status, `${route}: ${answer.text}`).toBeLessThan(500)
      const { code } = answer.body as { code?: string }
      expect(['not_signed_in', 'forbidden'], `${route}: ${answer.text}`).not.toContain(code)
      answers.set(route, code === 'scope_missing' ? 'closed' : 'open')
    }
    const due = [...scopes].map(([route, scope]) => {
      const isOpen = scope === 'any' || (scope !== undefined && (held as readonly string[]).includes(scope))
      return [route, isOpen ? 'open' : 'closed'] as const
    })
    expect(answers).toEqual(new Map(due))
  },
)

const upgrade = (path: string) =>
  path === '/notifications' ? { upgrade: 'websocket', origin: 'https://elsewhere.example' } : {}

test('account, security, payments, professionals, admins and tokens are closed to every token', () => {
  const own =
    /^\w+ \/(identity|access_tokens|webhooks|onboarding|billings|tax_pro|admin|customer_cpa|customer_cpa_page|invitations|accept_invitation|authorize|users\/(\{id\}|stop|get_user_role)|imports\/v1\/(api_imports|explorer_keys|mailed_codes)|compliance\/v1\/api_imports|tax_filing|questions|workpapers|notifications)/
  const open = [...scopes].filter(([route, scope]) => own.test(route) && scope !== undefined)
  expect(open).toEqual([])
})

test('what the scope “read” opens by POST works something out and changes nothing', () => {
  const posts = [...scopes].filter(([route, scope]) => scope === 'read' && !route.startsWith('GET '))
  expect(posts.map(([route]) => route)).toEqual([
    'POST /review/{id}/effects',
    'POST /users/crypto_assets',
    'POST /mcp',
  ])
})

async function emailOf({ userId }: { readonly userId: string }): Promise<string> {
  const { rows } = await server.db.identity.query<{ email: string }>(
    'select email from identity.users where id = $1',
    [userId],
  )
  return rows[0]?.email ?? ''
}

const VAULT = `Timestamp,Type,IN Amount,IN Currency,Out Amount,Out Currency,Fee Amount,Fee Currency,Exchange(optional),US Based,Txid,Value Amount,Value Currency,Comment,Account,Asset IN Id,Asset Out Id,Group Id
2024-01-05T00:00:00Z,airdrop,5,XYZ,,,,,,yes,,,,,vault,,,
`
