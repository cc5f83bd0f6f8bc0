import { type ConnectionMethod, providersOf } from '@lotbook/sources'
import { type Database, type Who, withoutSubject, withSubject } from '../../platform/database.ts'
import type { Outbound } from '../../platform/outbound.ts'
import { sql } from '../../platform/sql.ts'

/** An answer older than this says nothing of today: the server asks once a day. */
const STALE_MS = 3 * 86_400_000

/** The moment since which nobody who can be asked for the history of a source answers; null while one does, or nothing is known. */
export type SilentSince = (slug: string, method: ConnectionMethod) => string | null

/** Explorers that the customer has a key of their own for, which is still accepted. */
export async function ownExplorers(db: Database, who: Who): Promise<ReadonlySet<string | undefined>> {
  const rows = await withSubject(db, who, (tx) =>
    tx.all<{ explorer: string }>(sql`
      select explorer from credentials where user_id = ${who.subjectId} and explorer is not null and refused_at is null`),
  )
  return new Set(rows.map(({ explorer }) => explorer))
}

/** Reads how providers stood when they were asked last. */
export async function readSilence(
  db: Database,
  outbound: Pick<Outbound, 'isOpen'>,
  now: Date,
): Promise<SilentSince> {
  const rows = await withoutSubject(db, (tx) =>
    tx.all<{ provider: string; since: Date }>(sql`
      select provider, since from provider_states
      where state in ('refuses', 'silent') and checked_at > ${new Date(now.getTime() - STALE_MS)}`),
  )
  const silent = new Map(rows.map(({ provider, since }) => [provider, since]))
  return (slug, method) => {
    const asked = providersOf(slug, method).filter((provider) => outbound.isOpen(provider))
    const since = asked.map((provider) => silent.get(provider))
    if (since.length === 0 || since.includes(undefined)) return null
    return new Date(Math.max(...since.map((moment) => moment?.getTime() ?? 0))).toISOString()
  }
}
