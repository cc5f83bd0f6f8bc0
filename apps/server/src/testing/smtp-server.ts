import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { SMTPServer } from 'smtp-server'
import { afterAll } from 'vitest'

export interface SmtpServer {
  readonly url: string
  /** Addresses that a message was taken for. */
  readonly recipients: readonly string[]
  /** The text of each message, its lines whole again. */
  messages(): string[]
  /** Whether it takes mail; where it does not it answers every recipient with a refusal that may pass. */
  takesMail: boolean
}

/** A mail server of this machine that keeps what it is given. */
export async function smtpServer(): Promise<SmtpServer> {
  const recipients: string[] = []
  const data: string[] = []
  const server = new SMTPServer({
    // Neither a login nor a certificate stands between a test and its mails.
    authOptional: true,
    disabledCommands: ['AUTH', 'STARTTLS'],
    onRcptTo({ address }, _session, done) {
      if (!smtp.takesMail) return done(Object.assign(new Error('later'), { responseCode: 451 }))
      recipients.push(address)
      done()
    },
    onData(stream, _session, done) {
      text(stream).then((message) => {
        data.push(message)
        done()
      }, done)
    },
  })
  const smtp = {
    url: '',
    recipients,
    messages: () => data.map((message) => message.replaceAll('=\r\n', '').replaceAll('=3D', '=')),
    takesMail: true,
  }
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  smtp.url = `smtp://127.0.0.1:${(server.server.address() as AddressInfo).port.toString()}`
  afterAll(() => new Promise<void>((resolve) => server.close(resolve)))
  return smtp
}
