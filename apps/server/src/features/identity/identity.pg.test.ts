import { route } from '@lotbook/contract'
import { Secret, TOTP } from 'otpauth'
import { expect, test } from 'vitest'
import { routes } from '../../platform/request-context.ts'
import type { TestClient } from '../../testing/test-client.ts'
import { TEST_PASSWORD, testServer } from '../../testing/test-server.ts'
import { identity } from './index.ts'

// A call that only professionals and customers may make, to see who gets through.
const roleTest = route.meta({ access: ['customer', 'cpa'] }).route({ method: 'GET', path: '/role-test' })
const roleTestRoute = routes({ roleTest }).roleTest.handler(() => ({ ok: true }))
const server = await testServer({
  features: () => [identity, { routes: { test: { roleTest: roleTestRoute } } }],
})
const MINUTE = 60_000
const HOUR = 60 * MINUTE

const logIn = (browser: TestClient, email: string, password = TEST_PASSWORD) =>
  browser.post('/identity/log_in', { email, password })
const isSignedIn = async (browser: TestClient) => (await browser.get('/users/get_user_role')).status === 200

let made = 0

/** A customer who went through sign-up and log-in: elsewhere there is only what they leave (`testServer`), here they are what is asked. */
async function signedUp(email = `signed-up-${(made += 1)}@example.com`) {
  const browser = server.client()
  await browser.expect(200, 'POST', '/identity/sign_up', { email, password: TEST_PASSWORD })
  await browser.expect(200, 'POST', '/identity/log_in', { email, password: TEST_PASSWORD })
  await browser.expect(200, 'POST', '/onboarding/settings/update_role', { role: 'customer' })
  const { id } = (await browser.expect(200, 'GET', '/users/get_user_role')) as { id: string }
  return Object.assign(browser, { userId: id })
}

async function lastLink(email: string, template: string): Promise<string> {
  const found = (await server.mails(email)).find((mail) => mail.template === template)
  return new URL(found?.values.link ?? 'missing:').searchParams.get('token') ?? ''
}

test('a customer signs up, logs in, chooses a role once and sees who they are', async () => {
  const browser = server.client()
  const email = 'Ada@Example.com'
  expect((await browser.post('/identity/sign_up', { email, password: TEST_PASSWORD })).body).toEqual({
    status: 'success',
    next: 'log_in',
  })
  expect((await logIn(browser, email)).body).toEqual({ status: 'success', second_factor: false })
  const before = await browser.expect(200, 'GET', '/users/get_user_role')
  expect(before).toMatchObject({
    email: 'ada@example.com',
    roles: [],
    is_email_verified: false,
    viewing: null,
  })
  await browser.expect(200, 'POST', '/onboarding/settings/update_role', { role: 'customer' })
  expect((await browser.post('/onboarding/settings/update_role', { role: 'cpa' })).status).toBe(409)
  expect(await browser.expect(200, 'GET', '/users/get_user_role')).toMatchObject({ roles: ['customer'] })
  const place = { country_code: 'US', currency: 'USD', time_zone: 'America/New_York' }
  await browser.expect(200, 'POST', '/onboarding/settings/save_location', place)
  const wrong = await browser.post('/onboarding/settings/save_location', { ...place, time_zone: 'Mars/One' })
  expect(wrong).toMatchObject({
    status: 422,
    body: { code: 'invalid_input', fields: { time_zone: expect.any(String) } },
  })
})

test('a role is required before anything of a customer is shown, and twenty clicks at once choose one', async () => {
  const browser = await signedUp()
  const fresh = server.client()
  const email = 'twenty@example.com'
  await fresh.post('/identity/sign_up', { email, password: TEST_PASSWORD })
  await logIn(fresh, email)
  expect((await fresh.get('/role-test')).body).toMatchObject({ code: 'forbidden' })
  const clicks = Array.from({ length: 8 }, (_, n) =>
    fresh.request(
      'POST',
      '/onboarding/settings/update_role',
      { role: n % 2 === 0 ? 'customer' : 'cpa' },
      {
        cookie: fresh.cookieHeader,
      },
    ),
  )
  const statuses = (await Promise.all(clicks)).map(({ status }) => status)
  expect(statuses.filter((status) => status === 200)).toHaveLength(1)
  expect(await isSignedIn(browser)).toBe(true)
})

