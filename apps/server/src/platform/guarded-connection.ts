import { Client, type ClientBase, type ClientConfig } from 'pg'
import type { Connect, DatabaseRole } from './database-role.ts'

/** A connection on which the database would show every customer's rows to anybody. Nothing is asked on it. */
export class UnguardedConnection extends Error {
  constructor(role: DatabaseRole, fault: string) {
    super(
      `the database gave a connection ${fault} where ${role} was asked for, so row-level security would not hold. ` +
        `A pooler must pass on the start-up parameter "options", or DATABASE_URL must lead past it.`,
    )
    this.name = 'UnguardedConnection'
  }
}

interface Identity {
  readonly name: string
  readonly row_security: string
  readonly is_super: boolean
  readonly bypasses: boolean
}

/**
 * Hold a new connection to the role that it was opened for. The role comes by a start-up parameter, which a pooler may drop without
 * a word; the connection would then act as the user of DATABASE_URL, often a superuser, for whom no policy counts.
 *
 * @throws UnguardedConnection when the role is another, row security is off, or the role is above the policies.
 */
export async function checkRole(client: ClientBase, role: DatabaseRole): Promise<void> {
  const { rows } = await client.query<Identity>(
    `select current_user::text as name, current_setting('row_security') as row_security, rolsuper as is_super,
       rolbypassrls as bypasses from pg_roles where rolname = current_user`,
  )
  const fault = faultOf(rows[0], role)
  if (fault !== undefined) throw new UnguardedConnection(role, fault)
}

function faultOf(identity: Identity | undefined, role: DatabaseRole): string | undefined {
  if (identity === undefined || identity.name !== role) return `as ${identity?.name ?? 'nobody'}`
  if (identity.is_super) return 'as a superuser'
  if (identity.bypasses) return 'as a role that bypasses row-level security'
  return identity.row_security === 'on' ? undefined : 'with row_security off'
}

/**
 * Open one connection as a role, outside the pools.
 *
 * @throws UnguardedConnection as `checkRole` does; the connection is closed then.
 */
export async function openConnection(
  connect: Connect,
  role: DatabaseRole,
  more: ClientConfig = {},
): Promise<Client> {
  const client = new Client({ ...connect(role), ...more })
  // Without a listener a restart of the database would end the process.
  client.on('error', () => {})
  await client.connect()
  try {
    await checkRole(client, role)
  } catch (error) {
    await client.end()
    throw error
  }
  return client
}
