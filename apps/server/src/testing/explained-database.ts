import { closeSync, fstatSync, openSync, readSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from 'pg'
import { afterAll } from 'vitest'
import { bootstrapRoles, ensureDatabase } from '../platform/bootstrap.ts'
import { type Database, openDatabase } from '../platform/database.ts'
import { migrate } from '../platform/migrate.ts'
import { startEmbeddedPostgres } from '../platform/postgres/embedded-postgres.ts'

/** A node of a plan as `explain (format json)` writes it. */
export interface PlanNode {
  readonly 'Node Type': string
  readonly 'Relation Name'?: string
  readonly 'Actual Rows'?: number
  readonly 'Actual Loops'?: number
  readonly 'Rows Removed by Filter'?: number
  readonly 'Rows Removed by Join Filter'?: number
  readonly 'Rows Removed by Index Recheck'?: number
  readonly Plans?: readonly PlanNode[]
}

/** A statement that has run, with its plan and the rows that came through each node of it. */
export interface ExplainedStatement {
  readonly text: string
  readonly plan: PlanNode
}

export interface ExplainedDatabase {
  readonly db: Database
  /** Statements that ended since this was last called. */
  statements(): ExplainedStatement[]
  /** Texts of statements that the time limit ended since `statements` was last called. */
  timedOut(): string[]
}

const DATABASE = 'explained'
/** Marks the first line of a message in the log of PostgreSQL; the lines after it begin with a tab. */
const PREFIX = '@ '

/**
 * A PostgreSQL of this test file's own that tells the plan of every statement of every connection, those of threads included.
 * Autovacuum is off, so statistics are what the test makes them.
 *
 * @param statementTimeout - ends a statement that runs away, so that the test fails and does not hang.
 */
export async function explainedDatabase(statementTimeout: string): Promise<ExplainedDatabase> {
  const dataDirectory = join(tmpdir(), `lotbook-test-${process.pid}`)
  const postgres = await startEmbeddedPostgres({
    dataDirectory,
    settings: {
      fsync: 'off',
      synchronous_commit: 'off',
      full_page_writes: 'off',
      autovacuum: 'off',
      log_line_prefix: PREFIX,
      shared_preload_libraries: 'auto_explain',
      'auto_explain.log_analyze': 'on',
      'auto_explain.log_timing': 'off',
      'auto_explain.log_format': 'json',
      'auto_explain.log_parameter_max_length': '0',
    },
  })
  const home = realpathSync(join(dataDirectory, 'postgres'))
  const admin = postgres.connection('app', 'postgres')
  await ensureDatabase(admin, DATABASE)
  const connect = (role: string) => postgres.connection(role, DATABASE)
  await bootstrapRoles(connect('app'), true)
  await migrate({ connect })
  const client = new Client(admin)
  await client.connect()
  await client.query(`alter database ${DATABASE} set auto_explain.log_min_duration = 0`)
  await client.query(`alter database ${DATABASE} set statement_timeout = '${statementTimeout}'`)
  await client.end()
  const db = openDatabase({ connect })

  const log = openSync(join(home, 'postgres.log'), 'r')
  afterAll(async () => {
    closeSync(log)
    await db.close()
    await postgres.stop()
    rmSync(home, { recursive: true, force: true })
    rmSync(dataDirectory, { recursive: true, force: true })
  })
  let read = 0
  let ended: string[] = []
  return {
    db,
    statements() {
      const bytes = Buffer.alloc(fstatSync(log).size - read)
      read += readSync(log, bytes, 0, bytes.length, read)
      const messages = bytes.toString().split(`\n${PREFIX}`)
      ended = messages.flatMap((message, n) =>
        message.includes('canceling statement due to statement timeout') ? [messages[n + 1] ?? message] : [],
      )
      return messages.flatMap((message) => {
        const at = message.indexOf('plan:\n')
        if (at < 0) return []
        const { 'Query Text': text, Plan: plan } = JSON.parse(message.slice(at + 6)) as {
          'Query Text': string
          Plan: PlanNode
        }
        return [{ text, plan }]
      })
    },
    timedOut: () => ended,
  }
}

/** Rows that a statement touched: those that came through each node, and those that each looked at and dropped. */
export function rowsTouched(node: PlanNode): number {
  const each =
    (node['Actual Rows'] ?? 0) +
    (node['Rows Removed by Filter'] ?? 0) +
    (node['Rows Removed by Join Filter'] ?? 0) +
    (node['Rows Removed by Index Recheck'] ?? 0)
  const below = (node.Plans ?? []).reduce((sum, child) => sum + rowsTouched(child), 0)
  return each * (node['Actual Loops'] ?? 0) + below
}