test('SA1 any characters count, none is cut, and composed letters equal decomposed ones', async () => {
  const long = `${'α🪙 Ω'.repeat(40)}end`
  const email = 'long@example.com'
  const browser = server.client()
  await browser.expect(200, 'POST', '/identity/sign_up', { email, password: long })
  expect((await logIn(browser, email, long)).status).toBe(200)
  const other = `${long.slice(0, 199)}${long[199] === 'x' ? 'y' : 'x'}${long.slice(200)}`
  expect(other).not.toBe(long)
  expect((await logIn(server.client(), email, other)).status).toBe(401)
  const short = await server
    .client()
    .post('/identity/sign_up', { email: 'a@example.com', password: 'elevenchars' })
  expect(short).toMatchObject({ status: 422, body: { code: 'invalid_input' } })
  const most = await server
    .client()
    .post('/identity/sign_up', { email: 'a@example.com', password: 'é'.repeat(257) })
  expect(most.status).toBe(422)

  const accents = 'crème brûlée à volonté'
  await server.client().expect(200, 'POST', '/identity/sign_up', {
    email: 'nfc@example.com',
    password: accents.normalize('NFC'),
  })
  expect((await logIn(server.client(), 'nfc@example.com', accents.normalize('NFD'))).status).toBe(200)
})

test('SA2 a password that is tried first is refused, in the same words for known and unknown email', async () => {
  const known = await server
    .client()
    .post('/identity/sign_up', { email: 'ada@example.com', password: 'password12345' })
  const unknown = await server
    .client()
    .post('/identity/sign_up', { email: 'new@example.com', password: 'password12345' })
  expect(known).toMatchObject({ status: 422, body: { code: 'weak_password' } })
  expect(unknown.body).toEqual(known.body)
})

test('SA3 the stored hash is Argon2id with the parameters of the security page', async () => {
  const { rows } = await server.db.identity.query<{ hash: string }>('select hash from identity.passwords')
  expect(rows.length).toBeGreaterThan(2)
  for (const { hash } of rows) expect(hash).toMatch(/^\$argon2id\$v=19\$m=47104,t=1,p=1\$[A-Za-z0-9+/]{22}\$/)
})

test('SA4 many wrong passwords from many addresses: few are tried, and the owner gets in from where they usually do, or by a mailed link', async () => {
  const email = 'victim@example.com'
  await server.client().expect(200, 'POST', '/identity/sign_up', { email, password: TEST_PASSWORD })
  const usual = server.client()
  expect((await logIn(usual, email)).status).toBe(200)
  await usual.expect(200, 'POST', '/identity/log_out', {})
  server.clock.advance(MINUTE)
  const attackers = Array.from({ length: 20 }, () => server.client())
  const statuses: number[] = []
  for (let round = 0; round < 3; round += 1) {
    for (const attacker of attackers)
      statuses.push((await logIn(attacker, email, 'wrong wrong wrong')).status)
  }
  expect(statuses.filter((status) => status === 401).length).toBeLessThanOrEqual(10)
  expect(statuses.filter((status) => status === 429).length).toBeGreaterThanOrEqual(50)

  // From the address where the owner has logged in before the right password opens; nobody can guess there without end either.
  expect((await logIn(usual, email)).status).toBe(200)
  const guesses: number[] = []
  for (let n = 0; n < 12; n += 1) guesses.push((await logIn(usual, email, 'wrong wrong wrong')).status)
  expect(guesses.filter((status) => status === 401).length).toBeLessThanOrEqual(10)
  expect(guesses.at(-1)).toBe(429)

  const owner = server.client()
  const refused = await logIn(owner, email)
  expect(refused).toMatchObject({
    status: 429,
    body: { message: expect.stringContaining('Forgot password') },
  })
  await owner.expect(200, 'POST', '/identity/forgot_password', { email })
  const token = await lastLink(email, 'reset_password')
  await owner.expect(200, 'POST', '/identity/reset_password', { token, password: 'another-fine-phrase-7' })
  expect(await isSignedIn(owner)).toBe(true)
  const back = await logIn(owner, email, 'another-fine-phrase-7')
  expect(back.status).toBe(200)
  server.clock.advance(MINUTE)
  expect((await logIn(server.client(), email, 'another-fine-phrase-7')).status).toBe(200)
})

