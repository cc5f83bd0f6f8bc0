import type { PoolClient } from 'pg'
import type { Bounds } from './begin-as.ts'
import type { DatabaseRole, Reach } from './database-role.ts'
import { RolePool } from './role-pool.ts'
import { Slots } from './slots.ts'
import { traced } from './watched.ts'
import { plannedOnce, type Sql } from './sql.ts'

/** The pools of this process, one for each role it acts in. */
export interface Database extends Reach {
  readonly isPooled: boolean
  readonly app: RolePool
  readonly identity: RolePool
  readonly ops: RolePool
  readonly serves: Serves
  /** Connections of `app` that one customer has at a time; undefined where nobody waits for an answer. */
  readonly slots?: Slots
  /** What a request does is one transaction, with its answer (`idempotency.ts`). */
  readonly together?: Steps
  close(): Promise<void>
}

/** One transaction that several `withSubject` share, each as a step of it (`together.ts`). */
export interface Steps {
  step<T>(who: Who, work: (tx: Tx) => Promise<T>): Promise<T>
}

/** A transaction. `numeric` and `bigint` arrive as text, `date` too, `timestamptz` as Date. */
export interface Tx {
  /** The connection itself, for COPY and the like. */
  readonly client: PoolClient
  all<Row>(query: Sql): Promise<Row[]>
  /** The one row; throws when there is none or more than one. */
  one<Row>(query: Sql): Promise<Row>
  maybe<Row>(query: Sql): Promise<Row | undefined>
  /** How many rows were written. */
  run(query: Sql): Promise<number>
}

/** Who acts, and whose data it is. The same person, unless a professional or an admin looks at a customer. */
export interface Who {
  readonly actorId: string
  readonly subjectId: string
}

/** A customer on their own behalf, and every job on behalf of its customer. */
export function self(userId: string): Who {
  return { actorId: userId, subjectId: userId }
}

/**
 * Limits of what a request waits for. A statement that is ended by one is answered with a refusal (`toRefusal`); a lock is waited for
 * a shorter time than a statement may take, so that the refusal can say which of them it was.
 */
const REQUEST_LIMITS = {
  statement_timeout: 30_000,
  lock_timeout: 20_000,
  idle_in_transaction_session_timeout: 60_000,
}
export type RequestLimits = typeof REQUEST_LIMITS
/** A job may take long: whoever cancels it ends its statement (`writeLongUnderFence`). */
const JOB_LIMITS = { idle_in_transaction_session_timeout: 300_000 }

/** Connections that one customer's requests hold at once, of the ten there are; and how many requests wait for one. */
const PER_CUSTOMER = { perCustomer: 4, waiting: 100 }

/** `requests`: somebody waits for the answer, so statements have limits and each customer has a few connections. */
export type Serves = 'requests' | 'jobs'

export interface DatabaseOptions extends Reach {
  /** Jobs, where nothing is said. */
  readonly serves?: Serves
  /** Other limits of requests than the usual ones, in milliseconds. */
  readonly limits?: Partial<RequestLimits> | undefined
  readonly poolSize?: number
  /** How long a connection stays open that nobody uses. */
  readonly idleTimeoutMillis?: number
  readonly onError?: (error: Error) => void
}

export function openDatabase({
  connect,
  isPooled = false,
  direct,
  serves = 'jobs',
  limits,
  poolSize = 10,
  idleTimeoutMillis = 10_000,
  onError = () => {},
}: DatabaseOptions): Database {
  const open = (role: DatabaseRole, max: number) => {
    const isBound = serves === 'requests' && role !== 'lotbook_ops'
    const bounds: Bounds = isBound ? { ...REQUEST_LIMITS, ...limits } : JOB_LIMITS
    return new RolePool({ connect, isPooled, role, max, idleTimeoutMillis, bounds, onError })
  }
  const app = open('lotbook_app', poolSize)
  const identity = open('lotbook_identity', Math.max(2, Math.ceil(poolSize / 2)))
  const ops = open('lotbook_ops', 2)
  return {
    app,
    identity,
    ops,
    connect,
    isPooled,
    direct,
    serves,
    ...(serves === 'requests' && { slots: new Slots(PER_CUSTOMER) }),
    close: async () => {
      await Promise.all([app.end(), identity.end(), ops.end()])
    },
  }
}

/**
 * Work on one customer's rows: a transaction as lotbook_app in which row-level security shows what `who` may
 * see and nothing else. Commits when `work` returns, rolls back when it throws.
 */
