import type { FoundWallet } from '@lotbook/contract'
import { addressConnector, sourceBySlug } from '@lotbook/sources'
import { withSubject } from '../../platform/database.ts'
import type { RequestContext } from '../../platform/request-context.ts'
import { type Sql, sql } from '../../platform/sql.ts'

/** Addresses that are suggested at once: those with the most transfers. */
const MOST_FOUND = 20
/** Transfers of each that the evidence names. */
const MOST_NAMED = 5

interface MetRow {
  readonly chain: string
  readonly address: string
  readonly direction: 'out' | 'in'
  readonly asset: string
  readonly symbol: string
  readonly quantity: string
  readonly transfers: number
  readonly first_at: Date
  readonly last_at: Date
  readonly ids: readonly string[]
}

/**
 * Addresses that may be the customer's own: coins were sent to them, the arrival is in no account, and the customer has not dismissed
 * them. Coins that only came from an address say nothing: anybody may have sent them.
 */
export function findWallets({ db, who }: RequestContext): Promise<FoundWallet[]> {
  return withSubject(db, who, async (tx) => {
    const rows = await tx.all<MetRow>(metSince(who.subjectId))
    const byAddress = Map.groupBy(rows, ({ address }) => address)
    return [...byAddress]
      .map(([address, met]) => walletOf(address, met))
      .toSorted((a, b) => b.transfers - a.transfers || (a.last_at < b.last_at ? 1 : -1))
      .slice(0, MOST_FOUND)
  })
}

/** Transfers with each address, by chain, direction and asset. A transfer whose two sides were matched needs no other account. */
function metSince(userId: string): Sql {
  return sql`
    with met as materialized (
      select distinct m.chain, m.address, m.tx_hash from counterparties m
      where m.user_id = ${userId}
        and not exists (
          select 1 from dismissed_wallets d where d.user_id = ${userId} and d.chain = m.chain and d.address = m.address)
        and not exists (
          select 1 from accounts a
          where a.user_id = ${userId} and a.key = m.chain || ':' || lower(m.address) and a.deleted_at is null)
    ), moved as (
      select m.chain, m.address, t.* from met m, lateral (
        select t.id, t.at, case t.type when 'outgoing' then 'out' else 'in' end as direction,
          coalesce(t.from_asset, t.to_asset) as asset, coalesce(t.from_amount, t.to_amount) as quantity
        from transactions t
        where t.user_id = ${userId} and t.tx_hash = m.tx_hash and t.deleted_at is null and not t.is_ignored
          and (t.type, t.sub_type) in (('outgoing', 'sent'), ('incoming', 'received'))
          and not exists (
            select 1 from match_sides s join matches x on x.user_id = s.user_id and x.id = s.match_id
            where s.user_id = ${userId} and s.transaction_id = t.id and x.state = 'made')
        offset 0
      ) t
    )
    select moved.chain, moved.address, moved.direction, moved.asset, max(coalesce(assets.symbol, moved.asset)) as symbol,
      sum(moved.quantity)::text as quantity, count(*)::int as transfers, min(moved.at) as first_at, max(moved.at) as last_at,
      (array_agg(moved.id order by moved.at desc, moved.id))[1:${MOST_NAMED}] as ids
    from moved left join assets on assets.id = moved.asset
    where exists (
      select 1 from moved sent where sent.address = moved.address and sent.direction = 'out')
    group by moved.chain, moved.address, moved.direction, moved.asset
    order by max(moved.at) desc, moved.asset`
}

function walletOf(address: string, met: readonly MetRow[]): FoundWallet {
  const chains = [...new Set(met.map(({ chain }) => chain))].map((slug) => ({
    slug,
    name: sourceBySlug(slug)?.name ?? slug,
    can_be_fetched: addressConnector(slug) !== undefined,
  }))
  const times = met
    .flatMap(({ first_at, last_at }) => [first_at, last_at])
    .map((at) => at.toISOString())
    .toSorted()
  return {
    address,
    chains,
    transfers: met.reduce((sum, { transfers }) => sum + transfers, 0),
    first_at: times[0] ?? '',
    last_at: times.at(-1) ?? '',
    amounts: met.map(({ asset, symbol, direction, quantity }) => ({ asset, symbol, direction, quantity })),
    transactions: [...new Set(met.flatMap(({ ids }) => ids))].slice(0, MOST_NAMED),
  }
}

/** The customer says that addresses are not theirs. Only such that were met are kept. */
export function dismissWallets(
  { db, who, now }: RequestContext,
  wallets: readonly { readonly address: string; readonly chains: readonly string[] }[],
): Promise<void> {
  const pairs = wallets.flatMap(({ address, chains }) => chains.map((chain) => ({ address, chain })))
  return withSubject(db, who, async (tx) => {
    await tx.run(sql`
      insert into dismissed_wallets (user_id, chain, address, dismissed_at)
      select distinct m.user_id, m.chain, m.address, ${now}::timestamptz
      from unnest(${pairs.map(({ chain }) => chain)}::text[], ${pairs.map(({ address }) => address)}::text[]) as w (chain, address)
      join counterparties m on m.user_id = ${who.subjectId} and m.chain = w.chain and m.address = w.address
      on conflict do nothing`)
  })
}