test('SA5 log-in, sign-up and reset answer alike for known and unknown email', async () => {
  const answers = async (email: string) => {
    const browser = server.client()
    return [
      await logIn(browser, email, 'not the password at all'),
      await browser.post('/identity/sign_up', { email, password: 'plum-engine-violet-94' }),
      await browser.post('/identity/forgot_password', { email }),
    ].map(({ status, body }) => ({ status, body }))
  }
  expect(await answers('ada@example.com')).toEqual(await answers('nobody-yet@example.com'))
  const told = await server.mails('ada@example.com')
  expect(told.map(({ template }) => template)).toContain('already_registered')
})

async function withTotp(): Promise<{ browser: TestClient; email: string; totp: TOTP; codes: string[] }> {
  const email = `totp-${server.clock.now().getTime()}-${Math.floor(performance.now())}@example.com`
  const browser = await signedUp(email)
  await browser.expect(200, 'POST', '/identity/verify_email', {
    token: await lastLink(email, 'verify_email'),
  })
  const { secret } = (await browser.expect(200, 'POST', '/identity/totp/enrol')) as { secret: string }
  const totp = new TOTP({ secret: Secret.fromBase32(secret), digits: 6, period: 30 })
  const answer = await browser.expect(200, 'POST', '/identity/totp/confirm', { code: codeAt(totp) })
  return { browser, email, totp, codes: (answer as { recovery_codes: string[] }).recovery_codes }
}
const codeAt = (totp: TOTP, steps = 0) =>
  totp.generate({ timestamp: server.clock.now().getTime() + steps * 30_000 })

test('SA7 a code works once, one step of drift, and not two', async () => {
  const { browser, email, totp } = await withTotp()
  expect(await browser.expect(200, 'GET', '/identity/totp')).toEqual({
    is_on: true,
    passkeys: [],
    is_mandatory: false,
    needs_verified_email: false,
    recovery_codes_left: 10,
  })
  const other = server.client()
  expect((await logIn(other, email)).body).toEqual({ status: 'success', second_factor: true })
  expect((await other.get('/users/get_user_role')).body).toMatchObject({ code: 'second_factor_required' })
  const enter = (code: string) => other.post('/identity/second_factor', { code })
  expect((await enter(codeAt(totp))).status).toBe(401)
  server.clock.advance(90_000)
  expect((await enter(codeAt(totp, -2))).status).toBe(401)
  const pending = other.cookieHeader
  expect((await enter(codeAt(totp, -1))).status).toBe(200)
  expect(other.cookieHeader).not.toBe(pending)
  expect(await isSignedIn(other)).toBe(true)

  const third = server.client()
  await logIn(third, email)
  expect((await third.post('/identity/second_factor', { code: codeAt(totp, -1) })).status).toBe(401)
  expect((await third.post('/identity/second_factor', { code: codeAt(totp) })).status).toBe(200)
})

test('SA8 recovery codes work once; the database holds no usable token', async () => {
  const { email, codes } = await withTotp()
  expect(new Set(codes).size).toBe(10)
  const browser = server.client()
  await logIn(browser, email)
  const first = (codes[0] ?? '').toLowerCase().replaceAll('-', ' ')
  expect((await browser.post('/identity/second_factor', { recovery_code: first })).status).toBe(200)
  const again = server.client()
  await logIn(again, email)
  expect((await again.post('/identity/second_factor', { recovery_code: first })).status).toBe(401)

  await browser.post('/identity/forgot_password', { email })
  const token = await lastLink(email, 'reset_password')
  const cookie = [...browser.cookies.values()][0] ?? ''
  const dump = await Promise.all(
    ['users', 'sessions', 'verifications', 'recovery_codes', 'totp', 'passwords'].map((table) =>
      server.db.identity.query<{ t: string }>(`select t::text from identity.${table} t`),
    ),
  )
  const jobs = await server.db.app.query<{ t: string }>('select data::text as t from jobs.job')
  const mails = await server.db.ops.query<{ t: string }>('select m::text as t from mails m')
  const text = [...dump, jobs, mails].flatMap(({ rows }) => rows.map((row) => row.t)).join('\n')
  expect(text).toContain(email)
  for (const secret of [token, cookie, codes[1] ?? '', (codes[1] ?? '').replaceAll('-', '')]) {
    expect(secret.length).toBeGreaterThan(10)
    expect(text).not.toContain(secret)
    expect(text).not.toContain(Buffer.from(secret).toString('hex'))
  }
})

