import {
  Client,
  type ClientBase,
  type CustomTypesConfig,
  Pool,
  type PoolClient,
  type QueryConfig,
  type QueryResult,
  type QueryResultRow,
  types as pgTypes,
} from 'pg'
import { BEGIN, beginAs, type Bounds, CLIENT_CHECK } from './begin-as.ts'
import type { DatabaseRole, Reach } from './database-role.ts'
import { beginOn, checkRole } from './guarded-connection.ts'

export interface RolePoolOptions extends Pick<Reach, 'connect' | 'isPooled'> {
  readonly role: DatabaseRole
  readonly max: number
  readonly idleTimeoutMillis: number
  readonly bounds: Bounds
  readonly onError: (error: Error) => void
}

const DATE = 1082
const types: CustomTypesConfig = {
  getTypeParser: ((oid: number, format?: 'text' | 'binary') =>
    // A calendar day is not an instant: the driver would make it midnight in the server's own zone.
    oid === DATE
      ? (text: string) => text
      : (pgTypes.getTypeParser(oid, format) as unknown)) as CustomTypesConfig['getTypeParser'],
}

/** Longer than this nobody waits for a connection, be it of this process or of a pooler. */
const CONNECTION_WAIT_MS = 10_000

/** A query that the driver gives up after so long. */
interface BoundedQuery extends QueryConfig {
  readonly query_timeout: number
}

/**
 * A client whose statements have no names: behind a pooler the next message may meet a connection on which nothing of that name was
 * prepared.
 */
export class NamelessClient extends Client {
  // The driver's many signatures come down to this one.
  override query(query: never, ...more: never[]): never {
    return super.query(withoutName(query) as never, ...more) as never
  }
}

function withoutName(query: unknown): unknown {
  if (typeof query !== 'object' || query === null || !('name' in query) || 'submit' in query) return query
  const { name: _, ...rest } = query
  return rest
}

/**
 * Connections that act in one role. Without a pooler in between each is that role from its start to its end, and its limits are its
 * own. Behind one in transaction mode both hold for a transaction, and there is nothing outside of transactions.
 */
export class RolePool {
  readonly #begin: string
  readonly #pool: Pool
  readonly #isPooled: boolean

  constructor({ connect, isPooled = false, role, max, idleTimeoutMillis, bounds, onError }: RolePoolOptions) {
    this.#isPooled = isPooled
    this.#begin = isPooled ? beginAs(role, bounds) : BEGIN
    this.#pool = new Pool({
      ...connect(role),
      max,
      idleTimeoutMillis,
      types,
      application_name: role,
      connectionTimeoutMillis: CONNECTION_WAIT_MS,
      onConnect: ((client: ClientBase) => this.#prepare(client, role)) as (client: ClientBase) => void,
      ...(isPooled ? { Client: NamelessClient } : bounds),
    })
    // Without these a restart of the database ends the process.
    this.#pool.on('error', onError)
    this.#pool.on('connect', (client) => client.on('error', onError))
  }

  /** How many connections are open, are lent to nobody, and are waited for. */
  get state(): { readonly open: number; readonly idle: number; readonly waiting: number } {
    const { totalCount: open, idleCount: idle, waitingCount: waiting } = this.#pool
    return { open, idle, waiting }
  }

  /** A connection for one transaction, which the borrower begins with `beginOn` and ends. */
  lend(): Promise<PoolClient> {
    return this.#pool.connect()
  }

  /**
   * Begin a transaction in the role of this pool; behind a pooler it is then that a connection is waited for.
   *
   * @param more - is done by the same message.
   */
  async beginOn(client: ClientBase, more?: string): Promise<void> {
    const text = more === undefined ? this.#begin : `${this.#begin}; ${more}`
    const bounded: BoundedQuery = { text, query_timeout: CONNECTION_WAIT_MS }
    await beginOn(client, this.#isPooled ? bounded : text)
  }

  /** A single query, which is a transaction by itself. */
  async query<Row extends QueryResultRow>(
    query: string | QueryConfig,
    values?: unknown[],
  ): Promise<QueryResult<Row>> {
    if (!this.#isPooled) return this.#pool.query<Row>(query as string, values)
    const client = await this.lend()
    let broken: Error | undefined
    await this.beginOn(client).catch((error: Error) => {
      client.release(error)
      throw error
    })
    try {
      const result = await client.query<Row>(query as string, values)
      await client.query('commit')
      return result
    } catch (error) {
      await client.query('rollback').catch((failure: Error) => (broken = failure))
      throw error
    } finally {
      client.release(broken)
    }
  }

  end(): Promise<void> {
    return this.#pool.end()
  }

  /** The pool lends a connection only once it is known to act as its role. */
  async #prepare(client: ClientBase, role: DatabaseRole): Promise<void> {
    if (this.#isPooled) {
      await this.beginOn(client)
      await checkRole(client, role)
      await client.query('rollback')
      return
    }
    await checkRole(client, role)
    // Not among the settings that a connection begins with: a PostgreSQL on Windows knows no such check, and would refuse it.
    const [[name, ms]] = Object.entries(CLIENT_CHECK) as [[string, number]]
    await client.query(`set ${name} = ${ms}`).catch(() => {})
  }
}
