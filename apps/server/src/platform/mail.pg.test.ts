import { readdirSync, readFileSync, statSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { testServer } from '../testing/test-server.ts'

/** As much of a mail server as one mail needs: says yes to everything, and keeps what it was given. */
function smtpServer(): Promise<{ url: string; received: string[] }> {
  const received: string[] = []
  const server = createServer((socket) => {
    let isData = false
    let text = ''
    socket.write('220 test ESMTP\r\n')
    socket.on('data', (chunk) => {
      text += chunk.toString()
      for (;;) {
        const end = text.indexOf(isData ? '\r\n.\r\n' : '\r\n')
        if (end < 0) return
        const part = text.slice(0, end)
        text = text.slice(end + (isData ? 5 : 2))
        received.push(part)
        const wantsData = !isData && part.toUpperCase() === 'DATA'
        socket.write(wantsData ? '354 go on\r\n' : part === 'QUIT' ? '221 bye\r\n' : '250 ok\r\n')
        isData = wantsData
      }
    })
    socket.on('error', () => {})
  })
  afterAll(() => void server.close())
  return new Promise((resolve) => {
    server.listen(0, '127.0.0.1', () => {
      const address = server.address()
      const port = typeof address === 'object' && address !== null ? address.port : 0
      resolve({ url: `smtp://127.0.0.1:${port}`, received })
    })
  })
}

const account = { email: 'mail@example.com', password: 'plum-engine-violet-93' }
const smtp = await smtpServer()
const withMail = await testServer({
  env: { SMTP_URL: smtp.url, MAIL_FROM: 'Lotbook <no-reply@lotbook.example>' },
})
const without = await testServer()

test('a mail goes to the mail server, and its link is not kept once it is sent', async () => {
  const answer = await withMail.client().expect(200, 'POST', '/identity/sign_up', account)
  expect(answer).toEqual({ status: 'success', next: 'check_mail' })
  const [mail] = await withMail.mails(account.email)
  const token = new URL(mail?.values.link ?? '').searchParams.get('token') ?? ''
  expect(await withMail.drainJobs()).toBe(1)
  const message = smtp.received.join('\n').replaceAll('=\r\n', '').replaceAll('=3D', '=')
  expect(message).toContain('RCPT TO:<mail@example.com>')
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
