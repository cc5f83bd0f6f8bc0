import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import fastifyCookie from '@fastify/cookie'
import fastifyStatic from '@fastify/static'
import fastifyWebsocket from '@fastify/websocket'
import { isScreen, type Access, type RouteMeta } from '@lotbook/contract'
import type { AnyRouter } from '@orpc/server'
import fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify'
import { checkAccess } from './access.ts'
import { createApi, toRefusal } from './api.ts'
import { cookieName } from './cookie-name.ts'
import type { Config } from './config.ts'
import type { Who } from './database.ts'
import { securityHeaders } from './headers.ts'
import { newId } from './ids.ts'
import { addressKey, type LimitName, type Limits } from './limits.ts'
import { readForm } from './multipart.ts'
import { allowedOrigins } from './origins.ts'
import { addOutbox } from './outbox-page.ts'
import { addProbes } from './probes.ts'
import { RefusalEvents } from './refusal-events.ts'
import { Refusal, refuse } from './refusal.ts'
import type { RequestContext, Services } from './request-context.ts'
import type { Session, Sessions } from './session.ts'
import { addSockets, type Sockets } from './sockets.ts'
import { timed } from './watched.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Who may call a route that is not of the contract; every route under /api says so. */
    readonly access?: Access
    /** What an access token needs for it; none opens a route that does not say. */
    readonly scope?: RouteMeta['scope']
  }
  interface FastifyRequest {
    context: RequestContext | undefined
    /** The path of the call that it is, as the contract has it. */
    template: string | undefined
  }
}

/** Routes beside the contract's: downloads and whatever else is not JSON. Registered under /api. */
export type RawRoutes = (api: FastifyInstance, services: Services) => void

/** Files that anybody may load, registered outside /api: no session is looked up and no limit is counted for them. */
export type PublicFiles = (app: FastifyInstance) => void

export interface HttpOptions {
  readonly services: Services
  readonly sessions: Sessions
  readonly router: AnyRouter
  readonly raw?: readonly RawRoutes[]
  readonly files?: readonly PublicFiles[]
  readonly sockets: Sockets
  /** The node is being stopped, as `/readyz` says. */
  readonly isDraining?: () => boolean
}

const JSON_LIMIT_BYTES = 1024 * 1024
const HEADER_LIMIT_BYTES = 16 * 1024
const HEADER_TIMEOUT_MS = 30_000
const BODY_TIMEOUT_MS = 60_000
const FORM_ENVELOPE_BYTES = 128 * 1024
const READS = new Set(['GET', 'HEAD', 'OPTIONS'])

/** The HTTP server: headers, origin, sessions, limits; the contract's calls, files and sockets under /api. */
export async function createHttp(options: HttpOptions): Promise<FastifyInstance> {
  const { services } = options
  const { config, log } = services
  const app = fastify({
    logger: false,
    trustProxy: (_, hop) => hop < config.trustedProxies,
    genReqId: () => newId(),
    bodyLimit: JSON_LIMIT_BYTES,
    requestTimeout: BODY_TIMEOUT_MS,
    keepAliveTimeout: 10_000,
    http: { maxHeaderSize: HEADER_LIMIT_BYTES },
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 500 },
    return503OnClosing: true,
    frameworkErrors: (_, request, reply) => {
      // No hook runs for them.
      addHeaders(config, request as FastifyRequest, reply as FastifyReply)
      if (request.url.startsWith('/api')) void reply.header('cache-control', 'no-store')
      // An address that cannot be decoded is none: the application says so on its screen.
      const isPage = request.method === 'GET' && !request.url.startsWith('/api/')
      if (isPage) void reply.redirect('/not_found')
      else void sendRefusal(reply as FastifyReply, new Refusal('not_found'))
    },
    forceCloseConnections: 'idle',
  })
  app.server.headersTimeout = HEADER_TIMEOUT_MS
  app.decorateRequest('context', undefined)
  app.decorateRequest('template', undefined)

  app.addHook('onRequest', async (request, reply) => addHeaders(config, request, reply))
  app.addHook('onResponse', async (request, reply) => {
    const { method, template, routeOptions } = request
    const route = template ?? routeOptions.url ?? 'none'
    timed('request', reply.elapsedTime / 1000, { method, route, status: reply.statusCode })
  })
  const events = new RefusalEvents()
  app.setErrorHandler(async (error, request, reply) => {
    // Nobody waits for the answer to a request that broke off, and it is no fault of ours.
    const isBrokenOff = request.raw.destroyed && !request.raw.complete
    const refusal = isBrokenOff ? new Refusal('invalid_input') : (fromFastify(error) ?? toRefusal(error))
    if (request.context !== undefined) await events.record(refusal, request.context)
    if (refusal.status >= 500) log.error({ requestId: request.id, error: (error as Error).stack }, 'fault')
    return sendRefusal(reply, refusal)
  })

  await app.register(fastifyCookie)
  await app.register(fastifyWebsocket, { options: { maxPayload: 16 * 1024, perMessageDeflate: false } })
  await app.register(async (api) => addApi(api, app, options, events), { prefix: '/api' })
  for (const add of options.files ?? []) add(app)
  addProbes(app, { ...services, reach: services.db, isDraining: options.isDraining ?? (() => false) })
  if (services.config.isOutboxOpen) addOutbox(app, services.config)
  await addWeb(app, config)
  return app
}