test('SA8 a reset link works once, for an hour, and dies with the next one and with the password', async () => {
  const email = 'reset@example.com'
  const browser = await signedUp(email)
  const ask = async () => {
    await browser.expect(200, 'POST', '/identity/forgot_password', { email })
    return lastLink(email, 'reset_password')
  }
  const use = (token: string) =>
    server.client().post('/identity/reset_password', { token, password: 'a-third-good-phrase' })
  const [old, newest] = [await ask(), await ask()]
  expect((await use(old)).body).toMatchObject({ code: 'invalid_token' })
  const weak = await server
    .client()
    .post('/identity/reset_password', { token: newest, password: 'password12345' })
  expect(weak.body).toMatchObject({ code: 'weak_password' })
  expect((await use(newest)).status).toBe(200)
  expect((await use(newest)).body).toMatchObject({ code: 'invalid_token' })
  expect(await isSignedIn(browser)).toBe(false)
  const late = await ask()
  server.clock.advance(HOUR)
  expect((await use(late)).body).toMatchObject({ code: 'invalid_token' })
})

test('SA9 a reset does not bypass the second factor, and changes ask for a fresh proof', async () => {
  const { browser, email, totp } = await withTotp()
  await browser.expect(200, 'POST', '/identity/forgot_password', { email })
  const token = await lastLink(email, 'reset_password')
  const thief = server.client()
  await thief.expect(200, 'POST', '/identity/reset_password', { token, password: 'a-third-good-phrase' })
  expect((await thief.get('/users/get_user_role')).body).toMatchObject({ code: 'second_factor_required' })
  server.clock.advance(30_000)
  await thief.expect(200, 'POST', '/identity/second_factor', { code: codeAt(totp) })

  server.clock.advance(10 * MINUTE)
  for (const [path, body] of [
    ['/identity/change_password', { password: 'a-fourth-good-phrase' }],
    ['/identity/totp/disable', undefined],
    ['/identity/totp/recovery_codes', undefined],
  ] as const) {
    expect(await thief.post(path, body)).toMatchObject({ status: 403, body: { code: 'reauth_required' } })
  }
  const noCode = await thief.post('/identity/reauthenticate', { password: 'a-third-good-phrase' })
  expect(noCode.body).toMatchObject({ code: 'wrong_code' })
  const proof = { password: 'a-third-good-phrase', code: codeAt(totp) }
  await thief.expect(200, 'POST', '/identity/reauthenticate', proof)
  await thief.expect(200, 'POST', '/identity/totp/disable')
  expect((await server.mails(email)).map(({ values }) => values.what)).toContain(
    'two-factor authentication was turned off',
  )
})

test('SA10 the id before log-in, step-up and role choice is dead after it', async () => {
  const email = 'fixed@example.com'
  const browser = server.client()
  await browser.post('/identity/sign_up', { email, password: TEST_PASSWORD })
  const ids: string[] = []
  const remember = () => ids.push(browser.cookieHeader)
  await logIn(browser, email)
  remember()
  await logIn(browser, email)
  remember()
  await browser.expect(200, 'POST', '/onboarding/settings/update_role', { role: 'customer' })
  remember()
  await browser.expect(200, 'POST', '/identity/reauthenticate', { password: TEST_PASSWORD })
  remember()
  expect(new Set(ids).size).toBe(4)
  const statuses: number[] = []
  for (const cookie of ids) {
    const thief = server.client()
    const [name = '', value = ''] = cookie.split('=')
    thief.cookies.set(name, value)
    statuses.push((await thief.get('/users/get_user_role')).status)
  }
  expect(statuses).toEqual([401, 401, 401, 200])
})

test('SA11 a customer’s session ends after 12 hours unused and after 30 days', async () => {
  const browser = await signedUp()
  server.clock.advance(12 * HOUR - 1)
  expect(await isSignedIn(browser)).toBe(true)
  server.clock.advance(12 * HOUR)
  expect(await isSignedIn(browser)).toBe(false)

  const busy = await signedUp()
  for (let hours = 0; hours < 30 * 24 - 6; hours += 6) {
    server.clock.advance(6 * HOUR)
    expect(await isSignedIn(busy)).toBe(true)
  }
  server.clock.advance(6 * HOUR)
  expect(await isSignedIn(busy)).toBe(false)
})

async function professional(email: string): Promise<TestClient> {
  const browser = server.client()
  await browser.post('/identity/sign_up', { email, password: TEST_PASSWORD })
  await logIn(browser, email)
  await browser.expect(200, 'POST', '/onboarding/settings/update_role', { role: 'cpa' })
  return browser
}

