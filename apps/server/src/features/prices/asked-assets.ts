import { isKnownCoin, type PricedAsset, tokenOf } from '@lotbook/sources'
import type { Tx } from '../../platform/database.ts'
import { sql } from '../../platform/sql.ts'

interface Row {
  readonly id: string
  readonly kind: string | null
  readonly contracts: PricedAsset['contracts']
  readonly is_shared: boolean
}

/**
 * Assets as providers are asked about them. By its ticker goes only a coin of the product's own list, or one whose ticker no other asset
 * has, of those on the token lists and in the customer's own history (E13); by chain and contract what has one.
 *
 * @param userId - null for what is everybody's: then a ticker is shared with any asset that somebody has.
 */
export async function askedAssets(
  tx: Tx,
  userId: string | null,
  ids: readonly string[],
): Promise<PricedAsset[]> {
  const rows = await tx.all<Row>(sql`
    select w.id, a.kind,
      coalesce((select jsonb_agg(jsonb_build_object('chain', k.chain, 'contract', k.contract) order by k.chain = 'ethereum' desc, k.chain)
        from tokens k where k.asset_id = w.id), '[]') as contracts,
      exists (select from assets o where upper(o.symbol) = upper(w.id) and o.id <> w.id and o.kind in ('coin', 'token', 'fiat')
        and (${userId}::uuid is null or exists (select from tokens k where k.asset_id = o.id)
          or exists (select from transaction_counts c where c.user_id = ${userId} and c.asset_id = o.id and c.transactions > 0))
      ) as is_shared
    from unnest(${[...ids]}::text[]) as w (id) left join assets a on a.id = w.id`)
  return rows.map(({ id, kind, contracts, is_shared }) => {
    const token = tokenOf(id)
    const isByTicker = isKnownCoin(id) || !is_shared
    return {
      id,
      ticker: (kind === 'coin' || kind === null) && !id.includes(':') && isByTicker ? id : undefined,
      contracts: token === undefined ? contracts : [token, ...contracts],
    }
  })
}
