import type { Clock } from './clock.ts'
import type { Database } from './database.ts'
import type { Feature } from './feature.ts'
import { inRole } from './guarded-connection.ts'
import { checkInvariants } from './invariants.ts'
import { forgetFullLevels } from './limits.ts'
import { errorText, type Log } from './log.ts'

const DAY_MS = 24 * 60 * 60 * 1000

/**
 * Do once a day, while the server is up, what has to be done then: make partitions for the months to come, forget limits that are full again, do
 * what features ask for, and check that what must hold still holds.
 */
export function startUpkeep(
  db: Database,
  log: Log,
  ofFeatures: readonly NonNullable<Feature['upkeep']>[],
  clock: Clock,
): { stop(): void } {
  const timer = setInterval(() => {
    upkeep(db, log, ofFeatures, clock).catch((error: unknown) =>
      log.error({ error: errorText(error) }, 'upkeep failed'),
    )
  }, DAY_MS)
  timer.unref()
  return { stop: () => clearInterval(timer) }
}

async function upkeep(
  db: Database,
  log: Log,
  ofFeatures: readonly NonNullable<Feature['upkeep']>[],
  clock: Clock,
): Promise<void> {
  await inRole(db, 'lotbook_owner', (client) =>
    client.query('select create_audit_partitions(current_date, 14)'),
  )
  await forgetFullLevels(db)
  for (const work of ofFeatures) await work(db, clock.now())
  for (const broken of await checkInvariants(db)) log.error(broken, 'an invariant is broken')
}
