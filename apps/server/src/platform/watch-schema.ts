import { type Database, withOps } from './database.ts'
import { errorText, type Log } from './log.ts'
import { ForeignSchema, readMigrations, readSchema } from './migrate.ts'

const EVERY_MS = 10_000

/**
 * Look from time to time whether the database still takes this program: a node of a later version may have migrated it meanwhile. One that
 * is taken no longer must end before it reads or writes what has another meaning now.
 */
export function watchSchema(
  db: Database,
  log: Log,
  onForeign: () => void,
  everyMs = EVERY_MS,
): { stop(): void } {
  const migrations = readMigrations()
  const look = () => withOps(db, (tx) => readSchema(tx.client, migrations))
  const timer = setInterval(() => {
    look().catch((error: unknown) => {
      // What cannot be asked now is asked the next time.
      if (!(error instanceof ForeignSchema)) return
      clearInterval(timer)
      log.error({ error: errorText(error) }, 'this node leaves: the database takes it no longer')
      onForeign()
    })
  }, everyMs)
  timer.unref()
  return { stop: () => clearInterval(timer) }
}
