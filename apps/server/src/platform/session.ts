import type { Role, Scope } from '@lotbook/contract'

/** Who a request comes from, read anew from the database for every request. */
export interface Session {
  readonly id: string
  readonly userId: string
  readonly email: string
  readonly roles: readonly Role[]
  /** Whose data is shown, when a professional or an admin looks at a customer. */
  readonly viewingId: string | undefined
  /** The person has a confirmed second factor. */
  readonly hasSecondFactor: boolean
  /** The password was right, the second factor is still to come: good for nothing but that. */
  readonly isPending: boolean
  /** When the person last proved who they are. */
  readonly authenticatedAt: Date
  /** Set for a program that came with an access token: what the token may do. */
  readonly scopes?: ReadonlySet<Scope>
}

/** Sessions, as the identity feature keeps them. */
export interface Sessions {
  /** The live session of a cookie's value, else undefined; remembers that it was used. */
  resolve(token: string, now: Date): Promise<Session | undefined>
  /** The session that an access token stands for; refuses with why there is none. */
  resolveToken(token: string, now: Date): Promise<Session>
}
