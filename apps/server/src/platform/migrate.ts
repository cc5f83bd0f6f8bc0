import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Client, ClientBase } from 'pg'
import { getConstructionPlans } from 'pg-boss'
import type { Connect } from './database-role.ts'
import { openConnection } from './guarded-connection.ts'
import { JOBS_SCHEMA } from './job-schema.ts'

export interface Migration {
  readonly name: string
  readonly text: string
  /** SHA-256, so that a migration changed after it was applied is noticed. */
  readonly checksum: string
}

/** The migrations of this program, in the order of their names. */
export function readMigrations(folder = join(import.meta.dirname, 'migrations')): Migration[] {
  return readdirSync(folder)
    .filter((name) => name.endsWith('.sql'))
    .toSorted()
    .map((name) => {
      const text = readFileSync(join(folder, name), 'utf8')
      return { name, text, checksum: createHash('sha256').update(text).digest('hex') }
    })
}

/** 'lotm': servers that start at once migrate one after the other. */
const MIGRATION_LOCK = 0x6c6f746d

/**
 * Bring the database up to this program: each missing migration in a transaction of its own, as lotbook_owner.
 *
 * @throws Error when an applied migration is not the one in the folder, or is not there at all.
 */
export async function migrate(connect: Connect, migrations = readMigrations()): Promise<string[]> {
  const client = await openConnection(connect, 'lotbook_owner')
  try {
    await client.query('select pg_advisory_lock($1)', [MIGRATION_LOCK])
    await client.query(`create schema if not exists migrations`)
    await client.query(`create table if not exists migrations.applied (
      name text primary key, checksum text not null, applied_at timestamptz(3) not null default now())`)
    const missing = await missingMigrations(client, migrations)
    for (const migration of missing) await apply(client, migration)
    await installJobs(client)
    await client.query(`select create_audit_partitions(current_date, 14)`)
    return missing.map(({ name }) => name)
  } finally {
    await client.end()
  }
}

/** What is still to be applied. Refuses when the database and the folder have parted ways. */
export async function missingMigrations(
  client: ClientBase,
  migrations: readonly Migration[],
): Promise<Migration[]> {
  const { rows } = await client.query<{ name: string; checksum: string }>(
    'select name, checksum from migrations.applied order by name',
  )
  for (const { name, checksum } of rows) {
    const known = migrations.find((migration) => migration.name === name)
    if (known === undefined) throw new Error(`the database is newer than this program: it has ${name}`)
    if (known.checksum !== checksum) throw new Error(`migration ${name} was changed after it was applied`)
  }
  const applied = new Set(rows.map(({ name }) => name))
  return migrations.filter(({ name }) => !applied.has(name))
}

async function apply(client: Client, { name, text, checksum }: Migration): Promise<void> {
  try {
    await client.query('begin')
    await client.query(text)
    await client.query('insert into migrations.applied (name, checksum) values ($1, $2)', [name, checksum])
    await client.query('commit')
  } catch (cause) {
    await client.query('rollback')
    throw new Error(`migration ${name} failed: ${(cause as Error).message}`, { cause })
  }
}

/** The job engine's own tables, from its own plans; its payloads hold ids only, so no row-level security. */
async function installJobs(client: Client): Promise<void> {
  const { rows } = await client.query(`select 1 from pg_namespace where nspname = $1`, [JOBS_SCHEMA])
  if (rows.length === 0) await client.query(getConstructionPlans(JOBS_SCHEMA))
  for (const kind of ['tables', 'sequences', 'routines']) {
    const rights =
      kind === 'tables' ? 'select, insert, update, delete' : kind === 'sequences' ? 'usage' : 'execute'
    await client.query(
      `grant ${rights} on all ${kind} in schema ${JOBS_SCHEMA} to lotbook_app, lotbook_identity`,
    )
  }
  await client.query(`grant usage on schema ${JOBS_SCHEMA} to lotbook_app, lotbook_identity`)
}
