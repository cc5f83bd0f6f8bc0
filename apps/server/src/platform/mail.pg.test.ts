import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { smtpServer } from '../testing/smtp-server.ts'
import { testServer } from '../testing/test-server.ts'
import { writeMail } from './mail-templates.ts'

const account = { email: 'mail@example.com', password: 'plum-engine-violet-93' }
const smtp = await smtpServer()
const withMail = await testServer({
  env: { SMTP_URL: smtp.url, MAIL_FROM: 'Lotbook <no-reply@lotbook.example>' },
})
const without = await testServer({ env: { OUTBOX: 'open' } })

test('a mail goes to the mail server, and its link is not kept once it is sent', async () => {
  const answer = await withMail.client().expect(200, 'POST', '/identity/sign_up', account)
  expect(answer).toEqual({ status: 'success', next: 'check_mail' })
  const [mail] = await withMail.mails(account.email)
  const token = new URL(mail?.values.link ?? '').searchParams.get('token') ?? ''
  expect(await withMail.drainJobs()).toBe(1)
  const message = smtp.messages().join('\n')
  expect(smtp.recipients).toEqual(['mail@example.com'])
  expect(message).toContain('From: Lotbook <no-reply@lotbook.example>')
  expect(message).toContain(token)
  const { rows } = await withMail.db.ops.query('select state, sealed, attempts from mails')
  expect(rows).toEqual([{ state: 'sent', sealed: null, attempts: 1 }])
})

test('without a mail server it is put into the outbox, for its owner only', async () => {
  await without.client().expect(200, 'POST', '/identity/sign_up', account)
  await without.drainJobs()
  const folder = join(without.services.config.dataDirectory, 'outbox')
  const [name = ''] = readdirSync(folder)
  expect(name).toMatch(/\.eml$/)
  expect(readFileSync(join(folder, name), 'utf8')).toContain('/verify_email?token=')
  expect(statSync(join(folder, name)).mode & 0o777).toBe(0o600)
})

test('the open outbox shows its mails with their links, to who sits at this machine alone', async () => {
  const ask = (headers: Record<string, string>) =>
    without.app.inject({ method: 'GET', url: '/outbox', headers: { host: 'localhost:3000', ...headers } })
  const page = await ask({})
  expect(page.statusCode).toBe(200)
  expect(page.headers).toMatchObject({ 'cache-control': 'no-store' })
  expect(page.body).toMatch(/<a href="http[^"]*\/verify_email\?token=[\w-]+">/)
  const elsewhere: Record<string, string>[] = [{ host: 'lotbook.example' }, { 'x-forwarded-for': '10.0.0.1' }]
  for (const headers of elsewhere) expect((await ask(headers)).body).not.toContain('verify_email')
  const closed = await withMail.app.inject({ method: 'GET', url: '/outbox', headers: { host: 'localhost' } })
  expect(closed.body).not.toContain('Outbox')
})

test('a name adds no header to a mail, and no link to what Lotbook says', () => {
  const invitation = {
    kind: 'client',
    scope: 'view',
    days: 30,
    year: null,
    message: '',
    link: 'https://lotbook.example/accept_invitation?token=t',
  } as const
  const sender =
    'Ana\r\nBcc: all@example.com\r\n\r\nSee https://evil.example/x or evil.example (ana@cpa.example)'
  const { subject, text } = writeMail('invitation', { ...invitation, sender })
  expect(subject).toBe(
    'Ana Bcc all@example.com See https evil example x or evil example (ana@cpa.example) wants to work with you on Lotbook',
  )
  expect([...text.matchAll(/https?:\S+/g)].map(([link]) => link)).toEqual([invitation.link])
  expect(writeMail('books_viewed', { who: 'J. St.John', at: 'now', link: 'l' }).text).toMatch(
    /^J\. St John opened/,
  )
})

test('a name with a line break or a web address is refused at sign-up', async () => {
  for (const first_name of ['Ana\r\nBcc: all@example.com', 'https://evil.example', 'see www.evil.example']) {
    const answer = await without
      .client()
      .expect(422, 'POST', '/identity/sign_up', { ...account, email: 'named@example.com', first_name })
    expect(answer).toMatchObject({
      fields: { first_name: 'Enter a name on one line, without a web address.' },
    })
  }
})
