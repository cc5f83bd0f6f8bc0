import { generateKeyPairSync, sign, X509Certificate } from 'node:crypto'
import { createServer as createTcpServer, type AddressInfo, type Server, type Socket } from 'node:net'
import { createServer as createTlsServer } from 'node:tls'
import type { ProviderHandler } from './serve.ts'

/** A fault in place of an answer: nothing ever, an end of the connection, or a line without an end. */
export type ElectrumFault = 'silent' | 'cut' | 'endless' | 'no JSON' | 'no id'

export interface FakeElectrum {
  /** For `PROVIDER_URLS`. */
  readonly url: string
  readonly port: number
  /** SHA-256 of the certificate, as openssl prints it; empty without TLS. */
  readonly fingerprint: string
  /** Methods that were asked for, in their order. */
  readonly methods: readonly string[]
  /** Connections so far. */
  readonly connections: number
  /** Lets the next request of a method go wrong. */
  fail(method: string, fault: ElectrumFault): void
  /** Ends all connections, and goes on listening. */
  cutAll(): void
  close(): Promise<void>
}

/** Serves an Electrum server of this machine on a free port, over TLS with a certificate that it signs itself. */
export async function serveElectrum(
  handler: ProviderHandler,
  { isTls = true }: { readonly isTls?: boolean } = {},
): Promise<FakeElectrum> {
  const methods: string[] = []
  const faults = new Map<string, ElectrumFault>()
  const open = new Set<Socket>()
  let connections = 0

  const talk = (socket: Socket) => {
    connections += 1
    open.add(socket)
    socket.on('error', () => undefined)
    socket.on('close', () => open.delete(socket))
    let text = ''
    socket.on('data', (data: Buffer) => {
      const lines = (text + data.toString()).split('\n')
      text = lines.pop() ?? ''
      // Whoever speaks anything else is let go.
      for (const line of lines) answer(socket, line).catch(() => socket.destroy())
    })
  }
  const answer = async (socket: Socket, line: string) => {
    const { method } = JSON.parse(line) as { method: string }
    methods.push(method)
    const fault = faults.get(method)
    faults.delete(method)
    if (fault === 'silent') return
    if (fault === 'cut') return void socket.destroy()
    if (fault === 'endless') return void socket.write('x'.repeat(50_000))
    if (fault === 'no JSON') return void socket.write('HTTP/1.1 400 Bad Request\n')
    if (fault === 'no id') return void socket.write('{"jsonrpc":"2.0","id":null,"error":{"code":-32700}}\n')
    const { body } = await handler({
      method: 'POST',
      path: '/',
      query: new URLSearchParams(),
      target: '/',
      headers: {},
      body: line,
    })
    // A server tells of new blocks unasked.
    socket.write('{"jsonrpc":"2.0","method":"blockchain.headers.subscribe","params":[{"height":1}]}\n')
    socket.write(`${JSON.stringify(body)}\n`)
  }

  const made = isTls ? certificate() : undefined
  const server: Server =
    made === undefined ? createTcpServer(talk) : createTlsServer({ cert: made.cert, key: made.key }, talk)
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(0, '127.0.0.1', resolve)
  })
  const { port } = server.address() as AddressInfo
  const fingerprint = made?.fingerprint ?? ''
  return {
    url: isTls
      ? `electrum-tls://127.0.0.1:${port}?sha256=${fingerprint}`
      : `electrum-tcp://127.0.0.1:${port}`,
    port,
    fingerprint,
    methods,
    get connections() {
      return connections
    },
    fail: (method, fault) => void faults.set(method, fault),
    cutAll: () => open.forEach((socket) => socket.destroy()),
    async close() {
      open.forEach((socket) => socket.destroy())
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

/** A certificate that a server signed itself; it ran out long ago, as those of people's own servers do (RFC 5280, 4.1). */
function certificate() {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const ecdsaWithSha256 = der(0x30, Buffer.from('06082a8648ce3d040302', 'hex'))
  const commonName = der(0x30, Buffer.from('0603550403', 'hex'), der(0x0c, Buffer.from('electrum.example')))
  const name = der(0x30, der(0x31, commonName))
  const moment = (text: string) => der(0x17, Buffer.from(text))
  const signed = der(
    0x30,
    der(0xa0, Buffer.from('020102', 'hex')),
    Buffer.from('020101', 'hex'),
    ecdsaWithSha256,
    name,
    der(0x30, moment('200101000000Z'), moment('200201000000Z')),
    name,
    publicKey.export({ type: 'spki', format: 'der' }),
  )
  const signature = der(0x03, Buffer.of(0), sign('sha256', signed, privateKey))
  const made = new X509Certificate(der(0x30, signed, ecdsaWithSha256, signature))
  return {
    cert: made.toString(),
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }),
    fingerprint: made.fingerprint256,
  }
}

/** A value of ASN.1 with its length, of up to 65,535 bytes. */
function der(tag: number, ...parts: readonly Buffer[]): Buffer {
  const content = Buffer.concat(parts)
  const { length } = content
  const size = length < 128 ? [length] : [0x82, length >> 8, length & 0xff]
  return Buffer.concat([Buffer.of(tag, ...size), content])
}
