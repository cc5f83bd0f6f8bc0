import { createORPCClient, ORPCError } from '@orpc/client'
import type { AnyContractRouter, ContractRouterClient } from '@orpc/contract'
import { OpenAPILink } from '@orpc/openapi-client/fetch'
import { createTanstackQueryUtils } from '@orpc/tanstack-query'
import type { Contract } from '@lotbook/contract'
import routes from 'virtual:contract-routes'
import { type RefusedCall, secondsOf, toApiError } from './api-error.ts'
import type { LaterNoun } from './later-nouns.ts'

/** Options of a single call. */
export interface CallContext {
  /** Names one intent to create something: the same key twice creates once. Made per call where none is given. */
  readonly idempotencyKey?: string
}

/**
 * The address of the API: `/api` on the same origin, or the one that the server wrote into the page (`API_HOST`).
 */
export function apiHost(): string {
  const told = document.querySelector<HTMLMetaElement>('meta[name="api-host"]')?.content
  return told === undefined || told === '' ? `${window.location.origin}/api` : told
}

/** Sends the calls of these routes. */
export const linkOf = (routes: unknown) =>
  new OpenAPILink<CallContext>(routes as AnyContractRouter, {
    url: apiHost,
    headers: ({ context }) => ({
      // No other site can make a browser send this header (SD2).
      'X-Lotbook': '1',
      'Idempotency-Key': context.idempotencyKey ?? crypto.randomUUID(),
    }),
    fetch: (request, init) => fetch(withoutKeyOnReads(request), { ...init, credentials: 'include' }),
    // Our errors have one shape of their own; `toApiError` reads it.
    customErrorResponseBodyDecoder: (body, { status, headers }) =>
      new ORPCError<string, RefusedCall>('API_ERROR', {
        status,
        data: { body, retryAfter: secondsOf(headers['retry-after']) },
      }),
    interceptors: [
      async (call) => {
        try {
          return await call.next()
        } catch (thrown) {
          throw toApiError(thrown)
        }
      },
    ],
  })

function withoutKeyOnReads(request: Request): Request {
  if (request.method === 'GET') request.headers.delete('Idempotency-Key')
  return request
}

/** Every call that a first screen may make, as a typed function; `later-api.ts` has the others. Throws `ApiError`. */
export const calls: ContractRouterClient<Omit<Contract, LaterNoun>, CallContext> = createORPCClient(
  linkOf(routes),
)

/** The same calls as TanStack Query options and keys: `useQuery(api.tax.details.queryOptions())`. */
export const api = createTanstackQueryUtils(calls)
