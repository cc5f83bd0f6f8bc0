import { contract, LABS_MAX_ITEMS, screenMessages } from '@lotbook/contract'
import { rankedCoins } from '@lotbook/sources'
import { withoutSubject, withSubject } from '../../platform/database.ts'
import type { Feature } from '../../platform/feature.ts'
import { newId } from '../../platform/ids.ts'
import { refuse } from '../../platform/refusal.ts'
import { routes } from '../../platform/request-context.ts'
import { sql } from '../../platform/sql.ts'
import { biggestGainers, mostTransacted, trending } from './discover.ts'
import { withLines } from './price-lines.ts'
import { pricePoints } from './price-points.ts'
import { currencyOf, pricedAssets } from './priced-assets.ts'
import {
  addPortfolio,
  deletePortfolio,
  removePortfolioAsset,
  renamePortfolio,
  researchPortfolios,
  restorePortfolio,
  setPortfolioAsset,
} from './research-portfolios.ts'

const os = routes(contract.labs)

const items = os.items.handler(({ input, context }) =>
  withSubject(context.db, context.who, async (tx) => {
    const { subjectId: userId } = context.who
    const tracked = await tx.all<{ id: string; asset_id: string }>(
      sql`select id, asset_id from labs_items where user_id = ${userId} order by added_at, id`,
    )
    const ids = new Map(tracked.map(({ id, asset_id }) => [asset_id, id]))
    const scope = { userId, period: input.period, now: context.now }
    const assets = await withLines(tx, scope, await pricedAssets(tx, scope, [...ids.keys()]))
    return {
      currency: await currencyOf(tx, userId),
      data: assets.flatMap((asset) => {
        const id = ids.get(asset.asset_id)
        return id === undefined ? [] : [{ ...asset, id }]
      }),
    }
  }),
)

const track = os.track.handler(({ input, context }) =>
  withSubject(context.db, context.who, async (tx) => {
    const { subjectId: userId } = context.who
    if ((await tx.maybe(sql`select 1 from assets where id = ${input.asset_id}`)) === undefined)
      refuse('not_found')
    // Two at once wait for each other, so that neither makes a seventh.
    await tx.one(sql`select 1 from customers where user_id = ${userId} for update`)
    const tracked = await tx.all<{ asset_id: string }>(
      sql`select asset_id from labs_items where user_id = ${userId}`,
    )
    if (tracked.some(({ asset_id }) => asset_id === input.asset_id)) return { status: 'success' as const }
    if (tracked.length >= LABS_MAX_ITEMS) refuse('conflict', screenMessages.labs.limit)
    await tx.run(sql`
      insert into labs_items (user_id, id, asset_id, added_at)
      values (${userId}, ${newId()}, ${input.asset_id}, ${context.now})`)
    return { status: 'success' as const }
  }),
)

const untrack = os.untrack.handler(({ input, context }) =>
  withSubject(context.db, context.who, async (tx) => {
    const gone = await tx.run(
      sql`delete from labs_items where user_id = ${context.who.subjectId} and id = ${input.id}`,
    )
    if (gone === 0) refuse('not_found')
    return { status: 'success' as const }
  }),
)

/** How many assets a search finds. */
const FOUND = 9

const assets = os.assets.handler(async ({ input, context }) => {
  await context.limit('search')
  const ranked = rankedCoins()
  const begins = `${input.q
    .trim()
    .toLowerCase()
    .replace(/[\\%_]/g, '\\$&')}%`
  return withoutSubject(context.db, async (tx) => {
    // Behind the coins with a rank, coins come before tokens, and what is called exactly so first.
    const exactly = sql`lower(symbol) <> ${input.q.trim().toLowerCase()}`
    const order =
      input.order === 'name'
        ? sql`lower(name), id`
        : sql`rank nulls last, array_position(${ranked}::text[], id) nulls last, kind, ${exactly}, length(symbol), lower(name), id`
    const data = await tx.all<{ asset_id: string; ticker: string; name: string }>(sql`
      select id as asset_id, symbol as ticker, name from assets
      where kind in ('coin', 'token') and is_active and (lower(symbol) like ${begins} or lower(name) like ${begins})
      order by ${order} limit ${FOUND}`)
    return { data }
  })
})

