import { coinOf } from '@lotbook/journal'
import { COINS, erc20Tokens, listedTokens } from '@lotbook/sources'
import { withOps, type Database } from '../../platform/database.ts'
import { sql } from '../../platform/sql.ts'

/**
 * Put the known coins and the token lists into the shared tables: the asset that each contract is, which is the coin of its ticker or
 * one of its own. Rows that are there are left as they are, but a coin that came in by its ticker gets its name.
 */
export async function seedTokens(db: Database): Promise<void> {
  const coins = new Map(listedTokens().map((token) => [token.contract, token]))
  const rows = JSON.stringify(
    erc20Tokens().map(({ chain, contract, symbol, name, decimals }) => {
      const coin = chain === 'ethereum' ? coins.get(contract) : undefined
      const own = { asset: `${chain}:${contract}`, kind: 'token', symbol, name }
      const asset =
        coin === undefined ? own : { asset: coin.asset, kind: 'coin', symbol: coin.ticker, name: coin.name }
      return { chain, contract, decimals, ...asset }
    }),
  )
  const named = COINS.map(([symbol, name]) => ({ asset: coinOf(symbol), symbol, name }))
  await withOps(db, async (tx) => {
    await tx.run(sql`
      insert into assets (id, kind, symbol, name)
      select asset, 'coin', symbol, name
      from jsonb_to_recordset(${JSON.stringify(named)}::jsonb) as r (asset text, symbol text, name text)
      on conflict (id) do update set name = excluded.name where assets.kind = 'coin' and assets.name = assets.symbol`)
    await tx.run(sql`
      insert into assets (id, kind, symbol, name)
      select asset, kind, symbol, name
      from jsonb_to_recordset(${rows}::jsonb) as r (asset text, kind text, symbol text, name text)
      on conflict (id) do nothing`)
    await tx.run(sql`
      insert into tokens (chain, contract, asset_id, symbol, decimals)
      select chain, contract, asset, symbol, decimals
      from jsonb_to_recordset(${rows}::jsonb) as r (chain text, contract text, asset text, symbol text, decimals smallint)
      on conflict do nothing`)
  })
}
