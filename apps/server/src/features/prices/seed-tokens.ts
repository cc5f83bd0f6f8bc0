import { listedTokens } from '@lotbook/sources'
import { withOps, type Database } from '../../platform/database.ts'
import { sql } from '../../platform/sql.ts'

/** Put the curated token list into the shared tables: which asset a contract is. Rows that are there are left as they are. */
export async function seedTokens(db: Database): Promise<void> {
  const rows = JSON.stringify(listedTokens())
  await withOps(db, async (tx) => {
    await tx.run(sql`
      insert into assets (id, kind, symbol, name)
      select asset, 'coin', ticker, name
      from jsonb_to_recordset(${rows}::jsonb) as r (asset text, ticker text, name text)
      on conflict (id) do nothing`)
    await tx.run(sql`
      insert into tokens (chain, contract, asset_id, symbol, decimals)
      select 'ethereum', contract, asset, ticker, decimals
      from jsonb_to_recordset(${rows}::jsonb) as r (contract text, asset text, ticker text, decimals smallint)
      on conflict do nothing`)
  })
}