const searched = os.searched.handler(async ({ input, context }) => {
  await context.limit('search')
  await withoutSubject(context.db, async (tx) => {
    const asset = await tx.maybe<{ symbol: string }>(
      sql`select symbol from assets where id = ${input.asset_id}`,
    )
    if (asset === undefined) refuse('not_found')
    await tx.run(sql`
      insert into searches (id, at, term, asset_id)
      values (${newId()}, ${context.now}, ${asset.symbol.toLowerCase()}, ${input.asset_id})`)
  })
  return { status: 'success' as const }
})

const discover = os.discover.handler(({ input, context }) =>
  withSubject(context.db, context.who, async (tx) => {
    const scope = { userId: context.who.subjectId, period: input.period, now: context.now }
    return {
      currency: await currencyOf(tx, scope.userId),
      trending: await withLines(tx, scope, await trending(tx, scope)),
      biggest_gainers: await withLines(tx, scope, await biggestGainers(tx, scope)),
      most_transacted: await withLines(tx, scope, await mostTransacted(tx, scope)),
    }
  }),
)

const price = os.price.handler(({ input, context }) =>
  withSubject(context.db, context.who, async (tx) => {
    const scope = { userId: context.who.subjectId, period: input.period, now: context.now }
    const [data] = await pricedAssets(tx, scope, [input.id])
    if (data === undefined) refuse('not_found')
    const tracked = await tx.maybe<{ id: string }>(
      sql`select id from labs_items where user_id = ${scope.userId} and asset_id = ${input.id}`,
    )
    const currency = await currencyOf(tx, scope.userId)
    const points = await pricePoints(tx, scope, { asset: input.id, currency })
    return { currency, data, points, tracked_id: tracked?.id ?? null }
  }),
)

const portfolios = {
  portfolios: os.portfolios.handler(({ input, context }) =>
    withSubject(context.db, context.who, async (tx) => {
      const scope = { userId: context.who.subjectId, period: input.period, now: context.now }
      return { currency: await currencyOf(tx, scope.userId), data: await researchPortfolios(tx, scope) }
    }),
  ),
  addPortfolio: os.addPortfolio.handler(({ input, context }) =>
    withSubject(context.db, context.who, async (tx) => ({
      data: { id: await addPortfolio(tx, context.who.subjectId, input.name, context.now) },
    })),
  ),
  renamePortfolio: os.renamePortfolio.handler(({ input, context }) =>
    withSubject(context.db, context.who, async (tx) => {
      await renamePortfolio(tx, context.who.subjectId, input.id, input.name)
      return { status: 'success' as const }
    }),
  ),
  deletePortfolio: os.deletePortfolio.handler(({ input, context }) =>
    withSubject(context.db, context.who, async (tx) => {
      await deletePortfolio(tx, context.who.subjectId, input.id, context.now)
      return { status: 'success' as const }
    }),
  ),
  restorePortfolio: os.restorePortfolio.handler(({ input, context }) =>
    withSubject(context.db, context.who, async (tx) => {
      await restorePortfolio(tx, context.who.subjectId, input.id)
      return { status: 'success' as const }
    }),
  ),
  setPortfolioAsset: os.setPortfolioAsset.handler(({ input, context }) =>
    withSubject(context.db, context.who, async (tx) => {
      await setPortfolioAsset(tx, context.who.subjectId, input, context.now)
      return { status: 'success' as const }
    }),
  ),
  removePortfolioAsset: os.removePortfolioAsset.handler(({ input, context }) =>
    withSubject(context.db, context.who, async (tx) => {
      await removePortfolioAsset(tx, context.who.subjectId, input)
      return { status: 'success' as const }
    }),
  ),
}

/** Labs (beta). */
export const labsFeature: Feature = {
  routes: { labs: { items, track, untrack, assets, searched, discover, price, ...portfolios } },
}
