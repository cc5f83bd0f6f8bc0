import type { Tx } from '../../platform/database.ts'
import { sql } from '../../platform/sql.ts'

/** Names of accounts and assets on screens and on paper. */
export interface ShownNames {
  readonly account: (accountId: string) => string
  readonly asset: (asset: string) => string
}

/** The names of a customer's accounts, and of the assets given. */
export async function shownNames(tx: Tx, userId: string, assets: readonly string[]): Promise<ShownNames> {
  const accounts = await tx.all<{ id: string; name: string }>(sql`
    select id, name from accounts where user_id = ${userId}`)
  const symbols = await tx.all<{ id: string; symbol: string }>(sql`
    select id, symbol from assets where id = any(${[...new Set(assets)]}::text[])`)
  const accountNames = new Map(accounts.map(({ id, name }) => [id, name]))
  const assetNames = new Map(symbols.map(({ id, symbol }) => [id, symbol]))
  return {
    account: (id) => accountNames.get(id) ?? id,
    asset: (asset) => assetNames.get(asset) ?? asset,
  }
}
