import { accessSync, constants } from 'node:fs'
import { delimiter, join } from 'node:path'

/** Programs that a cluster takes beside Node, by the Debian package that brings each. */
const PACKAGES = { pgbouncer: 'pgbouncer', haproxy: 'haproxy' } as const
export type ProgramName = keyof typeof PACKAGES

/** Folders of administrators' programs, which a plain PATH does not name. */
const ALSO = ['/usr/sbin', '/usr/local/sbin', '/usr/local/bin']

/** Folders that programs are looked for in. */
function foldersOfPath(): string[] {
  return [...(process.env['PATH'] ?? '').split(delimiter).filter((folder) => folder !== ''), ...ALSO]
}

/**
 * Find these programs in folders, those of PATH where none are named.
 *
 * @throws Error that names each one that is missing, and the package to install.
 */
export function findPrograms(
  folders: readonly string[] = foldersOfPath(),
): Readonly<Record<ProgramName, string>> {
  const find = (name: string) => folders.map((folder) => join(folder, name)).find(canRun)
  const found = { pgbouncer: find('pgbouncer'), haproxy: find('haproxy') }
  const missing = (Object.keys(PACKAGES) as ProgramName[]).filter((name) => found[name] === undefined)
  if (missing.length > 0) {
    const packages = missing.map((name) => PACKAGES[name]).join(' ')
    throw new Error(`a cluster needs ${missing.join(' and ')}: apt-get install ${packages}`)
  }
  return { pgbouncer: found.pgbouncer!, haproxy: found.haproxy! }
}

function canRun(file: string): boolean {
  try {
    accessSync(file, constants.X_OK)
    return true
  } catch {
    return false
  }
}