function addHeaders(config: Config, request: FastifyRequest, reply: FastifyReply): void {
  const host = config.origins[0] === undefined ? request.host : new URL(config.origins[0]).host
  reply.headers(securityHeaders(config, /^[\w.:[\]-]+$/.test(host) ? host : 'localhost'))
  reply.header('x-request-id', request.id)
}

async function addApi(
  api: FastifyInstance,
  app: FastifyInstance,
  options: HttpOptions,
  events: RefusalEvents,
): Promise<void> {
  const { services, sessions, router, raw = [], sockets } = options
  const { config, db, log } = services
  const handler = createApi(router, (refusal, made) => events.record(refusal, made))

  api.addHook('onRoute', ({ config: routeConfig, url }) => {
    if (routeConfig?.access === undefined) throw new Error(`the route ${url} does not say who may call it`)
  })
  api.addHook('onRequest', async (request, reply) => {
    reply.header('cache-control', 'no-store')
    if (config.apiHost !== undefined) allowWebOrigin(reply, config.origins[0])
    if (request.method === 'OPTIONS') return
    request.context = await contextOf(request, reply, services, sessions, () => allowedOrigins(config, app))
    await limit(request, request.context, reply)
    // No browser adds an access token by itself, so a program need not show that it is a page of this application.
    const isProgram = request.context.session?.scopes !== undefined
    if (!READS.has(request.method) && !isProgram) checkMutation(request, allowedOrigins(config, app))
    // A body is only read for somebody who may send one.
    if (isForm(request) && request.context.session === undefined) refuse('not_signed_in')
  })
  api.addHook('preHandler', async (request) => {
    const { access, scope } = request.routeOptions.config
    if (access === undefined || request.context === undefined) return
    const path = (request.routeOptions.url ?? '').replace(/^\/api/, '')
    await checkAccess({ access, scope, method: request.method, path }, request.context)
  })

  api.removeContentTypeParser('text/plain')
  const parseJson = api.getDefaultJsonParser('error', 'error')
  api.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    // An empty body is an empty form, whatever type it claims.
    if (body === '') done(null, {})
    else void parseJson(request, body as string, done)
  })
  api.addContentTypeParser(
    'multipart/form-data',
    { bodyLimit: 10_485_760 + FORM_ENVELOPE_BYTES },
    async (request: FastifyRequest, body: AsyncIterable<Buffer>) => {
      const { 'content-type': type = '', 'content-length': length } = request.headers
      return readForm(type, length, body)
    },
  )

  for (const add of raw) add(api, services)
  addSockets(api, { sockets, db, log, origins: () => allowedOrigins(config, app) })
  api.route({
    method: ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'],
    url: '/*',
    // Access is that of the call itself, which the contract's handler checks.
    config: { access: 'public', scope: 'any' },
    handler: async (request, reply) => {
      if (request.method === 'OPTIONS') return reply.code(204).send()
      if (request.method !== 'GET') request.body ??= {}
      const { matched } = await handler.handle(request, reply, { prefix: '/api', context: context(request) })
      if (!matched) refuse('not_found')
      return reply
    },
  })
}

