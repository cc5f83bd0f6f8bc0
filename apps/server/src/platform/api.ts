import { type Access, refusedFieldWords, type RouteMeta } from '@lotbook/contract'
import { ValidationError } from '@orpc/contract'
import { OpenAPIHandler } from '@orpc/openapi/fastify'
import { type AnyRouter, ORPCError, traverseContractProcedures } from '@orpc/server'
import { z } from 'zod'
import { checkAccess } from './access.ts'
import type { Database } from './database.ts'
import { ReplicaConnection, UnguardedConnection } from './guarded-connection.ts'
import { refuseUnstorable } from './storable-text.ts'
import { once } from './idempotency.ts'
import { Refusal } from './refusal.ts'
import type { RequestContext } from './request-context.ts'
import { asOne } from './together.ts'
import { traced } from './watched.ts'

// What a schema refuses without words of its own is refused in ours.
z.config({ localeError: refusedFieldWords })

/** One call as the document and the matrix of access show it. */
export interface DeclaredRoute {
  readonly method: string
  readonly path: string
  readonly access: Access
  /** What an access token needs for it; undefined where none opens it. */
  readonly scope: RouteMeta['scope']
}

/**
 * Every call of a router and who may make it.
 *
 * @throws Error for one that does not say: a server with it does not start.
 */
export function declaredRoutes(router: AnyRouter): DeclaredRoute[] {
  const found: DeclaredRoute[] = []
  const lazy = traverseContractProcedures({ router, path: [] }, ({ contract, path }) => {
    const { route, meta } = contract['~orpc']
    const { access, scope } = meta as RouteMeta
    const { method, path: url } = route
    if (access === undefined || method === undefined || url === undefined) {
      throw new Error(`the route ${path.join('.')} does not say its method, its path and who may call it`)
    }
    found.push({ method, path: url, access, scope })
  })
  if (lazy.length > 0) throw new Error('routes are not loaded lazily: their access could not be checked')
  return found
}

/** The calls of the contract, guarded: access first, then the limit, then once per Idempotency-Key. */
export function createApi(
  router: AnyRouter,
  onRefusal: (refusal: Refusal, context: RequestContext) => Promise<void> = async () => {},
): OpenAPIHandler<RequestContext> {
  declaredRoutes(router)
  return new OpenAPIHandler<RequestContext>(router, {
    customErrorResponseBodyEncoder: (error) => toRefusal(error).toBody(),
    clientInterceptors: [
      (call) => {
        const { method = '', path = '' } = call.procedure['~orpc'].route
        call.context.reply.request.template = path
        return traced('request', `${method} ${path}`, {}, () => call.next())
      },
      async (call) => {
        const { context, procedure, input } = call
        const { route, meta } = procedure['~orpc']
        const { access, isChange, isSecret, scope } = meta as RouteMeta
        const { method = '', path = '' } = route
        try {
          if (access === undefined) throw new Error(`${method} ${path} has no access`)
          if (isChange) context.requireMark()
          const note = await checkAccess({ access, scope, method, path }, context)
          refuseUnstorable(input)
          const key = context.idempotencyKey
          const userId = context.session?.userId
          // What anybody signed in may do is about the person: it can be done twice, and its answers (seeds, codes)
          // are kept nowhere; nor is a secret.
          const isKept = typeof access !== 'string' && method !== 'GET' && isSecret !== true
          const work = async (db: Database) => {
            const answer = await call.next({ ...call, context: { ...context, db } })
            await note?.(db)
            return answer
          }
          if (key !== undefined && userId !== undefined && isKept)
            return await once(context.db, { userId, key, route: `${method} ${path}`, body: input }, work)
          return note === undefined ? await call.next() : await asOne(context.db, context.who, work)
        } catch (error) {
          await onRefusal(toRefusal(error), context)
          throw toWireError(error, context)
        }
      },
    ],
  })
}

/** The error as the wire carries it; what is not a refusal is logged and told to nobody. */
function toWireError(error: unknown, context: RequestContext): ORPCError<string, unknown> {
  const refusal = toRefusal(error)
  if (refusal.status >= 500) {
    context.log.error({ requestId: context.requestId, route: context.route, error: causes(error) }, 'fault')
  }
  context.reply.headers(refusal.headers)
  return new ORPCError(refusal.code, {
    status: refusal.status,
    message: refusal.message,
    cause: refusal,
  })
}

/** Any error as what may be told of it. */
export function toRefusal(error: unknown): Refusal {
  if (error instanceof Refusal) return error
  if (error instanceof ORPCError) {
    if (error.cause instanceof Refusal) return error.cause
    if (error.cause instanceof ValidationError && error.code === 'BAD_REQUEST') {
      return new Refusal('invalid_input', undefined, { fields: fieldsOf(error.cause) })
    }
    if (error.cause !== undefined && error.cause !== error && error.status >= 500)
      return toRefusal(error.cause)
    if (error.status === 404) return new Refusal('not_found')
    if (error.status === 413) return new Refusal('too_large')
    if (error.status < 500) return new Refusal('invalid_input')
  }
  if (isNoId(error)) return new Refusal('not_found')
  if (isContended(error)) return new Refusal('conflict', undefined, { retryAfter: 2 })
  return new Refusal(isUnavailable(error) ? 'unavailable' : 'something_went_wrong', undefined, {
    ...(isUnavailable(error) && { retryAfter: 2 }),
  })
}

function fieldsOf(error: ValidationError): Record<string, string> {
  const fields = new Map<string, string>()
  for (const { path = [], message } of error.issues) {
    const steps = path.map((step) => (typeof step === 'object' ? step.key : step))
    const name = steps.map(String).join('.')
    if (!fields.has(name)) fields.set(name, message)
  }
  return Object.fromEntries(fields)
}

// An id that is no UUID names nothing, wherever it was sent. Texts that somebody sends become no other type of that kind.
function isNoId(error: unknown): boolean {
  const { code, message } = (error ?? {}) as { code?: unknown; message?: unknown }
  return code === '22P02' && String(message).startsWith('invalid input syntax for type uuid')
}

// Somebody else's work was in the way: a lock that was not given back in time, a deadlock, a serialization failure.
function isContended(error: unknown): boolean {
  const code = (error as { code?: unknown } | undefined)?.code
  return code === '55P03' || code === '40P01' || code === '40001'
}

// The database is restarting, full of connections, out of reach or unguarded, or it took longer than anybody waits (57014).
function isUnavailable(error: unknown): boolean {
  const code = (error as { code?: unknown } | undefined)?.code
  const text = error instanceof Error ? error.message : ''
  return (
    error instanceof UnguardedConnection ||
    error instanceof ReplicaConnection ||
    (typeof code === 'string' &&
      /^(57014|57P0\d|53\d{3}|08[\dP]\d{2}|25006|ECONNREFUSED|ECONNRESET|EPIPE|ENOENT)$/.test(code)) ||
    text.startsWith('Connection terminated') ||
    text.startsWith('timeout exceeded when trying to connect') ||
    text === 'Query read timeout'
  )
}

function causes(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const own = error.stack ?? error.message
  return error.cause === undefined ? own : `${own}\ncaused by ${causes(error.cause)}`
}
