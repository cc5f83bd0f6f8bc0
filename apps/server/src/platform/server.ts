import { existsSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import {
  bootstrapRoles,
  type DatabaseTarget,
  ensureDatabase,
  externalTarget,
  pooledTarget,
} from './bootstrap.ts'
import { checkMasterKey } from './check-master-key.ts'
import { askForSockets } from './ask-for-sockets.ts'
import { type Clock, systemClock } from './clock.ts'
import type { Config } from './config.ts'
import { type Database, openDatabase, type Serves } from './database.ts'
import { logFaultsTo } from './fault-log.ts'
import { combine, type Feature } from './feature.ts'
import { checkWays } from './check-ways.ts'
import { inRole } from './guarded-connection.ts'
import { createHttp } from './http.ts'
import { type Jobs, startJobs } from './jobs.ts'
import { type Keys, loadKeys } from './keys.ts'
import { Limits } from './limits.ts'
import { listen } from './listen.ts'
import type { Log } from './log.ts'
import { sendMailJob } from './mail.ts'
import { migrate } from './migrate.ts'
import { Outbound } from './outbound.ts'
import { type EmbeddedPostgres, startEmbeddedPostgres } from './postgres/embedded-postgres.ts'
import type { Services } from './request-context.ts'
import type { Sessions } from './session.ts'
import { Sockets } from './sockets.ts'
import { startTelemetry } from './telemetry.ts'
import { startUpkeep } from './upkeep.ts'
import { watchSchema } from './watch-schema.ts'

const DATABASE_NAME = 'lotbook'
/** Jobs that hold a connection for long leave some to those that need one for a moment. */
const CONNECTIONS: Readonly<Record<Serves, number>> = { requests: 10, jobs: 20 }

/** A database that is up, migrated and open, and how to leave it. */
export interface OpenDatabase {
  readonly db: Database
  /** The same for jobs, with connections of their own. */
  readonly ofJobs: Database
  readonly keys: Keys
  close(): Promise<void>
}

/** Bring up the database: the built-in one, or the one that DATABASE_URL names. */
export async function openStorage(config: Config, log: Log, isServer = true): Promise<OpenDatabase> {
  let embedded: EmbeddedPostgres | undefined
  let target: DatabaseTarget
  if (config.databaseUrl === undefined) {
    const { dataDirectory } = config
    embedded = await startEmbeddedPostgres({
      dataDirectory,
      isServer,
      onEvent: (event, isFault) => (isFault === true ? log.warn(event) : log.info(event)),
    })
    const { connection } = embedded
    target = {
      bootstrap: connection('app', DATABASE_NAME),
      connect: (role) => connection(role, DATABASE_NAME),
    }
  } else {
    await checkWays({ url: config.databaseUrl, pooler: config.pooler })
    target =
      config.pooler === undefined
        ? externalTarget(config.databaseUrl)
        : pooledTarget(config.databaseUrl, config.pooler.directUrl)
  }
  try {
    if (embedded !== undefined) await ensureDatabase(embedded.connection('app', 'postgres'), DATABASE_NAME)
    await bootstrapRoles(target.bootstrap, embedded !== undefined)
    const applied = await migrate(target)
    if (applied.length > 0) log.info({ applied }, 'migrations applied')
    const keys = await keysOf(config, target)
    const open = (serves: Serves) =>
      openDatabase({
        connect: target.connect,
        isPooled: target.isPooled ?? false,
        direct: target.direct,
        serves,
        poolSize: CONNECTIONS[serves],
        onError: (error) => log.warn({ error: error.message }, 'a database connection was lost'),
      })
    const [db, ofJobs] = [open('requests'), open('jobs')]
    return {
      db,
      ofJobs,
      keys,
      async close() {
        await Promise.all([db.close(), ofJobs.close()])
        await embedded?.stop()
      },
    }
  } catch (error) {
    await embedded?.stop()
    throw error
  }
}

/** The master keys, which are those of the data. */
function keysOf({ masterKeyFile }: Config, target: DatabaseTarget): Promise<Keys> {
  return inRole(target, 'lotbook_ops', async (client) => {
    const { rows } = await client.query<{ sealed: boolean }>(
      `select exists (select 1 from data_keys) or exists (select 1 from identity.totp) as sealed`,
    )
    // A new master key beside data sealed with an old one would make that data unreadable for good.
    const keys = loadKeys(masterKeyFile, { mayCreate: rows[0]?.sealed === false })
    await checkMasterKey(client, keys, masterKeyFile)
    return keys
  })
}

/** The features, given what they share. */
export type Compose = (services: Services) => {
  readonly features: readonly Feature[]
  readonly sessions: Sessions
}

export interface RunningServer {
  /** Where it answers; undefined for a worker. */
  readonly address: string | undefined
  readonly app: FastifyInstance | undefined
  readonly services: Services
  readonly jobs: Jobs | undefined
  stop(): Promise<void>
}

export interface ServerOptions {
  readonly config: Config
  readonly storage: OpenDatabase
  readonly log: Log
  readonly compose: Compose
  readonly clock?: Clock
  /** The database takes this program no longer, and it should be stopped. */
  readonly onForeign?: () => void
}

/** Start the roles of this process on an open database. */
export async function startServer(options: ServerOptions): Promise<RunningServer> {
  const { config, storage, log, compose, clock = systemClock, onForeign = () => {} } = options
  logFaultsTo(log)
  const { db, ofJobs, keys } = storage
  const outbound = new Outbound({ config, clock })
  const services: Services = {
    config,
    db,
    keys,
    limits: new Limits(clock, config.databaseUrl === undefined ? undefined : db),
    clock,
    log,
    outbound,
  }
  const telemetry = await startTelemetry({ config, requests: db, jobs: ofJobs, log })
  const { features, sessions } = compose(services)
  const { router, raw, files, jobs, upkeep: ofFeatures } = combine(features)

  const listener = await listen(db, log)
  const sockets = new Sockets(listener, log)
  const asking = listener.hears ? undefined : askForSockets(sockets, db, log)
  let engine: Jobs | undefined
  let app: FastifyInstance | undefined
  const upkeep = startUpkeep(ofJobs, log, ofFeatures, clock)
  const schema = watchSchema(ofJobs, log, onForeign)
  let isDraining = false
  const stopAnswering = async () => {
    if (app?.server.listening === true) await wait(config.drainMs)
    asking?.stop()
    sockets.close()
    await app?.close()
  }
  const stop = async () => {
    isDraining = true
    for (const one of [upkeep, schema]) one.stop()
    // Jobs end or go back at once; requests come until whoever sends them has heard.
    await Promise.all([engine?.stop(), stopAnswering()])
    outbound.close()
    await listener.close()
    await telemetry?.stop()
    await storage.close()
  }
  try {
    if (config.role !== 'api') {
      const all = [...jobs, sendMailJob(config, keys, log)]
      engine = await startJobs({ db: ofJobs, jobs: all, log, listener })
    }
    let address: string | undefined
    if (config.role !== 'worker') {
      app = await createHttp({
        services,
        sessions,
        router,
        raw,
        files,
        sockets,
        isDraining: () => isDraining,
      })
      if (!existsSync(config.webDirectory)) log.warn('the web application is not built: run `npm run build`')
      address = await app.listen({ port: config.port, host: config.host }).catch(portTaken(config.port))
    }
    return { address, app, services, jobs: engine, stop }
  } catch (error) {
    await stop()
    throw error
  }
}

/** Says in words that a port is taken, and leaves every other fault as it is. */
function portTaken(port: number) {
  return (cause: unknown): never => {
    if ((cause as NodeJS.ErrnoException).code !== 'EADDRINUSE') throw cause
    throw new Error(`port ${port} is taken by another program: name another one with PORT`, { cause })
  }
}
