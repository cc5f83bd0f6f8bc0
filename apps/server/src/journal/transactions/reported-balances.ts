import { type Decimal, parseDecimal, zero } from '@lotbook/money'
import type { Tx } from '../../platform/database.ts'
import { sql } from '../../platform/sql.ts'
import { balances } from './balances.ts'

/** What an account said that it holds of an asset, beside what its transactions come to at that moment. */
export interface ReportedBalance {
  readonly accountId: string
  readonly asset: string
  readonly at: Date
  readonly stated: Decimal
  readonly computed: Decimal
}

/**
 * What accounts last said that they hold (E16), the parts of an account together. What was deleted says nothing.
 *
 * @param only - of one account, or of one asset.
 */
export async function reportedBalances(
  tx: Tx,
  userId: string,
  only: { readonly account?: string | undefined; readonly asset?: string | undefined } = {},
): Promise<ReportedBalance[]> {
  const ofAccount = only.account === undefined ? sql`` : sql`and c.account_id = ${only.account}`
  const ofAsset = only.asset === undefined ? sql`` : sql`and b.asset_id = ${only.asset}`
  const stated = await tx.all<{ accountId: string; asset: string; quantity: string; at: Date }>(sql`
    select x.account_id as "accountId", x.asset_id as asset, sum(x.quantity)::text as quantity, max(x.at) as at from (
      select distinct on (c.account_id, b.asset_id, b.part) c.account_id, b.asset_id, b.at, b.quantity
      from reported_balances b join connections c on c.user_id = ${userId} and c.id = b.connection_id and c.deleted_at is null
      where b.user_id = ${userId} ${ofAccount} ${ofAsset}
      order by c.account_id, b.asset_id, b.part, b.at desc, b.connection_id desc) x
    group by 1, 2 order by 1, 2`)
  if (stated.length === 0) return []
  const accounts = [...new Set(stated.map(({ accountId }) => accountId))]
  const computed = new Map(
    (await balances(tx, userId, { accounts, moments: stated })).map((row) => [keyOf(row), row.quantity]),
  )
  return stated.map(({ quantity, ...of }) => ({
    ...of,
    stated: parseDecimal(quantity) ?? zero,
    computed: parseDecimal(computed.get(keyOf(of)) ?? '0') ?? zero,
  }))
}

const keyOf = (one: { readonly accountId: string; readonly asset: string }) => `${one.accountId} ${one.asset}`
