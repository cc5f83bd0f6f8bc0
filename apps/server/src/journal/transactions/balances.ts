import type { Tx } from '../../platform/database.ts'
import { sql } from '../../platform/sql.ts'
import { plain } from './transaction-rows.ts'

/** All that came to an account of an asset, less all that went. */
export interface Balance {
  readonly accountId: string
  readonly asset: string
  /** Exact decimal text; below zero where history is missing. */
  readonly quantity: string
}

/**
 * Balances of the journal by account and asset, cash included, those of zero left out. Transactions that a person took out of the count
 * are in none of them.
 *
 * @param only - accounts, and a moment after which transactions do not count; `moments` has one for each account and asset that is wanted.
 */
export async function balances(
  tx: Tx,
  userId: string,
  { accounts, until, moments }: BalancesWanted = {},
): Promise<Balance[]> {
  const counts = sql`t.user_id = ${userId} and t.deleted_at is null and not t.is_ignored
    ${accounts === undefined ? sql`` : sql`and t.account_id = any (${accounts}::uuid[])`}
    ${until === undefined ? sql`` : sql`and t.at <= ${until}`}`
  const wanted =
    moments === undefined
      ? sql``
      : sql`join unnest(${moments.map(({ accountId }) => accountId)}::uuid[], ${moments.map(({ asset }) => asset)}::text[],
          ${moments.map(({ at }) => at.toISOString())}::text[]) as m (account, asset, at)
        on (m.account, m.asset) = (t.account_id, s.asset) and t.at <= m.at::timestamptz`
  const rows = await tx.all<{ account: string; asset: string; quantity: string }>(sql`
    select t.account_id as account, s.asset, sum(s.units)::text as quantity
    from transactions t cross join lateral (
      values (t.to_asset, t.to_amount), (t.from_asset, -t.from_amount), (t.fee_asset, -t.fee_amount)
    ) s (asset, units) ${wanted}
    where ${counts} and s.asset is not null group by 1, 2 having sum(s.units) <> 0 order by 1, 2`)
  return rows.map(({ account, asset, quantity }) => ({
    accountId: account,
    asset,
    quantity: plain(quantity),
  }))
}

interface BalancesWanted {
  readonly accounts?: readonly string[] | undefined
  readonly until?: Date
  readonly moments?: readonly { readonly accountId: string; readonly asset: string; readonly at: Date }[]
}
