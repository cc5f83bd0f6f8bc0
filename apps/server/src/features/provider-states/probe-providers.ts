import { type ProbedProvider, probeProvider, type ProviderName, PROVIDERS } from '@lotbook/sources'
import { type Database, withOps, type Tx, withoutSubject } from '../../platform/database.ts'
import { addJob, defineJob, WAITING } from '../../platform/jobs.ts'
import type { Outbound } from '../../platform/outbound.ts'
import type { Services } from '../../platform/request-context.ts'
import { sql } from '../../platform/sql.ts'

const PROBE_PROVIDERS = { name: 'probe-providers', retryLimit: 3 }
const EVERY_MS = 86_400_000
const FIRST_AFTER_MS = 600_000
/** Providers that are asked at once. */
const AT_ONCE = 12

/** How a provider stands, or why it is not asked. */
export interface ProviderReport extends ProbedProvider {
  readonly provider: ProviderName
  /** Names at the top that were not there before, and those that went. Both empty where nothing changed, or nothing is known of before. */
  readonly added: readonly string[]
  readonly removed: readonly string[]
}

/** Providers that are not asked, since the operator has set no key or address for them. */
export const providersNotSet = (outbound: Pick<Outbound, 'isOpen'>): ProviderName[] =>
  (Object.keys(PROVIDERS) as ProviderName[]).filter((name) => !outbound.isOpen(name))

/** Ask each provider that can be asked its one cheap question, and keep how it stands. In the order of their names. */
export async function probeProviders(
  db: Database,
  outbound: Outbound,
  now: Date,
): Promise<readonly ProviderReport[]> {
  const names = (Object.keys(PROVIDERS) as ProviderName[]).filter((name) => outbound.isOpen(name)).toSorted()
  const probed = new Map<ProviderName, ProbedProvider>()
  const left = [...names]
  await Promise.all(
    Array.from({ length: AT_ONCE }, async () => {
      for (let name = left.shift(); name !== undefined; name = left.shift())
        probed.set(name, await probeProvider(name, outbound.provider(name)))
    }),
  )
  return withOps(db, async (tx) => {
    const reports: ProviderReport[] = []
    for (const name of names) {
      const found = probed.get(name)
      if (found !== undefined) reports.push(await keepState(tx, name, found, now))
    }
    return reports
  })
}

async function keepState(
  tx: Tx,
  provider: ProviderName,
  found: ProbedProvider,
  now: Date,
): Promise<ProviderReport> {
  const before = await tx.maybe<{ shape: string[] }>(
    sql`select shape from provider_states where provider = ${provider} for update`,
  )
  // A silence tells nothing of the shape.
  const shape = found.status === null ? (before?.shape ?? []) : [...found.shape]
  await tx.run(sql`
    insert into provider_states as s (provider, state, status, shape, missing, since, checked_at)
    values (${provider}, ${found.state}, ${found.status}, ${shape}::text[], ${[...found.missing]}::text[], ${now}, ${now})
    on conflict (provider) do update set status = excluded.status, shape = excluded.shape, missing = excluded.missing,
      shape_before = case when s.shape = excluded.shape then s.shape_before else s.shape end,
      since = case when s.state = excluded.state then s.since else excluded.since end,
      state = excluded.state, checked_at = excluded.checked_at`)
  const known = before?.shape ?? shape
  return {
    ...found,
    provider,
    added: shape.filter((name) => !known.includes(name)),
    removed: known.filter((name) => !shape.includes(name)),
  }
}

/** Providers are asked once a day. One that stops answering, or answers with something else, is a line of the log. */
export const probeProvidersJob = ({ outbound, clock }: Pick<Services, 'outbound' | 'clock'>) =>
  defineJob<Record<string, never>>(
    PROBE_PROVIDERS.name,
    async (_, { db, log }) => {
      const now = clock.now()
      const reports = await probeProviders(db, outbound, now)
      if (reports.every(({ state }) => state === 'silent'))
        log.warn('no provider answers: this server may be offline')
      else
        for (const { provider, state, status, added, removed, missing } of reports)
          if (state !== 'answers' || added.length + removed.length > 0)
            log.warn(
              { provider, state, status, added, removed, missing },
              'a provider does not answer as it did',
            )
      await withoutSubject(db, (tx) => queueProbe(tx, new Date(now.getTime() + EVERY_MS)))
    },
    { retryLimit: PROBE_PROVIDERS.retryLimit, turns: { ...WAITING, atOnce: 1 } },
  )

/** Have providers asked once a day from now on, unless that is queued already; for the first time when the server has been up for a while. */
export function startProbing(db: Database, now: Date): Promise<void> {
  return withoutSubject(db, (tx) => queueProbe(tx, new Date(now.getTime() + FIRST_AFTER_MS)))
}

async function queueProbe(tx: Tx, startAfter: Date): Promise<void> {
  // Two servers that start at once queue it once.
  await tx.all(sql`select pg_advisory_xact_lock(hashtext(${PROBE_PROVIDERS.name}))`)
  const queued = await tx.maybe(sql`
    select 1 as queued from jobs.job where name = ${PROBE_PROVIDERS.name} and state < 'active'`)
  if (queued === undefined) await addJob(tx, PROBE_PROVIDERS, {}, { startAfter })
}