test('SA11 a professional’s session ends after 30 minutes unused and after 12 hours', async () => {
  const browser = await professional('pro-a@example.com')
  server.clock.advance(30 * MINUTE - 1)
  expect(await isSignedIn(browser)).toBe(true)
  server.clock.advance(30 * MINUTE)
  expect(await isSignedIn(browser)).toBe(false)

  const busy = server.client()
  await logIn(busy, 'pro-a@example.com')
  for (let n = 0; n < 35; n += 1) {
    server.clock.advance(20 * MINUTE)
    expect(await isSignedIn(busy)).toBe(true)
  }
  server.clock.advance(20 * MINUTE)
  expect(await isSignedIn(busy)).toBe(false)
})

test('SA6 a professional without a second factor reaches nothing but the way to get one', async () => {
  const browser = await professional('pro-b@example.com')
  expect(await browser.expect(200, 'GET', '/identity/totp')).toMatchObject({
    is_on: false,
    is_mandatory: true,
  })
  expect((await browser.get('/role-test')).body).toMatchObject({ code: 'second_factor_enrolment_required' })
  const { secret } = (await browser.expect(200, 'POST', '/identity/totp/enrol')) as { secret: string }
  const totp = new TOTP({ secret: Secret.fromBase32(secret), digits: 6, period: 30 })
  await browser.expect(200, 'POST', '/identity/totp/confirm', { code: codeAt(totp) })
  expect((await browser.get('/role-test')).status).toBe(200)
  expect((await browser.post('/identity/totp/disable')).status).toBe(403)
})

test('SA12 a revoked session is refused at its next request, and only its owner may revoke it', async () => {
  const email = 'sessions@example.com'
  const browser = await signedUp(email)
  const other = server.client()
  await logIn(other, email)
  const { sessions } = (await browser.expect(200, 'GET', '/identity/sessions')) as {
    sessions: { id: string; is_current: boolean }[]
  }
  expect(sessions).toHaveLength(2)
  const theirs = sessions.find(({ is_current }) => !is_current)?.id ?? ''
  const stranger = await signedUp()
  expect((await stranger.delete(`/identity/sessions/${theirs}`)).status).toBe(404)
  expect(await isSignedIn(other)).toBe(true)
  await browser.expect(200, 'DELETE', `/identity/sessions/${theirs}`)
  expect(await isSignedIn(other)).toBe(false)
  await logIn(other, email)
  await browser.expect(200, 'POST', '/identity/sessions/end_others')
  expect(await isSignedIn(other)).toBe(false)
  expect(await isSignedIn(browser)).toBe(true)
})

test('SA13 SA14 the cookie is out of reach of scripts, and a log-out ends session and cache', async () => {
  const email = 'cookie@example.com'
  const browser = await signedUp(email)
  const answer = await logIn(browser, email)
  expect(String(answer.headers['set-cookie'])).toMatch(
    /^sid=[\w-]{43}; Max-Age=2592000; Path=\/; HttpOnly; SameSite=Lax$/,
  )
  const cookie = new Map(browser.cookies)
  const out = await browser.post('/identity/log_out')
  expect(out.headers['clear-site-data']).toBe('"cache"')
  expect(browser.cookies.size).toBe(0)
  const thief = server.client()
  for (const [name, value] of cookie) thief.cookies.set(name, value)
  expect(await isSignedIn(thief)).toBe(false)
})

test('SP2 what happens to an account is in its audit trail', async () => {
  const { browser, email } = await withTotp()
  await logIn(server.client(), email, 'wrong wrong wrong')
  await browser.expect(200, 'POST', '/identity/log_out')
  await expect
    .poll(async () => {
      const { rows } = await server.db.ops.query<{ event: string }>(
        `select event from audit_events a join identity.users u on u.id = a.user_id where u.email = $1`,
        [email],
      )
      return rows.map(({ event }) => event).toSorted()
    })
    .toEqual([
      'email_verified',
      'login',
      'login_failed',
      'logout',
      'role_chosen',
      'second_factor_on',
      'signed_up',
    ])
})

test('an email address is confirmed by its link', async () => {
  const email = 'confirm@example.com'
  const browser = await signedUp(email)
  const token = await lastLink(email, 'verify_email')
  await server.client().expect(200, 'POST', '/identity/verify_email', { token })
  expect(await browser.expect(200, 'GET', '/users/get_user_role')).toMatchObject({ is_email_verified: true })
  expect((await server.client().post('/identity/verify_email', { token })).body).toMatchObject({
    code: 'invalid_token',
  })
})
