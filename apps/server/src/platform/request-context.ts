import type { Role } from '@lotbook/contract'
import { implement } from '@orpc/server'
import type { AnyContractRouter } from '@orpc/contract'
import type { FastifyReply } from 'fastify'
import type { Clock } from './clock.ts'
import type { Config } from './config.ts'
import type { Database, Who } from './database.ts'
import type { Keys } from './keys.ts'
import type { LimitName, Limits } from './limits.ts'
import type { Log } from './log.ts'
import type { Outbound } from './outbound.ts'
import { refuse } from './refusal.ts'
import type { Session } from './session.ts'

/** What the parts of the server share. */
export interface Services {
  readonly config: Config
  readonly db: Database
  readonly keys: Keys
  readonly limits: Limits
  readonly clock: Clock
  readonly log: Log
  /** The one way to ask a provider. */
  readonly outbound: Outbound
}

/** What a route gets to know of a request. */
export interface RequestContext extends Services {
  readonly requestId: string
  readonly now: Date
  readonly ip: string
  readonly userAgent: string
  readonly route: string
  readonly session: Session | undefined
  /** Who acts and whose data it is. Refuses with `not_signed_in` when nobody is signed in. */
  readonly who: Who
  readonly roles: readonly Role[]
  readonly idempotencyKey: string | undefined
  /** To set cookies and headers; the answer itself is what the route returns. */
  readonly reply: FastifyReply
  /** Count one use against a limit of the subject; refuses with `too_many_requests`. */
  limit(name: LimitName): Promise<void>
  /** Refuses what no page of this application asked for: a link, a picture, a page of another site (SC3). */
  requireMark(): void
}

/**
 * Implement a part of the contract: `const os = routes(contract.tax)`, then
 * `os.details.handler(({ input, context }) => …)`. Access is checked before, by what the contract says.
 */
export function routes<C extends AnyContractRouter>(part: C) {
  return implement(part).$context<RequestContext>()
}

/** The session of a route that only signed-in people reach. */
export function sessionOf(context: RequestContext): Session {
  return context.session ?? refuse('not_signed_in')
}
