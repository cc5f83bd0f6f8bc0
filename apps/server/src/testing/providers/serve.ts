import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { ProviderName } from '@lotbook/sources'

/** A request as a provider sees it. */
export interface ProviderCall {
  readonly method: string
  /** Below the provider's base, without the query. */
  readonly path: string
  readonly query: URLSearchParams
  /** Path and query as they were sent, for those who sign them. */
  readonly target: string
  /** Under lower-case names. */
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

export interface ProviderReply {
  readonly status?: number
  readonly headers?: Readonly<Record<string, string>>
  /** Text or bytes as they are; anything else as JSON. */
  readonly body?: unknown
}

/** Speaks the protocol of one provider. */
export type ProviderHandler = (call: ProviderCall) => ProviderReply | Promise<ProviderReply>

/**
 * What goes wrong in place of an answer: another answer, none ever (`silent`), a connection that is reset before one
 * (`reset`), or a body that breaks off half way (`cut`).
 */
export type Fault = ProviderReply | 'silent' | 'reset' | 'cut'

export interface FakeProviders {
  /** For `PROVIDERS_URL`. */
  readonly url: string
  /** Every call so far, in the order they came. */
  readonly calls: readonly (ProviderCall & { readonly provider: string })[]
  /** Let the next `times` calls of a provider go wrong, after `after` that go well. */
  fail(
    provider: ProviderName,
    fault: Fault,
    options?: { readonly times?: number; readonly after?: number },
  ): void
  /** No more faults of any provider. */
  mend(): void
  close(): Promise<void>
}

interface Planned {
  readonly fault: Fault
  times: number
  after: number
}

/** The name that faults are planned under from outside: `POST /-/fail/kraken?status=503&times=2`. */
const STEERING = '-'

/** Serve providers on a free port of this machine, each below its name. Nothing of it waits for a clock. */
export async function serveProviders(
  handlers: Readonly<Partial<Record<ProviderName, ProviderHandler>>>,
  port = 0,
): Promise<FakeProviders> {
  const calls: (ProviderCall & { readonly provider: string })[] = []
  const planned = new Map<string, Planned[]>()

  const server = createServer((request, response) => {
    answer(request, response).catch((error: unknown) => {
      response.writeHead(500)
      response.end(String(error))
    })
  })
  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    const { provider, call } = await callOf(request)
    if (provider === STEERING) return send(response, steer(call))
    const handler = (handlers as Readonly<Record<string, ProviderHandler | undefined>>)[provider]
    if (handler === undefined) return send(response, { status: 404, body: `no provider ${provider}` })
    calls.push({ provider, ...call })
    const fault = dueFault(planned.get(provider) ?? [])
    if (fault === 'silent') return
    if (fault === 'reset') return void request.socket.resetAndDestroy()
    if (fault === 'cut') return sendHalf(response, await handler(call))
    send(response, fault ?? (await handler(call)))
  }
  const fail = (provider: string, { fault, times, after }: Planned) => {
    planned.set(provider, [...(planned.get(provider) ?? []), { fault, times, after }])
  }
  const steer = ({ path, query }: ProviderCall): ProviderReply => {
    const [, provider] = /^\/fail\/([a-z0-9-]+)$/.exec(path) ?? []
    if (provider === undefined || !Object.hasOwn(handlers, provider)) return { status: 404 }
    const status = Number(query.get('status') ?? 503)
    fail(provider, { fault: { status }, times: Number(query.get('times') ?? 1), after: 0 })
    return { body: { provider, status } }
  }
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, '127.0.0.1', resolve)
  })
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    calls,
    fail: (provider, fault, { times = 1, after = 0 } = {}) => fail(provider, { fault, times, after }),
    mend: () => planned.clear(),
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

async function callOf(request: IncomingMessage): Promise<{ provider: string; call: ProviderCall }> {
  const parts: Buffer[] = []
  for await (const part of request) parts.push(part as Buffer)
  const [, provider = '', target = '/'] = /^\/([^/?]+)(.*)$/s.exec(request.url ?? '') ?? []
  const { pathname, searchParams } = new URL(target, 'http://provider')
  const headers = Object.fromEntries(
    Object.entries(request.headers).map(([name, value]) => [name, String(value)]),
  )
  return {
    provider,
    call: {
      method: request.method ?? 'GET',
      path: pathname,
      query: searchParams,
      target,
      headers,
      body: Buffer.concat(parts).toString(),
    },
  }
}

/** The fault of this call, if one is planned; what is planned first comes first. */
function dueFault(faults: Planned[]): Fault | undefined {
  const next = faults.find(({ times }) => times > 0)
  if (next === undefined) return undefined
  if (next.after > 0) {
    next.after -= 1
    return undefined
  }
  next.times -= 1
  return next.fault
}

function bytesOf({ body = '' }: ProviderReply): Buffer {
  if (body instanceof Uint8Array) return Buffer.from(body)
  return Buffer.from(typeof body === 'string' ? body : JSON.stringify(body))
}

function send(response: ServerResponse, reply: ProviderReply): void {
  const isJson = typeof reply.body === 'object' && !(reply.body instanceof Uint8Array)
  response.writeHead(reply.status ?? 200, {
    ...(isJson && { 'content-type': 'application/json' }),
    ...reply.headers,
  })
  response.end(bytesOf(reply))
}

function sendHalf(response: ServerResponse, reply: ProviderReply): void {
  const bytes = bytesOf(reply)
  response.writeHead(reply.status ?? 200, { 'content-length': String(bytes.length) })
  response.write(bytes.subarray(0, bytes.length >> 1), () => response.destroy())
}
