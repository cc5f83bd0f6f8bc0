import type { Tx } from '../../platform/database.ts'
import { addJob } from '../../platform/jobs.ts'
import { sql } from '../../platform/sql.ts'

/** The queue of searches for prices that a customer's transactions lack. */
export const FILL_PRICES = { name: 'fill-prices', retryLimit: 5 } as const

/** The queue of the daily search for prices of what is held, and for exchange rates. */
export const REFRESH_PRICES = { name: 'refresh-prices', retryLimit: 5 } as const

/** Have exchange rates looked up once this transaction commits, if there is anybody to ask: one search is enough for all who wait. */
export async function queueRates(tx: Tx): Promise<void> {
  const asked = await tx.maybe(sql`select 1 as asked from price_providers limit 1`)
  if (asked !== undefined) await addJob(tx, REFRESH_PRICES, {})
}

/**
 * Have what transactions lack looked up, once this transaction commits, if there is anybody to ask. A search that waits for its turn
 * finds what is missing by then; one that is under way may have passed it, so another follows. A search that
 * was queued an hour ago and has not begun is lost.
 */
export async function queuePriceLookup(tx: Tx, userId: string): Promise<void> {
  const queued = await tx.maybe(sql`
    insert into price_lookups as l (user_id, state, changed_at)
    select ${userId}, 'queued', now() where exists (select from price_providers)
    on conflict (user_id) do update set state = 'queued', tries = 0, until = null, changed_at = now()
      where l.state <> 'queued' or l.changed_at < now() - interval '1 hour'
    returning user_id`)
  if (queued !== undefined) await addJob(tx, FILL_PRICES, { userId })
}
