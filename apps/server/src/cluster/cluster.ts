import { chmodSync, chownSync, mkdirSync, writeFileSync } from 'node:fs'
import { createServer, type AddressInfo } from 'node:net'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { ensureDatabase } from '../platform/bootstrap.ts'
import { runAs } from '../platform/postgres/binaries.ts'
import { startEmbeddedPostgres } from '../platform/postgres/embedded-postgres.ts'
import { haproxyConfiguration, pgbouncerConfiguration } from './configurations.ts'
import { findPrograms } from './programs.ts'
import { Supervised } from './supervised.ts'

const DATABASE = 'lotbook'
const MAIN = join(import.meta.dirname, '../main.ts')
const READY_LIMIT_MS = 120_000

export interface ClusterOptions {
  readonly dataDirectory: string
  /** The port of the proxy. */
  readonly port: number
  /** The environment of every node, beside what the cluster says itself. */
  readonly env: Readonly<Record<string, string | undefined>>
  readonly tell: (line: string) => void
}

/** A process of the cluster that serves or works; a worker answers nobody. */
export interface ClusterNode extends Supervised {
  readonly port?: number
}

export interface Cluster {
  readonly address: string
  readonly nodes: readonly ClusterNode[]
  /** The socket that the proxy tells its figures on. */
  readonly statistics: string
  /** Whether a node that serves is ready to. */
  isReady(node: ClusterNode): Promise<boolean>
  stop(): Promise<void>
}

/** PostgreSQL, PgBouncer, two nodes that serve, two that work, and a proxy in front, all on this machine. */
export async function startCluster({ dataDirectory, port, env, tell }: ClusterOptions): Promise<Cluster> {
  const programs = findPrograms()
  const postgres = await startEmbeddedPostgres({
    dataDirectory,
    onEvent: (event) => tell(`postgres: ${event}`),
  })
  const running: Supervised[] = []
  const stop = async () => {
    // From the front to the back: what is behind is needed until the end.
    for (const one of running.toReversed()) await one.stop()
    await postgres.stop()
  }
  try {
    await ensureDatabase(postgres.connection('app', 'postgres'), DATABASE)
    const databaseSocket = String(postgres.connection('app', DATABASE).host)
    const pooler = startPooler(programs.pgbouncer, join(dataDirectory, 'cluster'), databaseSocket, tell)
    running.push(pooler.process)

    const shared = {
      ...env,
      LOTBOOK_DATA: dataDirectory,
      DATABASE_URL: urlOf(pooler.socket, 6432),
      DATABASE_POOLER: 'transaction',
      DATABASE_DIRECT_URL: urlOf(databaseSocket, 5432),
      LOTBOOK_ORIGIN: `http://127.0.0.1:${port}`,
    }
    const start = (name: string, more: Readonly<Record<string, string>>) => {
      const command = {
        name,
        file: process.execPath,
        args: [...process.execArgv, MAIN],
        options: { env: { ...shared, ...more } },
      }
      const node = new Supervised(command, tell)
      running.push(node)
      return node
    }
    const serve = async (name: string): Promise<ClusterNode> => {
      const ownPort = await freePort()
      return Object.assign(start(name, { LOTBOOK_ROLE: 'api', PORT: String(ownPort), HOST: '127.0.0.1' }), {
        port: ownPort,
      })
    }
    // The first alone: on an empty folder it migrates, and makes the key that all of them share.
    const first = await serve('api-1')
    await becomesReady(first)
    const serving = [first, await serve('api-2')]
    const working = ['worker-1', 'worker-2'].map((name) => start(name, { LOTBOOK_ROLE: 'worker' }))
    await Promise.all(serving.map(becomesReady))

    const statistics = join(dataDirectory, 'cluster', 'haproxy.sock')
    running.push(
      startProxy(programs.haproxy, join(dataDirectory, 'cluster'), { port, statistics, serving }, tell),
    )
    await becomesReady({ name: 'haproxy', port })
    return { address: `http://127.0.0.1:${port}`, nodes: [...serving, ...working], statistics, isReady, stop }
  } catch (error) {
    await stop()
    throw error
  }
}

function urlOf(socketFolder: string, port: number): string {
  return `postgresql://app@localhost:${port}/${DATABASE}?host=${encodeURIComponent(socketFolder)}`
}

function startPooler(program: string, folder: string, databaseSocket: string, tell: (line: string) => void) {
  const as = runAs()
  // Beside PostgreSQL's own socket: whoever may reach that may reach this, and nobody else.
  const socket = join(databaseSocket, 'pooler')
  for (const path of [folder, socket]) mkdirSync(path, { recursive: true, mode: 0o700 })
  const [configuration, users] = [join(socket, 'pgbouncer.ini'), join(socket, 'users.txt')]
  writeFileSync(users, '"app" ""\n')
  writeFileSync(configuration, pgbouncerConfiguration({ databaseSocket, socket, users, database: DATABASE }))
  for (const path of [configuration, users]) chmodSync(path, 0o600)
  if (as !== undefined) for (const path of [socket, configuration, users]) chownSync(path, as.uid, as.gid)
  const command = {
    name: 'pgbouncer',
    file: program,
    args: ['-q', configuration],
    options: { ...as, cwd: '/' },
  }
  return { process: new Supervised(command, tell), socket }
}

interface ProxyOf {
  readonly port: number
  readonly statistics: string
  readonly serving: readonly ClusterNode[]
}

function startProxy(
  program: string,
  folder: string,
  { port, statistics, serving }: ProxyOf,
  tell: (line: string) => void,
): Supervised {
  const configuration = join(folder, 'haproxy.cfg')
  const nodes = serving.map((node) => ({ name: node.name, port: node.port ?? 0 }))
  writeFileSync(configuration, haproxyConfiguration({ port, nodes, statistics }), { mode: 0o600 })
  return new Supervised(
    { name: 'haproxy', file: program, args: ['-db', '-f', configuration], options: {} },
    tell,
  )
}

async function isReady({ port }: Pick<ClusterNode, 'port'>): Promise<boolean> {
  try {
    return (await fetch(`http://127.0.0.1:${port}/readyz`)).ok
  } catch {
    return false
  }
}

async function becomesReady(node: Pick<ClusterNode, 'name' | 'port'>): Promise<void> {
  const begun = performance.now()
  while (!(await isReady(node))) {
    if (performance.now() - begun > READY_LIMIT_MS) throw new Error(`${node.name} did not become ready`)
    await wait(100)
  }
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer()
    server.on('error', reject)
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address() as AddressInfo
      server.close(() => resolve(port))
    })
  })
}
