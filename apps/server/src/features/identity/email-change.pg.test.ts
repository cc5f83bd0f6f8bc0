import { expect, test } from 'vitest'
import { TEST_PASSWORD, testServer, type TestServer } from '../../testing/test-server.ts'

const local = await testServer()
const mailing = await testServer({ env: { SMTP_URL: 'smtp://127.0.0.1:25' } })

const mailsTo = async (server: TestServer, email: string) => await server.mails(email)
const tokenOf = (link: string | undefined) => new URL(link ?? 'missing:').searchParams.get('token') ?? ''

test('where mail is sent, the new address counts once its link is opened, and the old one is told', async () => {
  const person = await mailing.customer('old@example.com')
  const email = () => person.expect(200, 'GET', '/users/get_user_role')
  expect(await person.expect(200, 'POST', '/identity/change_email', { email: 'New@Example.com' })).toEqual({
    status: 'success',
    next: 'check_mail',
  })
  expect(await email()).toMatchObject({ email: 'old@example.com' })
  const [sent] = await mailsTo(mailing, 'new@example.com')
  expect(sent?.template).toBe('change_email')
  const token = tokenOf(sent?.values.link)
  await person.expect(200, 'POST', '/identity/verify_email', { token })
  expect(await email()).toMatchObject({ email: 'new@example.com', is_email_verified: true })
  expect((await mailsTo(mailing, 'old@example.com')).map(({ template }) => template)).toContain(
    'account_changed',
  )
  await person.expect(400, 'POST', '/identity/verify_email', { token })
  const again = mailing.client()
  await again.expect(401, 'POST', '/identity/log_in', { email: 'old@example.com', password: TEST_PASSWORD })
  await again.expect(200, 'POST', '/identity/log_in', { email: 'new@example.com', password: TEST_PASSWORD })
})

test('an address that somebody has is answered like any other, and its holder alone is told', async () => {
  await mailing.customer('holder@example.com')
  const person = await mailing.customer('asks@example.com')
  expect(
    await person.expect(200, 'POST', '/identity/change_email', { email: 'holder@example.com' }),
  ).toMatchObject({ next: 'check_mail' })
  const templates = (await mailsTo(mailing, 'holder@example.com')).map(({ template }) => template)
  expect(templates).toContain('already_registered')
  expect(templates).not.toContain('change_email')
})

test('where no mail can be sent it counts at once, unconfirmed; the same and a taken address are refused at the field', async () => {
  await local.customer('taken@example.com')
  const person = await local.customer('here@example.com')
  const refused = async (email: string) =>
    ((await person.request('POST', '/identity/change_email', { email })).body as { fields?: object }).fields
  expect(await refused('Here@example.com')).toEqual({ email: 'This is already your email.' })
  expect(await refused('taken@example.com')).toEqual({ email: 'This address cannot be used.' })
  expect(await refused('nowhere')).toHaveProperty('email')
  expect(
    await person.expect(200, 'POST', '/identity/change_email', { email: 'there@example.com' }),
  ).toMatchObject({ next: 'changed' })
  expect(await person.expect(200, 'GET', '/users/get_user_role')).toMatchObject({
    email: 'there@example.com',
    is_email_verified: false,
  })
  expect(await person.expect(200, 'GET', '/setting/changes')).toMatchObject({
    rows: [{ kind: 'security', parts: [{ setting: 'email_changed' }], can_undo: false }],
  })
  local.clock.advance(11 * 60_000)
  await person.expect(403, 'POST', '/identity/change_email', { email: 'elsewhere@example.com' })
})
