import { mkdirSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client, type ClientConfig } from 'pg'
import type { TestProject } from 'vitest/node'
import { bootstrapRoles } from '../platform/bootstrap.ts'
import type { Connect } from '../platform/database-role.ts'
import { migrate } from '../platform/migrate.ts'
import { startEmbeddedPostgres } from '../platform/postgres/embedded-postgres.ts'

/** How a test reaches the server on which it makes its own database. */
export interface TestServerAddress {
  /** A URL given from outside, or the folder of the private socket. */
  readonly url?: string
  readonly socket?: string
}

declare module 'vitest' {
  export interface ProvidedContext {
    postgres: TestServerAddress
  }
}

const TEMPLATE = 'tpl'
const FOLDER = /^lotbook-test-(\d+)$/

/** One PostgreSQL for the run, and in it a template with every migration applied. Each run has its own. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const { TEST_DATABASE_URL: url } = process.env
  if (url !== undefined) {
    await makeTemplate((database) => ({ connectionString: withDatabase(url, database) }), false)
    project.provide('postgres', { url })
    return async () => {}
  }
  removeLeftOvers()
  const dataDirectory = join(tmpdir(), `lotbook-test-${process.pid}`)
  mkdirSync(dataDirectory, { recursive: true })
  const postgres = await startEmbeddedPostgres({
    dataDirectory,
    settings: { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off', max_connections: '200' },
  })
  try {
    await makeTemplate((database) => postgres.connection('app', database), true)
  } catch (error) {
    await postgres.stop()
    throw error
  }
  project.provide('postgres', { socket: String(postgres.connection('app', TEMPLATE).host) })
  return async () => {
    await postgres.stop()
    rmSync(dataDirectory, { recursive: true, force: true })
  }
}

async function makeTemplate(admin: (database: string) => ClientConfig, canLogIn: boolean): Promise<void> {
  const client = new Client(admin('postgres'))
  await client.connect()
  const { rows } = await client.query<{ datname: string }>(
    `select datname from pg_database where datname = $1 or datname like 't\\_%'`,
    [TEMPLATE],
  )
  for (const { datname } of rows) {
    await client.query(`alter database ${datname} is_template false`)
    await client.query(`drop database ${datname} with (force)`)
  }
  await client.query(`create database ${TEMPLATE}`)
  await bootstrapRoles(admin(TEMPLATE), canLogIn)
  const connect: Connect = (role) =>
    canLogIn ? { ...admin(TEMPLATE), user: role } : { ...admin(TEMPLATE), options: `-c role=${role}` }
  await migrate({ connect })
  await client.query(`alter database ${TEMPLATE} is_template true`)
  await client.end()
}

/** The same server, another database. */
export function withDatabase(url: string, database: string): string {
  const changed = new URL(url)
  changed.pathname = `/${database}`
  return changed.toString()
}

// A run that was killed leaves its folder, and perhaps its PostgreSQL, behind.
function removeLeftOvers(): void {
  for (const name of readdirSync(tmpdir())) {
    const pid = FOLDER.exec(name)?.[1]
    if (pid === undefined || isAlive(Number(pid))) continue
    rmSync(join(tmpdir(), name), { recursive: true, force: true })
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}
