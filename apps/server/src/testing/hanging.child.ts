import { openDatabase, withoutSubject } from '../platform/database.ts'
import { sql } from '../platform/sql.ts'
import { reachOfChild } from './reach-of-child.ts'

/**
 * A process that waits for an advisory lock that somebody else holds, to be killed. The arguments say where the database is, and
 * the number of the lock.
 */
const db = openDatabase(reachOfChild(process.argv[2]))
await withoutSubject(db, (tx) => tx.all(sql`select pg_advisory_xact_lock(${Number(process.argv[3])})`))
