import type { PriceLookup } from '@lotbook/contract'
import { priceProviders } from '@lotbook/sources'
import type { Config } from '../../platform/config.ts'
import { type Database, type Tx, withOps } from '../../platform/database.ts'
import { sql } from '../../platform/sql.ts'

/** Have the database know who is asked for prices, so that whoever misses one can tell whether to ask. */
export async function savePriceProviders(
  db: Database,
  { priceProviders }: Pick<Config, 'priceProviders'>,
): Promise<void> {
  await withOps(db, async (tx) => {
    await tx.run(sql`delete from price_providers`)
    await tx.run(sql`
      insert into price_providers (position, name)
      select position, name from unnest(${[...priceProviders]}::text[]) with ordinality as r (name, position)`)
  })
}

/** The search as it is, and who is asked, as persons know them; without anybody to ask there is none. */
export async function readPriceLookup(
  tx: Tx,
  userId: string,
): Promise<{ providers: string[]; lookup: PriceLookup | null }> {
  const names = await tx.all<{ name: string }>(sql`select name from price_providers order by position`)
  const providers = names.flatMap(({ name }) =>
    priceProviders.flatMap((provider) => (provider.name === name ? [provider.title] : [])),
  )
  if (providers.length === 0) return { providers, lookup: null }
  const row = await tx.maybe<Omit<PriceLookup, 'until'> & { until: Date | null }>(sql`
    -- Without a word of it for so long it is not under way; it will be again.
    select case when state = 'running' and changed_at < now() - interval '10 minutes' then 'queued' else state end as state,
      done, total, until
    from price_lookups where user_id = ${userId}`)
  return {
    providers,
    lookup: row === undefined ? null : { ...row, until: row.until?.toISOString() ?? null },
  }
}
