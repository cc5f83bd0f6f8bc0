import type { FastifyInstance } from 'fastify'
import { ENGINE_VERSION, RULES_VERSION } from '@lotbook/tax'
import project from '../../package.json' with { type: 'json' }
import { checkMasterKey } from './check-master-key.ts'
import type { Config } from './config.ts'
import type { Reach } from './database-role.ts'
import {
  inRole,
  type InTransaction,
  inTransactionsAs,
  ReplicaConnection,
  UnguardedConnection,
} from './guarded-connection.ts'
import type { Keys } from './keys.ts'
import { errorText, type Log } from './log.ts'
import { readMigrations, readSchema } from './migrate.ts'

/** Parts that a node needs before it may be sent requests, each with its state in a word. */
export interface Readiness {
  readonly database: 'ok' | 'unreachable' | 'unguarded' | 'replica' | 'unknown'
  readonly migrations: 'ok' | 'differ' | 'unknown'
  readonly keys: 'ok' | 'wrong' | 'unknown'
  /** The way past the pooler, where one is used. */
  readonly direct?: 'ok' | 'unreachable'
  /** The newest migration of the database, and of the oldest program that may serve it. */
  readonly schema?: { readonly newest: string | null; readonly oldest_program: string | null }
}

interface ProbeParts {
  readonly reach: Reach
  readonly keys: Keys
  readonly config: Pick<Config, 'masterKeyFile'>
  readonly log: Log
}

interface Probes extends ProbeParts {
  /** The node is being stopped: it answers what it is asked, and should be asked nothing more. */
  readonly isDraining: () => boolean
}

/** One answer serves every probe of this long, so that nobody keeps the database busy by asking. */
const KEPT_MS = 1_000
/** A database that takes longer to answer than this is not ready. */
const PATIENCE = { waitMs: 3_000 }

/**
 * Routes for whatever watches this node; they need no session and tell nothing of a customer:
 *
 * - `GET /livez`: 200 while the process answers at all.
 * - `GET /readyz`: 200 when the database, its migrations and the master key are as this program needs them, else 503, with each
 *   part by name. A node that is being stopped is `draining`, with 503, as long as it still answers.
 * - `GET /version`: the program, its newest migration, the oldest schema it serves, and the versions of engine and rules. What the schema of the
 *   database is, and which programs it takes, `/readyz` says.
 */
export function addProbes(app: FastifyInstance, { isDraining, ...parts }: Probes): void {
  const migrations = readMigrations()
  const version = {
    name: 'lotbook',
    version: project.version,
    schema: migrations.at(-1)?.name ?? null,
    // What is older is migrated at the start; what is later says itself whether it takes this program (`/readyz`).
    oldest_schema: migrations.at(-1)?.name ?? null,
    engine: ENGINE_VERSION,
    rules: RULES_VERSION,
  }
  const ask = kept(() => readiness(parts))
  const options = { exposeHeadRoute: true }
  app.get('/livez', options, async (_, reply) =>
    reply.header('cache-control', 'no-store').send({ status: 'ok' }),
  )
  app.get('/version', options, async (_, reply) => reply.header('cache-control', 'no-store').send(version))
  app.get('/readyz', options, async (_, reply) => {
    reply.header('cache-control', 'no-store')
    if (isDraining()) return reply.code(503).send({ status: 'draining' })
    const { schema, ...checks } = await ask()
    const isReady = Object.values(checks).every((state) => state === 'ok')
    return reply
      .code(isReady ? 200 : 503)
      .send({ status: isReady ? 'ready' : 'not_ready', checks, ...(schema && { schema }) })
  })
}

/** The state of what a node needs; a part that could not be asked about is unknown. */
export async function readiness(parts: ProbeParts): Promise<Readiness> {
  const { reach, log } = parts
  try {
    const asked = await inTransactionsAs(
      reach,
      'lotbook_ops',
      async (inTransaction) => ({
        ...(await schemaState(inTransaction, log)),
        ...(await keysState(inTransaction, parts)),
      }),
      PATIENCE,
    )
    await inRole(reach, 'lotbook_app', async () => {}, PATIENCE)
    return { database: 'ok', ...asked, ...(await pastPooler(reach, log)) }
  } catch (error) {
    log.warn({ error: errorText(error) }, 'not ready: database')
    return { database: faultOf(error), migrations: 'unknown', keys: 'unknown' }
  }
}

async function schemaState(
  inTransaction: InTransaction,
  log: Log,
): Promise<Pick<Readiness, 'migrations' | 'schema'>> {
  try {
    const { missing, newest, oldestProgram } = await inTransaction((client) =>
      readSchema(client, readMigrations()),
    )
    const [lacking] = missing
    if (lacking !== undefined) log.warn({ lacking: lacking.name }, 'not ready: migrations')
    return {
      migrations: lacking === undefined ? 'ok' : 'differ',
      schema: { newest, oldest_program: oldestProgram },
    }
  } catch (error) {
    log.warn({ error: errorText(error) }, 'not ready: migrations')
    return { migrations: 'differ' }
  }
}

async function keysState(
  inTransaction: InTransaction,
  { keys, config, log }: ProbeParts,
): Promise<Pick<Readiness, 'keys'>> {
  try {
    await inTransaction((client) => checkMasterKey(client, keys, config.masterKeyFile))
    return { keys: 'ok' }
  } catch (error) {
    log.warn({ error: errorText(error) }, 'not ready: keys')
    return { keys: 'wrong' }
  }
}

async function pastPooler({ isPooled, direct }: Reach, log: Log): Promise<Pick<Readiness, 'direct'>> {
  if (isPooled !== true || direct === undefined) return {}
  try {
    await inRole({ connect: direct }, 'lotbook_app', async () => {}, PATIENCE)
    return { direct: 'ok' }
  } catch (error) {
    log.warn({ error: errorText(error) }, 'not ready: the way past the pooler')
    return { direct: 'unreachable' }
  }
}

function faultOf(error: unknown): Readiness['database'] {
  if (error instanceof UnguardedConnection) return 'unguarded'
  return error instanceof ReplicaConnection ? 'replica' : 'unreachable'
}

/** Ask once, and answer everybody with it for a while. */
function kept<T>(ask: () => Promise<T>): () => Promise<T> {
  let last: { readonly answer: Promise<T>; readonly until: number } | undefined
  return () => {
    const now = performance.now()
    if (last === undefined || now > last.until) last = { answer: ask(), until: now + KEPT_MS }
    return last.answer
  }
}
