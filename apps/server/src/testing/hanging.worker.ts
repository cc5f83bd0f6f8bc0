// Entry of a thread for tests: it tells nothing and waits for an advisory lock, which whoever runs it holds.
import { withoutSubject } from '../platform/database.ts'
import { serveThread } from '../platform/serve-thread.ts'
import { sql } from '../platform/sql.ts'

serveThread((db) =>
  withoutSubject(db, async (tx) => void (await tx.all(sql`select pg_advisory_xact_lock(204)`))),
)