/** What a route gets to know; set for every request under /api. */
export function context(request: FastifyRequest): RequestContext {
  if (request.context === undefined) throw new Error('a request without a context')
  return request.context
}

async function contextOf(
  request: FastifyRequest,
  reply: FastifyReply,
  services: Services,
  sessions: Sessions,
  origins: () => readonly string[],
): Promise<RequestContext> {
  const now = services.clock.now()
  const session = await sessionOfRequest(request, reply, services, sessions)
  const key = request.headers['idempotency-key']
  const made: RequestContext = {
    ...services,
    requestId: request.id,
    now,
    ip: request.ip,
    userAgent: (request.headers['user-agent'] ?? '').slice(0, 300),
    route: routeText(request, session),
    session,
    get who(): Who {
      if (session === undefined) return refuse('not_signed_in')
      return { actorId: session.userId, subjectId: session.viewingId ?? session.userId }
    },
    roles: session?.roles ?? [],
    idempotencyKey: typeof key === 'string' ? key : undefined,
    reply,
    limit(name) {
      return takeOf(services.limits, reply, name, made.who.subjectId)
    },
    requireMark() {
      if (session?.scopes !== undefined) return
      checkMutation(request, origins())
      const { 'sec-fetch-site': site, 'sec-fetch-mode': mode } = request.headers
      const isOwnPage =
        (site === undefined || site === 'same-origin' || site === 'same-site') &&
        (mode === undefined || mode === 'cors' || mode === 'same-origin')
      if (!isOwnPage) refuse('forbidden', 'This origin is not allowed.', { event: 'origin_refused' })
    },
  }
  return made
}

/** The call as the trail has it; of a program with the id of its access token, so that a person knows which of them it was. */
function routeText({ method, url }: FastifyRequest, session: Session | undefined): string {
  const call = `${method} ${url.split('?')[0] ?? ''}`.slice(0, 250)
  return session?.scopes === undefined ? call : `${call} (access token ${session.id})`
}

/** The session of a request: by its access token where it comes with one, else by its cookie. */
async function sessionOfRequest(
  request: FastifyRequest,
  reply: FastifyReply,
  { clock, config, limits }: Services,
  sessions: Sessions,
): Promise<Session | undefined> {
  const bearer = /^Bearer +(\S+) *$/i.exec(request.headers.authorization ?? '')?.[1]
  if (bearer === undefined) {
    const token = request.cookies[cookieName(config.isSecure)]
    return token === undefined ? undefined : sessions.resolve(token, clock.now())
  }
  try {
    return await sessions.resolveToken(bearer, clock.now())
  } catch (error) {
    if (error instanceof Refusal) await takeOf(limits, reply, 'anonymous', addressKey(request.ip))
    throw error
  }
}

// A page of another site can make a browser send forms and simple requests, never this header.
function checkMutation(request: FastifyRequest, origins: readonly string[]): void {
  const { origin, 'x-lotbook': mark, 'content-type': type } = request.headers
  const event = 'origin_refused'
  if (mark !== '1') refuse('forbidden', 'The header X-Lotbook is missing.', { event })
  if (origin !== undefined && !origins.includes(origin))
    refuse('forbidden', 'This origin is not allowed.', { event })
  const known = type === undefined || /^(application\/json|multipart\/form-data)\s*(;|$)/i.test(type)
  if (!known) refuse('forbidden', 'This content type is not allowed.', { event })
}

function isForm(request: FastifyRequest): boolean {
  return /^multipart\/form-data/i.test(request.headers['content-type'] ?? '')
}

function limit(
  request: FastifyRequest,
  { session, limits, ip }: RequestContext,
  reply: FastifyReply,
): Promise<void> {
  if (session === undefined) return takeOf(limits, reply, 'anonymous', addressKey(ip))
  return takeOf(limits, reply, READS.has(request.method) ? 'reads' : 'mutations', limitKey(session))
}

/** Count a request against a limit, and state the limit with the answer, also of one that was beyond it. */
async function takeOf(limits: Limits, reply: FastifyReply, name: LimitName, key: string): Promise<void> {
  try {
    await limits.take(name, key)
  } finally {
    const { policy, limit } = limits.headersOf(name, key)
    const also = (header: string, value: string) => {
      const before = reply.getHeader(header)
      void reply.header(header, before === undefined ? value : `${String(before)}, ${value}`)
    }
    also('ratelimit-policy', policy)
    also('ratelimit', limit)
  }
}

