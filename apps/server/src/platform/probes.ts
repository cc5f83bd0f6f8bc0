import type { FastifyInstance } from 'fastify'
import type { ClientBase } from 'pg'
import { ENGINE_VERSION, RULES_VERSION } from '@lotbook/tax'
import project from '../../package.json' with { type: 'json' }
import { checkMasterKey } from './check-master-key.ts'
import type { Config } from './config.ts'
import type { Reach } from './database-role.ts'
import { inRole, inTransactionsAs, ReplicaConnection, UnguardedConnection } from './guarded-connection.ts'
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
}

interface ProbeParts {
  readonly reach: Reach
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
export async function readiness({ reach, keys, config, log }: ProbeParts): Promise<Readiness> {
  const unknown = { database: 'unknown', migrations: 'unknown', keys: 'unknown' } as const
  const well = (part: string, work: Promise<unknown>) =>
    work.then(
      () => true,
      (error: unknown) => {
        log.warn({ error: errorText(error) }, `not ready: ${part}`)
        return false
      },
    )
  const asked = { waitMs: WAIT_MS }
  try {
    const ready = await inTransactionsAs(
      reach,
      'lotbook_ops',
      async (inTransaction) => ({
        database: 'ok' as const,
        migrations: (await well('migrations', inTransaction(checkSchema)))
          ? ('ok' as const)
          : ('differ' as const),
        keys: (await well(
          'keys',
          inTransaction((client) => checkMasterKey(client, keys, config.masterKeyFile)),
        ))
          ? ('ok' as const)
          : ('wrong' as const),
      }),
      asked,
    )
    await inRole(reach, 'lotbook_app', async () => {}, asked)
    return { ...ready, ...(await pastPooler(reach, well)) }
  } catch (error) {
    log.warn({ error: errorText(error) }, 'not ready: database')
    return { ...unknown, database: faultOf(error) }
  }
}

async function checkSchema(client: ClientBase): Promise<void> {
  const { missing } = await readSchema(client, readMigrations())
  if (missing[0] !== undefined) throw new Error(`the database lacks migration ${missing[0].name}`)
}

async function pastPooler(
  { isPooled, direct }: Reach,
  well: (part: string, work: Promise<unknown>) => Promise<boolean>,
): Promise<Pick<Readiness, 'direct'>> {
  if (isPooled !== true || direct === undefined) return {}
  const asked = inRole({ connect: direct }, 'lotbook_app', async () => {}, { waitMs: WAIT_MS })
  return { direct: (await well('direct', asked)) ? 'ok' : 'unreachable' }
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
