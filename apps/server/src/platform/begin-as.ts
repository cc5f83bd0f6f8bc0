import type { DatabaseRole } from './database-role.ts'

/** Settings of PostgreSQL that bound what is waited for, in milliseconds. */
export type Bounds = Readonly<Record<string, number>>

/** PostgreSQL looks this often whether anybody still waits for a statement: a process that was killed leaves none running. */
export const CLIENT_CHECK = { client_connection_check_interval: 2_000 }

/**
 * Begins a transaction in which things can be written: of a replica, whose rows may be old, it is refused before anything is read.
 */
export const BEGIN = 'begin read write'

/**
 * The message that begins a transaction behind a pooler, in which whatever the connection was left with by others is made its own.
 *
 * @param bounds - hold until the transaction ends, as the role does.
 */
export function beginAs(role: DatabaseRole, bounds: Bounds = {}): string {
  const limits = Object.entries({ ...bounds, ...CLIENT_CHECK })
  return [BEGIN, `set local role ${role}`, ...limits.map(([name, ms]) => `set local ${name} = ${ms}`)].join(
    '; ',
  )
}
