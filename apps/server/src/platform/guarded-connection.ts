import { Client, type ClientBase, type ClientConfig, type QueryConfig } from 'pg'
import { BEGIN, beginAs } from './begin-as.ts'
import type { Connect, DatabaseRole, Reach } from './database-role.ts'

/** A connection on which the database would show every customer's rows to anybody. Nothing is asked on it. */
export class UnguardedConnection extends Error {
  constructor(role: DatabaseRole, fault: string) {
    super(
      `the database gave a connection ${fault} where ${role} was asked for, so row-level security would not hold. ` +
        `A pooler in session mode must pass on the start-up parameter "options"; for one in transaction mode ` +
        `DATABASE_POOLER=transaction is set; or DATABASE_URL leads past it.`,
    )
    this.name = 'UnguardedConnection'
  }
}

/** A connection to a copy of the database, whose rows may be old and which takes none. Nothing is asked on it either. */
export class ReplicaConnection extends Error {
  constructor() {
    super(
      'the database is a replica, which may be behind and cannot be written to: DATABASE_URL must lead to the primary',
    )
    this.name = 'ReplicaConnection'
  }
}

/** Begin a transaction. A replica refuses one that is to write, and is named as what it is. */
export async function beginOn(client: ClientBase, begin: string | QueryConfig): Promise<void> {
  try {
    await client.query(begin)
  } catch (error) {
    const isReplica = (error as Error).message.startsWith('cannot set transaction read-write mode')
    throw isReplica ? new ReplicaConnection() : error
  }
}

interface Identity {
  readonly name: string
  readonly is_replica: boolean
  readonly row_security: string
  readonly is_super: boolean
  readonly bypasses: boolean
}

/**
 * Hold a new connection to the role that it was opened for. The role comes by a start-up parameter, which a pooler may drop without
 * a word; the connection would then act as the user of DATABASE_URL, often a superuser, for whom no policy counts.
 *
 * @throws UnguardedConnection when the role is another, row security is off, or the role is above the policies.
 * @throws ReplicaConnection when the database only follows another one.
 */
export async function checkRole(client: ClientBase, role: DatabaseRole): Promise<void> {
  const { rows } = await client.query<Identity>(
    `select current_user::text as name, current_setting('row_security') as row_security, rolsuper as is_super,
       rolbypassrls as bypasses, pg_is_in_recovery() as is_replica from pg_roles where rolname = current_user`,
  )
  const fault = faultOf(rows[0], role)
  if (fault !== undefined) throw new UnguardedConnection(role, fault)
  if (rows[0]?.is_replica === true) throw new ReplicaConnection()
}

function faultOf(identity: Identity | undefined, role: DatabaseRole): string | undefined {
  if (identity === undefined || identity.name !== role) return `as ${identity?.name ?? 'nobody'}`
  if (identity.is_super) return 'as a superuser'
  if (identity.bypasses) return 'as a role that bypasses row-level security'
  return identity.row_security === 'on' ? undefined : 'with row_security off'
}

/**
 * Open one connection as a role, outside the pools, with a session of its own: never through a pooler in transaction mode.
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

/** Runs work as a transaction of its own. */
export type InTransaction = <T>(work: (client: ClientBase) => Promise<T>) => Promise<T>

/** How long to wait for the database, in milliseconds; without it as long as it takes. */
export interface Patience {
  readonly waitMs?: number
}

/**
 * Work as a role in transactions one after the other, on a connection outside the pools that is opened for it: through a pooler too.
 *
 * @throws UnguardedConnection and ReplicaConnection as `checkRole` does.
 */
export async function inTransactionsAs<T>(
  { connect, isPooled = false }: Reach,
  role: DatabaseRole,
  work: (inTransaction: InTransaction) => Promise<T>,
  { waitMs }: Patience = {},
): Promise<T> {
  const client = new Client({
    ...connect(role),
    ...(waitMs !== undefined && { connectionTimeoutMillis: waitMs, query_timeout: waitMs }),
  })
  client.on('error', () => {})
  await client.connect()
  const begin = isPooled ? beginAs(role) : BEGIN
  try {
    await beginOn(client, begin)
    await checkRole(client, role)
    await client.query('commit')
    return await work(async (step) => {
      await beginOn(client, begin)
      try {
        const result = await step(client)
        await client.query('commit')
        return result
      } catch (error) {
        await client.query('rollback').catch(() => {})
        throw error
      }
    })
  } finally {
    await client.end()
  }
}

/** Work of a single transaction as a role, on a connection that is opened for it. */
export function inRole<T>(
  reach: Reach,
  role: DatabaseRole,
  work: (client: ClientBase) => Promise<T>,
  patience: Patience = {},
): Promise<T> {
  return inTransactionsAs(reach, role, (inTransaction) => inTransaction(work), patience)
}
