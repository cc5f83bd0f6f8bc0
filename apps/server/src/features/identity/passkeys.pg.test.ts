import { route } from '@lotbook/contract'
import { Secret, TOTP } from 'otpauth'
import { expect, test } from 'vitest'
import { routes } from '../../platform/request-context.ts'
import { requested, SoftPasskey } from '../../testing/soft-passkey.ts'
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

interface State {
  readonly passkeys: { id: string; name: string; last_used_at: string | null }[]
  readonly recovery_codes_left: number
}
const stateOf = async (browser: TestClient) => (await browser.expect(200, 'GET', '/identity/totp')) as State
const isIn = async (browser: TestClient) => (await browser.get('/role-test')).status === 200

let made = 0

/** A customer with a passkey, in a session that gave it. */
async function withPasskey() {
  const email = `passkey-${(made += 1)}@example.com`
  const browser = await server.customer(email)
  const passkey = new SoftPasskey()
  const { status, body } = await passkey.add(browser)
  expect(status).toBe(200)
  return { email, browser, passkey, codes: (body as { recovery_codes: string[] }).recovery_codes }
}

/** A browser in which the password of an account was given, and its second factor is still to come. */
async function pending(email: string): Promise<TestClient> {
  const browser = server.client()
  expect(await browser.expect(200, 'POST', '/identity/log_in', { email, password: TEST_PASSWORD })).toEqual({
    status: 'success',
    second_factor: true,
  })
  return browser
}

test('SA7 a passkey is asked for after the password, and recovery codes come with the first', async () => {
  const { email, browser, passkey, codes } = await withPasskey()
  expect(new Set(codes).size).toBe(10)
  expect(await stateOf(browser)).toMatchObject({
    is_on: false,
    passkeys: [{ name: 'Laptop', last_used_at: null }],
    recovery_codes_left: 10,
  })
  const second = await new SoftPasskey().add(browser, 'Security key')
  expect(second.body).toEqual({ status: 'success', recovery_codes: [] })

  const other = await pending(email)
  expect((await other.get('/role-test')).body).toMatchObject({ code: 'second_factor_required' })
  expect(await other.expect(200, 'GET', '/identity/second_factor')).toEqual({
    authenticator: false,
    passkey: true,
  })
  const before = other.cookieHeader
  expect((await passkey.second(other)).status).toBe(200)
  expect(other.cookieHeader).not.toBe(before)
  expect(await isIn(other)).toBe(true)
  expect((await stateOf(browser)).passkeys.map(({ last_used_at }) => last_used_at)).toEqual([
    null,
    server.clock.now().toISOString(),
  ])

  const lost = await pending(email)
  await lost.expect(200, 'POST', '/identity/second_factor', { recovery_code: codes[0] })
  expect(await isIn(lost)).toBe(true)
  expect((await server.mails(email)).map(({ values }) => values.what)).toEqual([
    'a passkey was added',
    'a passkey was added',
  ])
})

test('a passkey alone opens a session that needs no other factor, and nobody else’s', async () => {
  const { passkey, browser } = await withPasskey()
  const other = server.client()
  expect((await requested(other, 'log_in')).allowCredentials).toEqual([])
  expect((await passkey.logIn(other)).status).toBe(200)
  expect(await isIn(other)).toBe(true)
  expect(await other.expect(200, 'GET', '/users/get_user_role')).toEqual(
    await browser.expect(200, 'GET', '/users/get_user_role'),
  )
  const unknown = await new SoftPasskey().logIn(server.client())
  expect(unknown).toMatchObject({ status: 401, body: { code: 'wrong_credentials' } })
})

test('a challenge is good for one answer, for five minutes and for what it was asked for', async () => {
  const { email, passkey } = await withPasskey()
  const browser = server.client()
  const send = (answer: object) => browser.post('/identity/log_in/passkey', { passkey: answer })
  const answer = passkey.sign(await requested(browser, 'log_in'))
  expect((await send(answer)).status).toBe(200)
  expect((await send(answer)).status).toBe(401)

  const late = passkey.sign(await requested(browser, 'log_in'))
  server.clock.advance(5 * MINUTE)
  expect((await send(late)).status).toBe(401)
  const inTime = passkey.sign(await requested(browser, 'log_in'))
  server.clock.advance(5 * MINUTE - 1)
  expect((await send(inTime)).status).toBe(200)

  const own = { challenge: Buffer.alloc(32, 1).toString('base64url') }
  expect((await send(passkey.sign({ ...(await requested(browser, 'log_in')), ...own }))).status).toBe(401)

  // A challenge of another session, and one of another purpose.
  const [first, second] = [await pending(email), await pending(email)]
  for (const foreign of [await requested(first, 'second_factor'), await requested(second, 'log_in')]) {
    const answered = await second.post('/identity/second_factor', { passkey: passkey.sign(foreign) })
    expect(answered).toMatchObject({ status: 401, body: { code: 'wrong_code' } })
  }
  const again = await requested(second, 'second_factor')
  expect((await send(passkey.sign(again))).status).toBe(401)
  expect((await second.post('/identity/second_factor', { passkey: passkey.sign(again) })).status).toBe(200)
})

