import { z } from 'zod'
import { decimalText, id, instantText, success } from './common.ts'
import { LABS_ORDERS, LABS_PERIODS } from './labs-names.ts'
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
  /** Who says so, of a price that a provider was asked for. */
  provider: z.string().optional(),
  /** The price that was known when the period began; null where there is none near, or none within the period. */
  price_before: decimalText.nullable(),
})
export type PricedAsset = z.infer<typeof pricedAsset>

/** An asset of a list, with its known prices over the period: at most 48, in the order of time. */
const listedAsset = pricedAsset.extend({
  line: z.array(z.object({ at: instantText, price: decimalText })),
})
export type ListedAsset = z.infer<typeof listedAsset>

/** A portfolio that a customer made up, by the newest known prices. Nobody holds it, and no tax figure knows of it. */
const researchPortfolio = z.object({
  id,
  name: z.string(),
  assets: z.array(
    pricedAsset.extend({
      quantity: decimalText,
      /** Null where no price is known. */
      value: decimalText.nullable(),
      value_before: decimalText.nullable(),
    }),
  ),
  /** Of the assets that have a price; null where none has. */
  value: decimalText.nullable(),
  /** Assets without a price, which are not in the value. */
  unpriced: z.number().int(),
  /** Assets whose price is known from both ends of the period; the change is theirs. */
  compared: z.number().int(),
  compared_value: decimalText.nullable(),
  compared_value_before: decimalText.nullable(),
})
export type ResearchPortfolio = z.infer<typeof researchPortfolio>

const portfolioName = z.string().trim().min(1).max(60)

/** Labs (beta): lists of assets by the prices that this installation and the customer's own history know. */
export const labs = {
  items: customerRoute
    .route({ method: 'GET', path: '/labs/items' })
    .input(z.object({ period }))
    .output(z.object({ currency: z.string(), data: z.array(listedAsset.extend({ id })) })),
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
    .input(
      z.object({
        q: z.string().max(100).default(''),
        order: z.enum(LABS_ORDERS.map(({ value }) => value)).default('rank'),
      }),
    )
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
        trending: z.array(listedAsset.extend({ searches: z.number().int() })),
        biggest_gainers: z.array(listedAsset),
        most_transacted: z.array(listedAsset.extend({ transactions: z.number().int() })),
      }),
    ),
  /** R1.28 */
  portfolios: customerRoute
    .route({ method: 'GET', path: '/labs/research_portfolios' })
    .input(z.object({ period }))
    .output(z.object({ currency: z.string(), data: z.array(researchPortfolio) })),
  /** Refused with `conflict` where there are six already. */
  addPortfolio: customerRoute
    .route({ method: 'POST', path: '/labs/research_portfolios' })
    .input(z.object({ name: portfolioName }))
    .output(z.object({ data: z.object({ id }) })),
  renamePortfolio: customerRoute
    .route({ method: 'PATCH', path: '/labs/research_portfolios/{id}' })
    .input(z.object({ id, name: portfolioName }))
    .output(success),
  /** Takes it off the list; `restorePortfolio` brings it back with its assets. */
  deletePortfolio: customerRoute
    .route({ method: 'DELETE', path: '/labs/research_portfolios/{id}' })
    .input(z.object({ id }))
    .output(success),
  restorePortfolio: customerRoute
    .route({ method: 'POST', path: '/labs/research_portfolios/{id}/restore' })
    .input(z.object({ id }))
    .output(success),
  /** Puts an asset into a portfolio, or changes its quantity. */
  setPortfolioAsset: customerRoute
    .route({ method: 'PUT', path: '/labs/research_portfolios/{id}/assets/{asset_id}' })
    .input(z.object({ id, asset_id: assetId, quantity: decimalText.max(60) }))
    .output(success),
  removePortfolioAsset: customerRoute
    .route({ method: 'DELETE', path: '/labs/research_portfolios/{id}/assets/{asset_id}' })
    .input(z.object({ id, asset_id: assetId }))
    .output(success),
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
