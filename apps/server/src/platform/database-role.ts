import type { ClientConfig } from 'pg'

export type DatabaseRole = 'lotbook_owner' | 'lotbook_app' | 'lotbook_identity' | 'lotbook_ops'

/** How to reach the database as one of its roles. */
export type Connect = (role: DatabaseRole) => ClientConfig

/** The ways into the database. */
export interface Reach {
  /** In as one of the roles, or behind a pooler as the user who becomes it. */
  readonly connect: Connect
  /**
   * A pooler in transaction mode stands in between: each transaction may have another connection, so it says itself which role it
   * acts in and which limits it has, and nothing lasts beyond it.
   */
  readonly isPooled?: boolean
  /** Past the pooler, for what takes a session of its own; absent where no such way is known. */
  readonly direct?: Connect | undefined
}

/** How to get a session of one's own, as LISTEN and locks of a session need it; undefined where there is a pooler alone. */
export function directOf({ connect, isPooled = false, direct }: Reach): Connect | undefined {
  return isPooled ? direct : connect
}
