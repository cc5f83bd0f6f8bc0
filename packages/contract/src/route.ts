import { oc } from '@orpc/contract'

/** Roles of people (R6.1). */
export const ROLES = ['admin', 'customer', 'cpa'] as const
export type Role = (typeof ROLES)[number]

/**
 * Who may make a call: anybody, anybody signed in, or whoever has one of the roles. `nobody-or-signed-in` is for what a page asks before
 * it knows of a session: who has none is told so, and a session is held to what `signed-in` asks of it. Every route says
 * who; the server refuses to start with one that does not (SB1).
 */
export type Access = 'public' | 'nobody-or-signed-in' | 'signed-in' | readonly Role[]

/** What an access token may be for. */
export const SCOPES = ['read', 'import', 'calculate'] as const
export type Scope = (typeof SCOPES)[number]

export interface RouteMeta {
  readonly access?: Access
  /**
   * The scope that an access token needs for this call; `any` takes a token of whatever scope. A call that names none is closed to
   * tokens: the account, its security, payments, professionals and the tokens themselves are a person's own.
   */
  readonly scope?: Scope | 'any'
  /** Its answer holds a secret that is shown once: it is not kept for a repeat of the request. */
  readonly isSecret?: true
  /** A call that changes something although the specification makes it a GET: it needs the mark of a change (SC3). */
  readonly isChange?: true
}

/** Where every route of the contract begins. */
export const route = oc.$meta<RouteMeta>({})

/** A call for whoever has the customer role; also for a professional who looks at that customer. */
export const customerRoute = route.meta({ access: ['customer'] })
/** The same, open to access tokens of a scope. */
export const readRoute = customerRoute.meta({ scope: 'read' })
export const importRoute = customerRoute.meta({ scope: 'import' })
export const calculateRoute = customerRoute.meta({ scope: 'calculate' })
export const signedInRoute = route.meta({ access: 'signed-in' })
export const nobodyOrSignedInRoute = route.meta({ access: 'nobody-or-signed-in' })
export const publicRoute = route.meta({ access: 'public' })