test('what an authenticator signed elsewhere, without asking its person, or not after the last is refused', async () => {
  const { email, passkey } = await withPasskey()
  for (const behaviour of [
    { origin: 'http://localhost:3001' },
    { origin: 'https://lotbook.example' },
    { isVerified: false },
  ]) {
    expect((await passkey.logIn(server.client(), behaviour)).status).toBe(401)
    expect((await passkey.second(await pending(email), behaviour)).status).toBe(401)
  }
  server.clock.advance(MINUTE)
  expect((await passkey.logIn(server.client(), { counter: 50 })).status).toBe(200)
  // A copy that was made before counts on from there.
  expect((await passkey.logIn(server.client(), { counter: 50 })).status).toBe(401)
  expect((await passkey.logIn(server.client(), { counter: 20 })).status).toBe(401)
  expect((await passkey.logIn(server.client(), { counter: 51 })).status).toBe(200)

  const browser = await server.customer(`passkey-${(made += 1)}@example.com`)
  for (const behaviour of [
    { origin: 'http://localhost:3001' },
    { isVerified: false },
    { certificates: [new Uint8Array(8)] },
  ]) {
    expect(await new SoftPasskey().add(browser, 'Laptop', behaviour)).toMatchObject({
      status: 401,
      body: { message: 'The passkey was not accepted. Nothing was added.' },
    })
  }
  expect((await stateOf(browser)).passkeys).toEqual([])
})

test('the passkey of somebody else is no second factor, cannot be added twice, and cannot be removed by others', async () => {
  const [a, b] = [await withPasskey(), await withPasskey()]
  const browser = await pending(a.email)
  const request = await requested(browser, 'second_factor')
  expect(request.allowCredentials.map(({ id }) => id)).toEqual([a.passkey.id.toString('base64url')])
  const foreign = await browser.post('/identity/second_factor', { passkey: b.passkey.sign(request) })
  expect(foreign).toMatchObject({ status: 401, body: { code: 'wrong_code' } })
  expect(await isIn(browser)).toBe(false)

  expect(await a.passkey.add(b.browser)).toMatchObject({ status: 409 })
  const [theirs] = (await stateOf(a.browser)).passkeys
  expect((await b.browser.delete(`/identity/passkeys/${theirs?.id ?? ''}`)).status).toBe(404)
  expect((await stateOf(a.browser)).passkeys).toHaveLength(1)
})

test('SA9 passkeys are added and removed in a fresh session only; a passkey makes one fresh', async () => {
  const { browser, email, passkey } = await withPasskey()
  const [{ id } = { id: '' }] = (await stateOf(browser)).passkeys
  server.clock.advance(10 * MINUTE)
  for (const answer of [
    await browser.post('/identity/passkeys/enrol'),
    await browser.delete(`/identity/passkeys/${id}`),
  ])
    expect(answer).toMatchObject({ status: 403, body: { code: 'reauth_required' } })
  const password = TEST_PASSWORD
  const alone = await browser.post('/identity/reauthenticate', { password })
  expect(alone.body).toMatchObject({ code: 'wrong_code' })
  const proof = passkey.sign(await requested(browser, 'second_factor'))
  const wrong = await browser.post('/identity/reauthenticate', { password: 'not it at all', passkey: proof })
  expect(wrong.body).toMatchObject({ code: 'wrong_credentials' })
  await browser.expect(200, 'POST', '/identity/reauthenticate', { password, passkey: proof })

  await browser.expect(200, 'DELETE', `/identity/passkeys/${id}`)
  expect(await stateOf(browser)).toMatchObject({ passkeys: [], recovery_codes_left: 0 })
  expect((await passkey.logIn(server.client())).status).toBe(401)
  expect(await server.client().expect(200, 'POST', '/identity/log_in', { email, password })).toMatchObject({
    second_factor: false,
  })
  const { rows } = await server.db.ops.query<{ event: string }>(
    `select event from audit_events a join identity.users u on u.id = a.user_id where u.email = $1`,
    [email],
  )
  expect(rows.map(({ event }) => event)).toEqual(
    expect.arrayContaining(['passkey_added', 'passkey_removed', 'reauthenticated']),
  )
})

