import type { FastifyInstance } from 'fastify'
import { ENGINE_VERSION, RULES_VERSION } from '@lotbook/tax'
import project from '../../package.json' with { type: 'json' }
import { checkMasterKey } from './check-master-key.ts'
import type { Config } from './config.ts'
import type { Connect, DatabaseRole } from './database-role.ts'
import { openConnection, UnguardedConnection } from './guarded-connection.ts'
import type { Keys } from './keys.ts'
import { errorText, type Log } from './log.ts'
import { missingMigrations, readMigrations } from './migrate.ts'

/** Parts that a node needs before it may be sent requests, each with its state in a word. */
export interface Readiness {
  readonly database: 'ok' | 'unreachable' | 'unguarded' | 'unknown'
  readonly migrations: 'ok' | 'differ' | 'unknown'
  readonly keys: 'ok' | 'wrong' | 'unknown'
}

interface ProbeParts {
  readonly connect: Connect
  readonly keys: Keys
  readonly config: Pick<Config, 'masterKeyFile'>
  readonly log: Log
}

/** One answer serves every probe of this long, so that nobody keeps the database busy by asking. */
const KEPT_MS = 1_000
/** A database that takes longer to answer than this is not ready. */
const WAIT_MS = 3_000

/**
 * Routes for whatever watches this node; they need no session and tell nothing of a customer:
 *
 * - `GET /livez`: 200 while the process answers at all.
 * - `GET /readyz`: 200 when the database, its migrations and the master key are as this program needs them, else 503, with each
 *   part by name.
 * - `GET /version`: the program, its newest migration, and the versions of engine and rules.
 */
export function addProbes(app: FastifyInstance, parts: ProbeParts): void {
  const migrations = readMigrations()
  const version = {
    name: 'lotbook',
    version: project.version,
    schema: migrations.at(-1)?.name ?? null,
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
    const checks = await ask()
    const isReady = Object.values(checks).every((state) => state === 'ok')
    return reply
      .code(isReady ? 200 : 503)
      .header('cache-control', 'no-store')
      .send({ status: isReady ? 'ready' : 'not_ready', checks })
  })
}

/** The state of what a node needs; a part that could not be asked about is unknown. */
export async function readiness({ connect, keys, config, log }: ProbeParts): Promise<Readiness> {
  const unknown = { database: 'unknown', migrations: 'unknown', keys: 'unknown' } as const
  try {
    const migrations = await as(connect, 'lotbook_owner', async (client) => {
      try {
        return (await missingMigrations(client, readMigrations())).length === 0 ? 'ok' : 'differ'
      } catch (error) {
        log.warn({ error: errorText(error) }, 'not ready: migrations')
        return 'differ'
      }
    })
    const ofKeys = await as(connect, 'lotbook_ops', async (client) => {
      try {
        await checkMasterKey(client, keys, config.masterKeyFile)
        return 'ok'
      } catch (error) {
        log.warn({ error: errorText(error) }, 'not ready: keys')
        return 'wrong'
      }
    })
    await as(connect, 'lotbook_app', async () => {})
    return { database: 'ok', migrations, keys: ofKeys }
  } catch (error) {
    log.warn({ error: errorText(error) }, 'not ready: database')
    return { ...unknown, database: error instanceof UnguardedConnection ? 'unguarded' : 'unreachable' }
  }
}

async function as<T>(
  connect: Connect,
  role: DatabaseRole,
  ask: (client: Awaited<ReturnType<typeof openConnection>>) => Promise<T>,
): Promise<T> {
  const client = await openConnection(connect, role, {
    connectionTimeoutMillis: WAIT_MS,
    query_timeout: WAIT_MS,
    statement_timeout: WAIT_MS,
  })
  try {
    return await ask(client)
  } finally {
    await client.end()
  }
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
