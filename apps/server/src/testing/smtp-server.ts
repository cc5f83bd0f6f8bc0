import { createServer } from 'node:net'
import { afterAll } from 'vitest'

export interface SmtpServer {
  readonly url: string
  /** Commands and messages, as they came. */
  readonly received: readonly string[]
  /** The text of each message, its lines whole again. */
  messages(): string[]
  /** Whether it takes mail; where it does not it answers every recipient with a refusal that may pass. */
  takesMail: boolean
}

/** As much of a mail server as one mail needs: keeps what it was given. */
export function smtpServer(): Promise<SmtpServer> {
  const received: string[] = []
  const data: string[] = []
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
        if (isData) data.push(part)
        const wantsData = !isData && part.toUpperCase() === 'DATA'
        const isRefused = !isData && part.startsWith('RCPT') && !smtp.takesMail
        socket.write(
          isRefused
            ? '451 later\r\n'
            : wantsData
              ? '354 go on\r\n'
              : part === 'QUIT'
                ? '221 bye\r\n'
                : '250 ok\r\n',
        )
        isData = wantsData
      }
    })
    socket.on('error', () => {})
  })
  const smtp = {
    url: '',
    received,
    messages: () => data.map((text) => text.replaceAll('=\r\n', '').replaceAll('=3D', '=')),
    takesMail: true,
  }
  afterAll(() => void server.close())
  return new Promise((resolve) => {
    server.listen(0, '127.0.0.1', () => {
      const address = server.address()
      const port = typeof address === 'object' && address !== null ? address.port : 0
      smtp.url = `smtp://127.0.0.1:${port}`
      resolve(smtp)
    })
  })
}