// All access tokens of a customer share one bucket, so that more of them are not more of the server.
const limitKey = ({ id, userId, scopes }: Session) => (scopes === undefined ? id : `tokens of ${userId}`)

function allowWebOrigin(reply: FastifyReply, origin: string | undefined): void {
  reply.header('vary', 'Origin')
  if (origin === undefined) return
  reply.headers({
    'access-control-allow-origin': origin,
    'access-control-allow-credentials': 'true',
    'access-control-allow-headers': 'content-type, x-lotbook, idempotency-key',
    'access-control-allow-methods': 'GET, POST, PUT, PATCH, DELETE',
    'access-control-expose-headers': 'ratelimit, ratelimit-policy, retry-after',
    'cross-origin-resource-policy': 'same-site',
  })
}

function sendRefusal(reply: FastifyReply, refusal: Refusal): FastifyReply {
  reply.headers(refusal.headers)
  // The rest of a body that was too large is not read.
  if (refusal.code === 'too_large') reply.header('connection', 'close')
  return reply.code(refusal.status).type('application/json').send(refusal.toBody())
}

function fromFastify(error: unknown): Refusal | undefined {
  const { code, statusCode } = error as { code?: string; statusCode?: number }
  if (code === 'FST_ERR_CTP_BODY_TOO_LARGE') return new Refusal('too_large')
  if (statusCode !== undefined && statusCode >= 400 && statusCode < 500) {
    // A folder among the files answers 403: there is nothing to see either.
    return new Refusal(statusCode === 404 || statusCode === 403 ? 'not_found' : 'invalid_input')
  }
  return undefined
}

/** What only the configuration knows, as elements of the page's head: the API's host (R7.1), where support and the guides are. */
function toldToThePage({ apiHost, supportUrl, helpUrl }: Config): string {
  const told = {
    'api-host': apiHost === undefined ? undefined : `${apiHost}/api`,
    'support-url': supportUrl,
    'help-url': helpUrl,
  }
  return Object.entries(told)
    .flatMap(([name, content]) =>
      content === undefined ? [] : [`<meta name="${name}" content="${inAttribute(content)}" />`],
    )
    .join('')
}

const inAttribute = (text: string) => text.replaceAll('&', '&amp;').replaceAll('"', '&quot;')

/** The web application: hashed files for ever, and its page for every path that is not a file. */
async function addWeb(app: FastifyInstance, config: Config): Promise<void> {
  const folder = config.webDirectory
  const told = toldToThePage(config)
  const index = join(folder, 'index.html')
  const isBuilt = existsSync(index)
  const page = async (reply: FastifyReply) => {
    if (!isBuilt)
      return reply
        .code(503)
        .type('text/plain')
        .send('The web application is not built: run `npm run build`.\n')
    if (told === '') return reply.sendFile('index.html')
    const html = await readFile(index, 'utf8')
    const page = html.replace('</title>', () => `</title>${told}`)
    return reply.type('text/html; charset=utf-8').header('cache-control', 'no-cache').send(page)
  }
  if (isBuilt) {
    await app.register(fastifyStatic, {
      root: folder,
      index: false,
      dotfiles: 'ignore',
      cacheControl: false,
      setHeaders: (reply, path) => {
        const isHashed = path.startsWith(join(folder, 'assets/'))
        reply.header('cache-control', isHashed ? 'public, max-age=31536000, immutable' : 'no-cache')
      },
    })
  }
  app.get('/', (_, reply) => page(reply))
  app.setNotFoundHandler((request, reply) => {
    const path = request.url.split('?')[0] ?? ''
    const isRead = request.method === 'GET' || request.method === 'HEAD'
    // A name with a dot is a file, and a file that is not there is not the application.
    const isPage = isRead && !path.startsWith('/api/') && !path.includes('.')
    if (!isPage) return sendRefusal(reply, new Refusal('not_found'))
    // The application says on its screen that there is nothing; the status says it to machines.
    return page(isScreen(path) ? reply : reply.code(404))
  })
}
