import type { ClientConfig } from 'pg'
import { openDatabase, withoutSubject } from '../platform/database.ts'
import { sql } from '../platform/sql.ts'

/**
 * A process that waits for an advisory lock that somebody else holds, to be killed. The arguments say where the database is, and
 * the number of the lock.
 */
const where = JSON.parse(process.argv[2] ?? '') as ClientConfig
const db = openDatabase({ connect: (user) => ({ ...where, user }) })
await withoutSubject(db, (tx) => tx.all(sql`select pg_advisory_xact_lock(${Number(process.argv[3])})`))
