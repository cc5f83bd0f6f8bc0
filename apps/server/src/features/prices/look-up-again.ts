import type { Tx } from '../../platform/database.ts'
import { refuse } from '../../platform/refusal.ts'
import { sql } from '../../platform/sql.ts'
import { queuePriceLookup } from '../../journal/valuing/queue-price-lookup.ts'
import { missingPrices } from '../../journal/valuing/missing-prices.ts'

/** After so long a service that had no price may be asked for it again by a person: a newly listed coin has one by then. */
const GAP_HOLDS_MS = 60 * 60_000

/**
 * Has the price services asked again for what a customer's transactions lack, also for days that they had no price of before.
 *
 * @param asset - the one asset to ask for; all of them where undefined.
 */
export async function lookUpAgain(
  tx: Tx,
  userId: string,
  asset: string | undefined,
  now: Date,
): Promise<void> {
  const lacking = (await missingPrices(tx, userId)).filter(
    (one) => asset === undefined || one.asset === asset,
  )
  if (lacking.length === 0) refuse('not_found', 'No price of it is missing.')
  // As if it had never been asked; the application may not delete what belongs to everybody.
  await tx.run(sql`
    update price_gaps set asked_at = to_timestamp(0) where asset_id = any (${lacking.map((one) => one.asset)})
      and asked_at < ${new Date(now.getTime() - GAP_HOLDS_MS)}`)
  await queuePriceLookup(tx, userId)
}
