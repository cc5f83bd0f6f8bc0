import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { ClientBase } from 'pg'
import { getConstructionPlans } from 'pg-boss'
import type { Reach } from './database-role.ts'
import { inTransactionsAs } from './guarded-connection.ts'
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
 * Bring the database up to this program: each missing migration in a transaction of its own, as lotbook_owner, under a lock that ends
 * with the transaction. One that was interrupted has left nothing, and whoever starts next begins with it.
 *
 * @throws Error when an applied migration is not the one in the folder, or the schema takes no program as old as this one.
 */
export function migrate(reach: Reach, migrations = readMigrations()): Promise<string[]> {
  return inTransactionsAs(reach, 'lotbook_owner', async (inTransaction) => {
    const locked = <T>(work: (client: ClientBase) => Promise<T>) =>
      inTransaction(async (client) => {
        await client.query('select pg_advisory_xact_lock($1)', [MIGRATION_LOCK])
        return work(client)
      })
    await locked(async (client) => {
      await client.query(`create schema if not exists migrations`)
      await client.query(`create table if not exists migrations.applied (
        name text primary key, checksum text not null, applied_at timestamptz(3) not null default now())`)
    })
    const applied: string[] = []
    for (;;) {
      const next = await locked((client) => applyNext(client, migrations))
      if (next === undefined) break
      applied.push(next)
    }
    await locked(installJobs)
    await locked(grantJobs)
    await locked((client) => client.query(`select create_audit_partitions(current_date, 14)`))
    return applied
  })
}

/** Apply the first migration that is missing; its name, undefined where none is. */
async function applyNext(client: ClientBase, migrations: readonly Migration[]): Promise<string | undefined> {
  const { missing } = await readSchema(client, migrations)
  const [next] = missing
  if (next === undefined) return undefined
  const { name, text, checksum } = next
  try {
    // Behind a pooler it would lead back to the user who connected.
    await client.query(text.replaceAll(/^reset role;/gim, 'set local role lotbook_owner;'))
    await client.query('insert into migrations.applied (name, checksum) values ($1, $2)', [name, checksum])
  } catch (cause) {
    throw new Error(`migration ${name} failed: ${(cause as Error).message}`, { cause })
  }
  return name
}

/** The job engine's own tables, from its own plans, which end the transaction themselves. */
async function installJobs(client: ClientBase): Promise<void> {
  const { rows } = await client.query(`select 1 from pg_namespace where nspname = $1`, [JOBS_SCHEMA])
  if (rows.length === 0) await client.query(getConstructionPlans(JOBS_SCHEMA))
}

/** Payloads of jobs hold ids only, so there is no row-level security. */
async function grantJobs(client: ClientBase): Promise<void> {
  for (const kind of ['tables', 'sequences', 'routines']) {
    const rights =
      kind === 'tables' ? 'select, insert, update, delete' : kind === 'sequences' ? 'usage' : 'execute'
    await client.query(
      `grant ${rights} on all ${kind} in schema ${JOBS_SCHEMA} to lotbook_app, lotbook_identity`,
    )
  }
  await client.query(`grant usage on schema ${JOBS_SCHEMA} to lotbook_app, lotbook_identity`)
}

/** The schema of a database, as this program sees it. */
export interface Schema {
  /** Migrations of this program that are still to be applied. */
  readonly missing: readonly Migration[]
  /** The newest migration that was applied; null in an empty database. */
  readonly newest: string | null
  /**
   * The oldest program that may serve this schema, by the newest migration that it has; null where the schema is older than such a word.
   * A migration that older programs cannot live with raises it.
   */
  readonly oldestProgram: string | null
}

/** A schema that this program may not serve. */
export class ForeignSchema extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'ForeignSchema'
  }
}

/**
 * Hold the schema of a database against this program. A program serves its own schema, and any later one that says it takes programs
 * as old as this: so nodes of two versions run side by side while one replaces the other.
 *
 * @throws ForeignSchema when the schema is too new for this program, or the database and the folder have parted ways.
 */
export async function readSchema(client: ClientBase, migrations: readonly Migration[]): Promise<Schema> {
  const { rows } = await client.query<{ name: string; checksum: string }>(
    'select name, checksum from migrations.applied order by name',
  )
  const oldestProgram = await readOldestProgram(client)
  const own = migrations.at(-1)?.name ?? ''
  for (const { name, checksum } of rows) {
    const known = migrations.find((migration) => migration.name === name)
    if (known !== undefined && known.checksum !== checksum)
      throw new ForeignSchema(`migration ${name} was changed after it was applied`)
    if (known !== undefined) continue
    if (name < own) throw new ForeignSchema(`the database has ${name}, which this program does not know`)
    if (oldestProgram === null || own < oldestProgram)
      throw new ForeignSchema(
        `the database is newer than this program: it has ${name}, ` +
          `and takes programs from ${oldestProgram ?? name} on; the newest migration of this one is ${own}`,
      )
  }
  const applied = new Set(rows.map(({ name }) => name))
  return {
    missing: migrations.filter(({ name }) => !applied.has(name)),
    newest: rows.at(-1)?.name ?? null,
    oldestProgram,
  }
}

async function readOldestProgram(client: ClientBase): Promise<string | null> {
  const { rows } = await client.query<{ is_there: boolean }>(
    `select to_regclass('migrations.schema_accepts') is not null as is_there`,
  )
  if (rows[0]?.is_there !== true) return null
  const accepts = await client.query<{ oldest_program: string }>(
    'select oldest_program from migrations.schema_accepts',
  )
  return accepts.rows[0]?.oldest_program ?? null
}
