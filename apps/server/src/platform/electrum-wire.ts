import { connect as connectTcp, isIP, type LookupFunction, type Socket } from 'node:net'
import { connect as connectTls, TLSSocket } from 'node:tls'
import { type DownReason, type ProviderAnswer, ProviderDown } from '@lotbook/sources'
import type { ElectrumAddress } from './electrum-address.ts'
import { ElectrumLines } from './electrum-lines.ts'
import { ForbiddenAddress, isPublicAddress } from './public-address.ts'
import type { WireLimits } from './send-request.ts'

export interface ElectrumWireOptions {
  readonly provider: string
  readonly at: ElectrumAddress
  readonly limits: WireLimits
  /** Checks the addresses of its name. Undefined for a server of the operator's own, which may be inside this network. */
  readonly lookup: LookupFunction | undefined
}

/**
 * Speaks to one server of the Electrum protocol over a connection that is kept, and made anew when it has ended. Requests share it.
 * https://electrumx.readthedocs.io/en/latest/protocol-basics.html
 */
export class ElectrumWire {
  readonly #options: ElectrumWireOptions
  #kept: Promise<ElectrumLines> | undefined

  constructor(options: ElectrumWireOptions) {
    this.#options = options
  }

  /**
   * Sends one request, a method and its parameters as JSON, and returns its answer as the line that came.
   *
   * @throws ProviderDown; the reason of the signal, when it is aborted
   */
  async ask(body: string, signal: AbortSignal | undefined): Promise<ProviderAnswer> {
    signal?.throwIfAborted()
    const { method, params } = JSON.parse(body) as { method: string; params: string[] }
    const answer = this.#connected().then((lines) => lines.ask(method, params, this.#options.limits.totalMs))
    return { status: 200, headers: {}, text: await untilAborted(answer, signal) }
  }

  /** Ends the connection. */
  close(): void {
    this.#kept?.then(
      (lines) => lines.end('cut'),
      () => undefined,
    )
  }

  #connected(): Promise<ElectrumLines> {
    if (this.#kept !== undefined) return this.#kept
    const forget = () => {
      if (this.#kept === made) this.#kept = undefined
    }
    const made = this.#connect(forget)
    this.#kept = made
    made.catch(forget)
    return made
  }

  /** A connection whose version is agreed on. @throws ProviderDown */
  async #connect(onEnd: () => void): Promise<ElectrumLines> {
    const { provider, limits } = this.#options
    const socket = this.#socket()
    try {
      await connected(socket, limits.connectMs)
      this.#check(socket)
    } catch (error) {
      socket.destroy()
      throw new ProviderDown(provider, reasonOf(socket, error), false)
    }
    const lines = new ElectrumLines({ provider, socket, mostBytes: limits.bodyBytes, onEnd })
    await lines.greet(limits.headersMs)
    return lines
  }

  #socket(): Socket {
    const { at, lookup } = this.#options
    const { host, port, isTls, fingerprint } = at
    // An address in place of a name is connected to without a look-up.
    if (lookup !== undefined && isIP(host) !== 0 && !isPublicAddress(host))
      throw new ProviderDown(this.#options.provider, 'forbidden', false)
    const to = { host, port, keepAlive: true, ...(lookup !== undefined && { lookup }) }
    if (!isTls) return connectTcp(to)
    // The certificate is checked whatever the environment says (SK11): here, or by the fingerprint that the operator names.
    return connectTls({ ...to, rejectUnauthorized: fingerprint === undefined, minVersion: 'TLSv1.2' })
  }

  /** Holds a server to its fingerprint, and what is not encrypted to this network. */
  #check(socket: Socket): void {
    const { isTls, fingerprint } = this.#options.at
    if (!isTls && isPublicAddress(socket.remoteAddress ?? ''))
      throw new ForbiddenAddress('Nothing is sent over the open Internet without encryption')
    if (fingerprint !== undefined && fingerprintOf(socket) !== fingerprint) throw new UntrustedCertificate()
  }
}

/** A certificate that is not the one the operator named. */
class UntrustedCertificate extends Error {
  override readonly name = 'UntrustedCertificate'
}

function fingerprintOf(socket: Socket): string | undefined {
  const certificate = socket instanceof TLSSocket ? socket.getPeerX509Certificate() : undefined
  return certificate?.fingerprint256.replaceAll(':', '').toLowerCase()
}

/** A connection that was not made within its time. */
class TooSlow extends Error {
  override readonly name = 'TooSlow'
}

async function connected(socket: Socket, ms: number): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  const timer = setTimeout(() => reject(new TooSlow()), ms)
  socket.once(socket instanceof TLSSocket ? 'secureConnect' : 'connect', resolve)
  // The listener stays: an error that comes later ends the connection and is told by `close`.
  socket.on('error', reject)
  socket.once('close', () => reject(new Error('The connection was closed')))
  try {
    await promise
  } finally {
    clearTimeout(timer)
  }
}

function reasonOf(socket: Socket, error: unknown): DownReason {
  if (error instanceof ForbiddenAddress) return 'forbidden'
  if (error instanceof TooSlow) return 'timeout'
  const isUnknown = socket instanceof TLSSocket && socket.authorizationError != null
  return error instanceof UntrustedCertificate || (isUnknown && !socket.authorized)
    ? 'untrusted'
    : 'unreachable'
}

/** The outcome of work, unless its signal is aborted before; the work itself is not ended. */
async function untilAborted<T>(work: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  if (signal === undefined) return work
  const { promise, reject } = Promise.withResolvers<never>()
  const leave = () => reject(signal.reason as Error)
  signal.addEventListener('abort', leave)
  try {
    return await Promise.race([work, promise])
  } finally {
    signal.removeEventListener('abort', leave)
  }
}