export function withSubject<T>(db: Database, who: Who, work: (tx: Tx) => Promise<T>): Promise<T> {
  if (db.together !== undefined) return db.together.step(who, work)
  return transaction(lendConnection(db, who), work, who)
}

/** A connection that one transaction has to itself until it is given back. */
export interface Lent {
  readonly client: PoolClient
  /** Begin the transaction, and show it the rows that `who` may see, without waiting for the one before the other. */
  readonly begin: (who?: Who) => Promise<void>
  /** @param broken - a fault after which nobody else may have it. */
  readonly giveBack: (broken?: Error) => void
}

/** A connection as lotbook_app, for which the requests of each customer wait in a line of their own. */
export async function lendConnection({ app, slots }: Database, { actorId }: Who): Promise<Lent> {
  const giveSlot = await slots?.take(actorId)
  try {
    return await lend(app, giveSlot)
  } catch (error) {
    giveSlot?.()
    throw error
  }
}

async function lend(pool: RolePool, giveSlot?: () => void): Promise<Lent> {
  const client = await pool.lend()
  return {
    client,
    begin(who) {
      return pool.beginOn(client, who && showing(client, who))
    },
    giveBack(broken) {
      client.release(broken)
      giveSlot?.()
    },
  }
}

function showing(client: PoolClient, { actorId, subjectId }: Who): string {
  const [actor, subject] = [client.escapeLiteral(actorId), client.escapeLiteral(subjectId)]
  return `select set_config('app.actor_id', ${actor}, true), set_config('app.subject_id', ${subject}, true)`
}

/** Show a transaction the rows that `who` may see. */
export async function setWho(client: PoolClient, { actorId, subjectId }: Who): Promise<void> {
  const query = plannedOnce`
    select set_config('app.actor_id', ${actorId}, true), set_config('app.subject_id', ${subjectId}, true)`
  await client.query(query.toQuery())
}

/** The shared tables only (assets, prices, plans): no customer's row is visible. */
export function withoutSubject<T>(db: Database, work: (tx: Tx) => Promise<T>): Promise<T> {
  return transaction(lend(db.app), work)
}

/** Users, sessions and factors: a transaction as lotbook_identity, which sees no customer's row. */
export function withIdentity<T>(db: Database, work: (tx: Tx) => Promise<T>): Promise<T> {
  return transaction(lend(db.identity), work)
}

/**
 * A single query of the same kind, which is a transaction by itself: every request asks who it comes from, and does not wait
 * for the words around it.
 */
export async function identityRow<Row>(db: Database, query: Sql): Promise<Row | undefined> {
  const { rows } = await db.identity.query(query.toQuery())
  if (rows.length > 1) throw new Error(`expected at most one row, got ${rows.length}`)
  return rows[0] as Row | undefined
}

/** Backup, verification and upkeep across customers. Never on behalf of a request. */
export function withOps<T>(db: Database, work: (tx: Tx) => Promise<T>): Promise<T> {
  return transaction(lend(db.ops), work)
}

async function transaction<T>(lent: Promise<Lent>, work: (tx: Tx) => Promise<T>, who?: Who): Promise<T> {
  const { client, begin, giveBack } = await lent
  let broken: Error | undefined
  try {
    await begin(who)
  } catch (error) {
    // Nothing has begun, and nobody can say in what state the connection is.
    giveBack(error as Error)
    throw error
  }
  try {
    const result = await work(txOn(client))
    await client.query('commit')
    return result
  } catch (error) {
    await client.query('rollback').catch((failure: Error) => (broken = failure))
    throw error
  } finally {
    // A connection that could not even roll back is thrown away.
    giveBack(broken)
  }
}

/** The queries of a transaction over a connection that is already in one. */
export function txOn(client: PoolClient): Tx {
  const send = (query: Sql) => {
    const built = query.toQuery()
    const { text } = built
    const [verb = ''] = text.trimStart().split(/\s/, 1)
    return traced('sql', verb, { 'db.query.text': text }, () => client.query(built))
  }
  const all = async <Row>(query: Sql) => (await send(query)).rows as Row[]
  return {
    client,
    all,
    async one<Row>(query: Sql) {
      const rows = await all<Row>(query)
      if (rows.length !== 1) throw new Error(`expected one row, got ${rows.length}`)
      return rows[0]!
    },
    async maybe<Row>(query: Sql) {
      const rows = await all<Row>(query)
      if (rows.length > 1) throw new Error(`expected at most one row, got ${rows.length}`)
      return rows[0]
    },
    async run(query: Sql) {
      return (await send(query)).rowCount ?? 0
    },
  }
}
