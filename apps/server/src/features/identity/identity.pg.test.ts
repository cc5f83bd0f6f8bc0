import { Secret, TOTP } from 'otpauth'
import { expect, test } from 'vitest'
import type { TestClient } from '../../testing/test-client.ts'
import { TEST_PASSWORD, testServer } from '../../testing/test-server.ts'

const server = await testServer()
const MINUTE = 60_000
const HOUR = 60 * MINUTE

const logIn = (browser: TestClient, email: string, password = TEST_PASSWORD) =>
  browser.post('/identity/log_in', { email, password })
const isSignedIn = async (browser: TestClient) => (await browser.get('/users/get_user_role')).status === 200

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
