import { type ChildProcess, spawn } from 'node:child_process'
import { chownSync, closeSync, openSync, readFileSync, readlinkSync, realpathSync, rmSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { Client, type ClientConfig } from 'pg'
import { locateBinaries, runAs } from './binaries.ts'
import { environmentOfPostgres } from './environment.ts'
import { type Cluster, prepareCluster } from './cluster.ts'

/** PostgreSQL under our care: its own files, reached by a private socket only. */
export interface EmbeddedPostgres {
  /** Where to connect as one of its users. */
  readonly connection: (user: string, database: string) => ClientConfig
  /** Fast shutdown, waited for. Does nothing when this process does not hold the data folder. */
  stop(): Promise<void>
}

export interface EmbeddedOptions {
  readonly dataDirectory: string
  /** False for a command beside a running server: joins it, and stops only what it started itself. */
  readonly isServer?: boolean
  /** Extra `-c` settings; tests switch durability off. */
  readonly settings?: Readonly<Record<string, string>>
  /** @param isFault - whether something ended by itself. */
  readonly onEvent?: OnEvent
}

type OnEvent = (event: string, isFault?: boolean) => void

export class DataFolderInUse extends Error {
  constructor(dataDirectory: string) {
    super(`another Lotbook server uses this data folder: ${dataDirectory}`)
    this.name = 'DataFolderInUse'
  }
}

const START_LIMIT_MS = 60_000
const LOCK_FILE_LIMIT_MS = 10_000
const HOLDER_LIMIT_MS = 5_000
const STOP_LIMIT_MS = 30_000
const WATCH_INTERVAL_MS = 1_000
/**
 * Room for a long import or calculation to be written without waiting for the disk on the way: by default 128 MB of pages are kept
 * in memory, 4 MB of the log, and all pages are written out after each gigabyte of it. None of it bears on what a commit promises.
 */
const ROOM = { shared_buffers: '256MB', wal_buffers: '32MB', max_wal_size: '2GB' }
/** The line of PostgreSQL's lock file that says how it is (LOCK_FILE_LINE_PM_STATUS of its pidfile.h, from 0). */
const LOCK_FILE_STATUS = 7
/** The advisory lock of the one server that holds a data folder: 'lotb' in ASCII. */
const HOLDER_LOCK = 0x6c6f7462

/**
 * Start PostgreSQL on a data folder, or join the one that a killed server left running there.
 *
 * @throws DataFolderInUse when another server holds the folder.
 */
export async function startEmbeddedPostgres(options: EmbeddedOptions): Promise<EmbeddedPostgres> {
  const { dataDirectory, isServer = true, settings = {}, onEvent = () => {} } = options
  const as = runAs()
  const bin = locateBinaries(as)
  const cluster = prepareCluster(dataDirectory, bin, as)
  const connection = (user: string, database: string): ClientConfig => ({
    host: cluster.socket,
    port: 5432,
    user,
    database,
  })

  const begin = () => {
    const log = openSync(cluster.log, 'a', 0o600)
    if (as !== undefined) chownSync(cluster.log, as.uid, as.gid)
    const extra = Object.entries({ ...ROOM, ...settings }).flatMap(([name, value]) => [
      '-c',
      `${name}=${value}`,
    ])
    const child = spawn(
      join(bin, 'postgres'),
      ['-D', cluster.data, '-k', cluster.socket, '-c', 'listen_addresses=', ...extra],
      {
        ...as,
        cwd: '/',
        env: environmentOfPostgres(process.env),
        // Ctrl-C in the terminal must reach us first, while the database is still needed.
        detached: true,
        stdio: ['ignore', log, log],
      },
    )
    closeSync(log)
    // One that cannot be started ends, as far as `hasExited` is concerned.
    child.on('error', (error) => onEvent(`PostgreSQL was not started: ${error.message}`, true))
    child.unref()
    return child
  }

  let startedHere = await bringUp(cluster, connection, begin, onEvent)
  const holder = isServer ? await takeHold(connection, dataDirectory) : undefined
  let isStopping = false

  // PostgreSQL itself may be killed (out of memory, by hand): bring it back while we are here.
  const watch = setInterval(() => {
    if (isStopping) return
    const pid = postmasterPid(cluster)
    if (pid !== undefined && isAlive(pid)) {
      // Told to stop by somebody else, it would wait for our connections for ever, and let no other in.
      if (lockFile(cluster)[LOCK_FILE_STATUS]?.trim() === 'stopping') send(pid, 'SIGINT')
      else holder?.keep()
      return
    }
    onEvent('database is gone, starting it again', true)
    isStopping = true
    bringUp(cluster, connection, begin, onEvent)
      .then(async (own) => {
        startedHere ||= own
        await holder?.take()
      })
      .catch((error: unknown) => onEvent(`database did not come back: ${String(error)}`, true))
      .finally(() => (isStopping = false))
  }, WATCH_INTERVAL_MS)
  watch.unref()
  if (!isServer) clearInterval(watch)

  return {
    connection,
    async stop() {
      clearInterval(watch)
      isStopping = true
      const mayStop = holder === undefined ? startedHere : true
      await holder?.release()
      if (!mayStop) return
      await stopPostmaster(cluster)
      // A folder of its own elsewhere, for a short path; nothing but the socket was in it.
      if (!cluster.socket.startsWith(dirname(cluster.data))) rmSync(cluster.socket, { recursive: true })
    },
  }
}

/** True when it was started here, false when it ran already. */
async function bringUp(
  cluster: Cluster,
  connection: EmbeddedPostgres['connection'],
  begin: () => ChildProcess,
  onEvent: OnEvent,
): Promise<boolean> {
  const started = performance.now()
  let child: ChildProcess | undefined
  let firstExit: number | undefined
  while (performance.now() - started < START_LIMIT_MS) {
    const state = await probe(cluster, connection)
    if (state === 'ready') {
      onEvent(child === undefined ? 'joined the running database' : 'database started')
      return child !== undefined
    }
    if (state === 'absent' && (child === undefined || hasExited(child))) {
      if (child !== undefined) {
        // Right after a crash old backends may still hold the files; or a recycled process id stands in the way.
        firstExit ??= performance.now()
        if (performance.now() - firstExit > LOCK_FILE_LIMIT_MS) break
        removeForeignLockFile(cluster)
        await wait(250)
      }
      child = begin()
    }
    await wait(20)
  }
  throw new Error(`PostgreSQL did not start; see ${cluster.log}`)
}

function hasExited(child: ChildProcess): boolean {
  return child.exitCode !== null || child.signalCode !== null
}

async function probe(
  cluster: Cluster,
  connection: EmbeddedPostgres['connection'],
): Promise<'ready' | 'starting' | 'absent'> {
  const client = new Client({ ...connection('app', 'postgres'), connectionTimeoutMillis: 5_000 })
  client.on('error', () => {})
  try {
    await client.connect()
    const { rows } = await client.query<{ data_directory: string }>('show data_directory')
    const found = rows[0]?.data_directory
    if (found === undefined || realpathSync(found) !== realpathSync(cluster.data)) {
      throw new Error(`the socket in ${cluster.socket} belongs to another database: ${found ?? ''}`)
    }
    return 'ready'
  } catch (error) {
    const code = (error as { code?: string }).code
    if (code === 'ENOENT' || code === 'ECONNREFUSED') return 'absent'
    // cannot_connect_now: starting up, recovering or shutting down; else a connection cut while doing so.
    if (code === '57P03' || code === 'ECONNRESET' || code === 'EPIPE') return 'starting'
    if ((error as Error).message.startsWith('Connection terminated')) return 'starting'
    throw error
  } finally {
    await client.end().catch(() => {})
  }
}

/** A lock in the database, kept as long as this process lives; a killed server's lock goes with its connection. */
async function takeHold(connection: EmbeddedPostgres['connection'], dataDirectory: string) {
  let client: Client | undefined
  let isTaking = false
  const take = async () => {
    const next = new Client(connection('app', 'postgres'))
    next.on('error', () => {})
    next.on('end', () => {
      if (client === next) client = undefined
    })
    await next.connect()
    const until = performance.now() + HOLDER_LIMIT_MS
    for (;;) {
      const { rows } = await next.query<{ ok: boolean }>('select pg_try_advisory_lock($1) as ok', [
        HOLDER_LOCK,
      ])
      if (rows[0]?.ok === true) break
      if (performance.now() > until) {
        await next.end()
        throw new DataFolderInUse(dataDirectory)
      }
      await wait(100)
    }
    client = next
  }
  await take()
  return {
    take,
    /** Take it again where its connection was ended and the database was not. */
    keep() {
      if (client !== undefined || isTaking) return
      isTaking = true
      take()
        .catch(() => {})
        .finally(() => (isTaking = false))
    },
    async release() {
      const last = client
      client = undefined
      await last?.end().catch(() => {})
    },
  }
}

function postmasterPid(cluster: Cluster): number | undefined {
  const pid = Number(lockFile(cluster)[0])
  return Number.isInteger(pid) && pid > 1 ? pid : undefined
}

/** The lines of what a running PostgreSQL says of itself; none when none runs. */
function lockFile(cluster: Cluster): readonly string[] {
  try {
    return readFileSync(join(cluster.data, 'postmaster.pid'), 'utf8').split('\n')
  } catch {
    return []
  }
}

function isAlive(pid: number): boolean {
  return send(pid, 0)
}

/** Whether a process is there, to be sent a signal; 0 is none. */
function send(pid: number, signal: NodeJS.Signals | 0): boolean {
  try {
    process.kill(pid, signal)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code !== 'ESRCH'
  }
}

// PostgreSQL takes over a stale lock file itself. Only a process id used again by a live process of the same
// user stops it, and only where that process is provably something else may the file go.
function removeForeignLockFile(cluster: Cluster): void {
  const pid = postmasterPid(cluster)
  if (pid === undefined) return
  try {
    const program = basename(readlinkSync(`/proc/${pid}/exe`)).replace(/ \(deleted\)$/, '')
    if (program !== 'postgres') rmSync(join(cluster.data, 'postmaster.pid'))
  } catch {
    // Not Linux, not ours to read, or gone: nothing is proven.
  }
}

async function stopPostmaster(cluster: Cluster): Promise<void> {
  const pid = postmasterPid(cluster)
  if (pid === undefined || !isAlive(pid)) return
  process.kill(pid, 'SIGINT')
  const until = performance.now() + STOP_LIMIT_MS
  while (isAlive(pid) && postmasterPid(cluster) === pid) {
    if (performance.now() > until) throw new Error(`PostgreSQL (process ${pid}) did not stop`)
    await wait(10)
  }
}