test('a passkey is renamed by its owner alone, and its name is trimmed', async () => {
  const [{ browser, email }, other] = [await withPasskey(), await withPasskey()]
  const [{ id } = { id: '' }] = (await stateOf(browser)).passkeys
  const rename = (client: TestClient, name: unknown) =>
    client.request('PATCH', `/identity/passkeys/${id}`, { name })
  expect((await rename(browser, '  Work laptop, Zürich 🔑 ')).status).toBe(200)
  expect((await stateOf(browser)).passkeys).toMatchObject([{ name: 'Work laptop, Zürich 🔑' }])
  expect((await rename(other.browser, 'Mine')).status).toBe(404)
  expect((await rename(browser, 'Work laptop, Zürich 🔑')).status).toBe(200)
  for (const name of ['', '   ', 'x'.repeat(61), 'a\u0000b', 7])
    expect((await rename(browser, name)).status).toBe(422)
  expect((await stateOf(browser)).passkeys).toMatchObject([{ name: 'Work laptop, Zürich 🔑' }])
  const { rows } = await server.db.ops.query<{ event: string }>(
    `select event from audit_events a join identity.users u on u.id = a.user_id
     where u.email = $1 and event = 'passkey_renamed'`,
    [email],
  )
  expect(rows).toHaveLength(1)
})

test('SA6 a passkey is the second factor that a professional must have, and the last factor stays', async () => {
  const email = `passkey-${(made += 1)}@example.com`
  const browser = server.client()
  await browser.post('/identity/sign_up', { email, password: TEST_PASSWORD })
  await browser.expect(200, 'POST', '/identity/log_in', { email, password: TEST_PASSWORD })
  await browser.expect(200, 'POST', '/onboarding/settings/update_role', { role: 'cpa' })
  expect((await browser.get('/role-test')).body).toMatchObject({ code: 'second_factor_enrolment_required' })
  expect((await new SoftPasskey().add(browser)).status).toBe(200)
  expect(await isIn(browser)).toBe(true)
  const [{ id } = { id: '' }] = (await stateOf(browser)).passkeys
  const remove = () => browser.delete(`/identity/passkeys/${id}`)
  expect(await remove()).toMatchObject({ status: 403, body: { code: 'forbidden' } })
  expect(await isIn(browser)).toBe(true)

  const { secret } = (await browser.expect(200, 'POST', '/identity/totp/enrol')) as { secret: string }
  const totp = new TOTP({ secret: Secret.fromBase32(secret), digits: 6, period: 30 })
  const code = totp.generate({ timestamp: server.clock.now().getTime() })
  await browser.expect(200, 'POST', '/identity/totp/confirm', { code })
  expect((await remove()).status).toBe(200)
  expect((await browser.post('/identity/totp/disable')).status).toBe(403)
  expect(await stateOf(browser)).toMatchObject({ is_on: true, recovery_codes_left: 10 })
})

test('turning off the authenticator app leaves passkeys and recovery codes in force', async () => {
  const { browser, email } = await withPasskey()
  const { secret } = (await browser.expect(200, 'POST', '/identity/totp/enrol')) as { secret: string }
  const totp = new TOTP({ secret: Secret.fromBase32(secret), digits: 6, period: 30 })
  const code = totp.generate({ timestamp: server.clock.now().getTime() })
  await browser.expect(200, 'POST', '/identity/totp/confirm', { code })
  await browser.expect(200, 'POST', '/identity/totp/disable')
  expect(await stateOf(browser)).toMatchObject({ is_on: false, recovery_codes_left: 10 })
  expect(await isIn(await pending(email))).toBe(false)
})

test('an account has ten passkeys at most', async () => {
  const { browser } = await withPasskey()
  for (let n = 2; n <= 10; n += 1) {
    server.clock.advance(10_000)
    expect((await new SoftPasskey().add(browser, `${n}`)).status).toBe(200)
  }
  expect(await browser.post('/identity/passkeys/enrol')).toMatchObject({ status: 409 })
  expect((await stateOf(browser)).passkeys).toHaveLength(10)
})

test('SA4 a passkey that is tried again and again has to wait', async () => {
  const { passkey } = await withPasskey()
  const statuses: number[] = []
  for (let n = 0; n < 12; n += 1)
    statuses.push((await passkey.logIn(server.client(), { isVerified: false })).status)
  expect(statuses).toEqual([...Array.from({ length: 10 }, () => 401), 429, 429])
})
