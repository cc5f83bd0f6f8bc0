import { type Agent as HttpAgent, type IncomingMessage, request as httpRequest } from 'node:http'
import { request as httpsRequest } from 'node:https'
import { promisify } from 'node:util'
import { brotliDecompress, gunzip } from 'node:zlib'
import { type DownReason, type ProviderAnswer, ProviderDown, type ProviderRequest } from '@lotbook/sources'
import { ForbiddenAddress } from './public-address.ts'

/** What one request may take (SN1). */
export interface WireLimits {
  readonly connectMs: number
  readonly headersMs: number
  readonly totalMs: number
  /** Of the body as it comes, and of what it becomes when it is unpacked. */
  readonly bodyBytes: number
  readonly textBytes: number
}

export interface SendOptions {
  readonly provider: string
  readonly limits: WireLimits
  /** Checks the addresses it connects to. */
  readonly agent: HttpAgent | false
  readonly signal?: AbortSignal | undefined
}

const UNPACK: Readonly<
  Record<string, (body: Buffer, options: { maxOutputLength: number }) => Promise<Buffer>>
> = {
  identity: (body) => Promise.resolve(body),
  gzip: promisify(gunzip),
  br: promisify(brotliDecompress),
}

/**
 * Send one request and read its answer whole, or not at all. A redirect is an answer like any other; nobody follows it.
 *
 * @throws ProviderDown; the reason of the signal, when it is aborted.
 */
export async function sendRequest(
  url: URL,
  request: ProviderRequest,
  { provider, limits, agent, signal }: SendOptions,
): Promise<ProviderAnswer> {
  signal?.throwIfAborted()
  let isConnected = false
  const down = (reason: DownReason) => new ProviderDown(provider, reason, isConnected)
  const { promise, resolve, reject } = Promise.withResolvers<{ response: IncomingMessage; body: Buffer }>()

  const isTls = url.protocol === 'https:'
  const wire = (isTls ? httpsRequest : httpRequest)(url, {
    method: request.method ?? 'GET',
    headers: { 'user-agent': 'Lotbook', 'accept-encoding': 'gzip, br', ...request.headers },
    agent,
    // The certificate is checked whatever the environment says (SK11).
    ...(isTls && { rejectUnauthorized: true, minVersion: 'TLSv1.2' as const }),
  })

  const timers: NodeJS.Timeout[] = []
  const giveUp = (error: unknown) => {
    reject(error as Error)
    wire.destroy()
  }
  const within = (ms: number) => {
    const timer = setTimeout(() => giveUp(down('timeout')), ms)
    timers.push(timer)
    return timer
  }
  const onAbort = () => giveUp(signal?.reason)
  signal?.addEventListener('abort', onAbort)

  within(limits.totalMs)
  const untilHeaders = within(limits.headersMs)
  wire.on('socket', (socket) => {
    if (!socket.connecting) {
      isConnected = true
      return
    }
    const untilConnected = within(limits.connectMs)
    socket.once(isTls ? 'secureConnect' : 'connect', () => {
      isConnected = true
      clearTimeout(untilConnected)
    })
  })
  wire.on('error', (error) =>
    giveUp(down(error instanceof ForbiddenAddress ? 'forbidden' : isConnected ? 'cut' : 'unreachable')),
  )
  wire.on('response', (response) => {
    clearTimeout(untilHeaders)
    const parts: Buffer[] = []
    let bytes = 0
    response.on('data', (part: Buffer) => {
      bytes += part.length
      if (bytes > limits.bodyBytes) giveUp(down('too-large'))
      else parts.push(part)
    })
    response.on('error', () => giveUp(down('cut')))
    response.on('end', () => {
      if (response.complete) resolve({ response, body: Buffer.concat(parts) })
      else giveUp(down('cut'))
    })
  })
  wire.end(request.body)

  try {
    const { response, body } = await promise
    const unpack = UNPACK[response.headers['content-encoding']?.toLowerCase() ?? 'identity']
    if (unpack === undefined) throw down('unreadable')
    const text = await unpack(body, { maxOutputLength: limits.textBytes }).catch((error: unknown) => {
      throw down(isTooLarge(error) ? 'too-large' : 'unreadable')
    })
    return {
      status: response.statusCode ?? 0,
      headers: headersOf(response),
      text: text.toString(request.isBinary === true ? 'latin1' : 'utf8'),
    }
  } finally {
    timers.forEach(clearTimeout)
    signal?.removeEventListener('abort', onAbort)
  }
}

const isTooLarge = (error: unknown) =>
  error instanceof RangeError && (error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE'

function headersOf({ headers }: IncomingMessage): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [
      name,
      Array.isArray(value) ? value.join(', ') : (value ?? ''),
    ]),
  )
}
