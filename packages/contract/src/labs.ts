import { z } from 'zod'
import { decimalText, id, instantText, success } from './common.ts'
import { LABS_PERIODS } from './labs-names.ts'
import { customerRoute } from './route.ts'

const period = z.enum(LABS_PERIODS.map(({ value }) => value)).default('percentage_change_1_day')
const assetId = z.string().min(1).max(200)

const asset = z.object({
  asset_id: z.string(),
  ticker: z.string(),
  name: z.string(),
})

const pricedAsset = asset.extend({
  /** The newest known price of one unit, null where none is known. */
  price: decimalText.nullable(),
  price_at: instantText.nullable(),
  /** The price that was known when the period began; null where there is none near, or none within the period. */
  price_before: decimalText.nullable(),
})
export type PricedAsset = z.infer<typeof pricedAsset>

/** Labs (beta): lists of assets by the prices that this installation and the customer's own history know. */
export const labs = {
  items: customerRoute
    .route({ method: 'GET', path: '/labs/items' })
    .input(z.object({ period }))
    .output(z.object({ currency: z.string(), data: z.array(pricedAsset.extend({ id })) })),
  /** Refused with `conflict` where six are tracked already (R8.44). */
  track: customerRoute
    .route({ method: 'POST', path: '/labs/items' })
    .input(z.object({ asset_id: assetId }))
    .output(success),
  untrack: customerRoute
    .route({ method: 'DELETE', path: '/labs/items/{id}' })
    .input(z.object({ id }))
    .output(success),
  /** Assets whose ticker or name begins so; without a term those known best. */
  assets: customerRoute
    .route({ method: 'GET', path: '/labs/assets' })
    .input(z.object({ q: z.string().max(100).default(''), order: z.enum(['rank', 'name']).default('rank') }))
    .output(z.object({ data: z.array(asset) })),
  /** An asset was searched for and opened. Kept without who did (O-40); it makes the list Trending. */
  searched: customerRoute
    .route({ method: 'POST', path: '/labs/searches' })
    .input(z.object({ asset_id: assetId }))
    .output(success),
  /** R9.21 to R9.23 */
  discover: customerRoute
    .route({ method: 'GET', path: '/labs/discover' })
    .input(z.object({ period }))
    .output(
      z.object({
        currency: z.string(),
        trending: z.array(pricedAsset.extend({ searches: z.number().int() })),
        biggest_gainers: z.array(pricedAsset),
        most_transacted: z.array(pricedAsset.extend({ transactions: z.number().int() })),
      }),
    ),
  /** The known prices of an asset over a period, in the order of time; at most 400. */
  price: customerRoute
    .route({ method: 'GET', path: '/labs/prices/{id}' })
    .input(z.object({ id: assetId, period }))
    .output(
      z.object({
        currency: z.string(),
        data: pricedAsset,
        points: z.array(z.object({ at: instantText, price: decimalText })),
        /** The asset's entry among the tracked ones, null where it is not tracked. */
        tracked_id: id.nullable(),
      }),
    ),
}
