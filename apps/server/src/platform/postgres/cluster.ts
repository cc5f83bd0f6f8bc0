import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  chmodSync,
  chownSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import type { RunAs } from './binaries.ts'
import { environmentOfPostgres } from './environment.ts'

/** The folders of one database: its files, its socket, its log. */
export interface Cluster {
  readonly data: string
  readonly socket: string
  readonly log: string
}

const SOCKET_PATH_LIMIT = 107
/** Where other users than root can get to. */
const SHARED_HOME = '/var/lib/lotbook'

/** Make the folders, and the database in them where there is none yet. */
export function prepareCluster(dataDirectory: string, bin: string, as: RunAs | undefined): Cluster {
  mkdirSync(dataDirectory, { recursive: true, mode: 0o755 })
  const hash = createHash('sha256').update(realpathSync(dataDirectory)).digest('hex').slice(0, 16)
  const home = homeFor(dataDirectory, hash, as)
  const cluster: Cluster = {
    data: join(home, 'pg18'),
    socket: socketFolder(home, hash, as),
    log: join(home, 'postgres.log'),
  }
  if (!existsSync(join(cluster.data, 'PG_VERSION'))) initialise(cluster.data, bin, as)
  return cluster
}

/** Beside the rest of the data, unless the user PostgreSQL runs as cannot get there (root's own home). */
function homeFor(dataDirectory: string, hash: string, as: RunAs | undefined): string {
  const beside = join(realpathSync(dataDirectory), 'postgres')
  if (as !== undefined && !isReachable(dirname(beside), as) && !existsSync(beside)) {
    mkdirSync(SHARED_HOME, { recursive: true, mode: 0o755 })
    chmodSync(SHARED_HOME, 0o755)
    const home = join(SHARED_HOME, hash)
    own(home, as)
    symlinkSync(home, beside)
  }
  if (existsSync(beside)) return realpathSync(beside)
  own(beside, as)
  return beside
}

function isReachable(folder: string, as: RunAs): boolean {
  const { mode, uid, gid } = statSync(folder)
  const bit = uid === as.uid ? 0o100 : gid === as.gid ? 0o010 : 0o001
  return (mode & bit) !== 0 && (dirname(folder) === folder || isReachable(dirname(folder), as))
}

/** Beside the data, or where that path is too long for a socket, in a short one named after it. */
function socketFolder(home: string, hash: string, as: RunAs | undefined): string {
  const folders = [join(home, 'socket'), join(tmpdir(), `lotbook-${hash}`), `/tmp/lotbook-${hash}`]
  const folder = folders.find((one) => Buffer.byteLength(join(one, '.s.PGSQL.5432')) <= SOCKET_PATH_LIMIT)
  if (folder === undefined) throw new Error(`no path short enough for the socket of ${home}`)
  own(folder, as)
  return folder
}

/** A folder that only its owner enters: whoever reaches the socket is trusted, so nobody else may. */
function own(folder: string, as: RunAs | undefined): void {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const found = lstatSync(folder)
  const owner = as?.uid ?? process.getuid?.()
  if (!found.isDirectory() || (found.uid !== owner && found.uid !== process.getuid?.())) {
    throw new Error(`${folder} belongs to somebody else`)
  }
  if (as !== undefined) chownSync(folder, as.uid, as.gid)
  chmodSync(folder, 0o700)
}

// Under another name until it is whole: a killed initdb must not look finished.
function initialise(data: string, bin: string, as: RunAs | undefined): void {
  const prefix = `${basename(data)}.new-`
  for (const name of readdirSync(dirname(data))) {
    if (name.startsWith(prefix)) rmSync(join(dirname(data), name), { recursive: true })
  }
  const half = join(dirname(data), `${prefix}${process.pid}`)
  const options = ['-U', 'app', '--auth=trust', '-E', 'UTF8', '--data-checksums']
  const locale = ['--locale-provider=builtin', '--locale=C.UTF-8', '--builtin-locale=C.UTF-8']
  const result = spawnSync(join(bin, 'initdb'), ['-D', half, ...options, ...locale], {
    ...as,
    cwd: '/',
    encoding: 'utf8',
    env: environmentOfPostgres(process.env),
  })
  if (result.status !== 0) throw new Error(`initdb failed: ${result.stderr}`, { cause: result.error })
  try {
    renameSync(half, data)
  } catch (error) {
    rmSync(half, { recursive: true, force: true })
    if (!existsSync(join(data, 'PG_VERSION'))) throw error
  }
}
