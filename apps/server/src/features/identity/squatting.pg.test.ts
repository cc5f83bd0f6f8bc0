import { Secret, TOTP } from 'otpauth'
import { expect, test } from 'vitest'
import { withIdentity } from '../../platform/database.ts'
import { sql } from '../../platform/sql.ts'
import { SoftPasskey } from '../../testing/soft-passkey.ts'
import { TEST_PASSWORD, testServer, type TestServer } from '../../testing/test-server.ts'

const local = await testServer()
const mailing = await testServer({ env: { SMTP_URL: 'smtp://127.0.0.1:25' } })

async function lastLink(server: TestServer, email: string, template: string): Promise<string> {
  const found = (await server.mails(email)).find((mail) => mail.template === template)
  return new URL(found?.values.link ?? 'missing:').searchParams.get('token') ?? ''
}

test('a reset by the owner of an address clears what an unverified account set up', async () => {
  const email = 'owner@example.com'
  const squatter = local.client()
  const password = TEST_PASSWORD
  const name = { first_name: 'Not', last_name: 'Them' }
  await squatter.expect(200, 'POST', '/identity/sign_up', { email, password, ...name })
  await squatter.expect(200, 'POST', '/identity/log_in', { email, password })
  const { secret } = (await squatter.expect(200, 'POST', '/identity/totp/enrol')) as { secret: string }
  const totp = new TOTP({ secret: Secret.fromBase32(secret), digits: 6, period: 30 })
  const code = totp.generate({ timestamp: local.clock.now().getTime() })
  const made = await squatter.expect(200, 'POST', '/identity/totp/confirm', { code })
  const [recovery_code = ''] = (made as { recovery_codes: string[] }).recovery_codes
  const passkey = new SoftPasskey()
  await passkey.add(squatter)

  const owner = local.client()
  await owner.expect(200, 'POST', '/identity/forgot_password', { email })
  const token = await lastLink(local, email, 'reset_password')
  await owner.expect(200, 'POST', '/identity/reset_password', { token, password: 'a-third-good-phrase' })
  expect(await owner.expect(200, 'GET', '/users/get_user_role')).toMatchObject({
    is_email_verified: true,
    first_name: null,
    last_name: null,
  })
  expect(await owner.expect(200, 'GET', '/identity/totp')).toMatchObject({
    is_on: false,
    passkeys: [],
    recovery_codes_left: 0,
  })
  expect((await passkey.logIn(local.client())).status).toBe(401)
  expect((await squatter.get('/users/get_user_role')).status).toBe(401)
  expect((await squatter.post('/identity/second_factor', { recovery_code })).status).toBe(401)
})

test('no second factor is turned on before the address is verified, and the answer says why', async () => {
  const customer = await mailing.customer('unverified@example.com')
  expect(await customer.expect(200, 'GET', '/identity/totp')).toMatchObject({ needs_verified_email: true })
  for (const [path, body] of [
    ['/identity/totp/enrol', undefined],
    ['/identity/totp/confirm', { code: '123456' }],
    ['/identity/passkeys/enrol', undefined],
  ] as const) {
    expect(await customer.post(path, body)).toMatchObject({
      status: 403,
      body: { code: 'email_not_verified' },
    })
  }
  await customer.expect(200, 'POST', '/identity/resend_verification')
  const token = await lastLink(mailing, 'unverified@example.com', 'verify_email')
  await customer.expect(200, 'POST', '/identity/verify_email', { token })
  expect(await customer.expect(200, 'GET', '/identity/totp')).toMatchObject({ needs_verified_email: false })
  await customer.expect(200, 'POST', '/identity/totp/enrol')
})

test('SA5 a sign-up followed by a log-in does not tell whether the address had an account', async () => {
  await mailing.customer('known@example.com')
  await withIdentity(mailing.db, (tx) =>
    tx.run(sql`update identity.users set email_verified_at = now() where email = 'known@example.com'`),
  )
  const password = 'plum-engine-violet-94'
  const answers = async (email: string) => {
    const browser = mailing.client()
    return [
      await browser.post('/identity/sign_up', { email, password }),
      await browser.post('/identity/log_in', { email, password }),
    ].map(({ status, body }) => ({ status, body }))
  }
  const told = await answers('known@example.com')
  expect(told.map(({ status }) => status)).toEqual([200, 401])
  expect(await answers('not-known@example.com')).toEqual(told)

  // The same address once more: its owner gets a link that works.
  await mailing
    .client()
    .expect(200, 'POST', '/identity/sign_up', { email: 'not-known@example.com', password })
  const token = await lastLink(mailing, 'not-known@example.com', 'verify_email')
  const owner = mailing.client()
  await owner.expect(200, 'POST', '/identity/verify_email', { token })
  await owner.expect(200, 'POST', '/identity/log_in', { email: 'not-known@example.com', password })
})
