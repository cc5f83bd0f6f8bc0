import { isFiat, tickerOf } from '@lotbook/journal'
import { tokenAsset, type ReadRow } from '@lotbook/sources'
import type { Tx } from '../../platform/database.ts'
import { sql } from '../../platform/sql.ts'

/** Which asset a ticker of a row is. */
export type AssetResolver = (read: Pick<ReadRow, 'tokens'>, ticker: string) => string

/**
 * The assets that rows name, made where they are new. A token goes by its contract (`tokenAsset`), what comes without one by
 * its ticker.
 */
export async function assetsOf(
  tx: Tx,
  rows: readonly Pick<ReadRow, 'from' | 'to' | 'fee' | 'tokens'>[],
): Promise<AssetResolver> {
  const contracts = new Set<string>()
  const tickers = new Map<string, string>()
  for (const row of rows) {
    for (const leg of [row.from, row.to, row.fee]) {
      if (leg === null) continue
      const token = row.tokens[leg.asset]
      if (token === undefined) tickers.set(leg.asset, isFiat(leg.asset) ? 'fiat' : 'coin')
      else contracts.add(token.contract.toLowerCase())
    }
  }
  const known = await tx.all<{ chain: string; contract: string; asset_id: string }>(sql`
    select chain, contract, asset_id from tokens where contract = any (${[...contracts]}) order by contract, chain desc`)
  const byContract = new Map(known.map((row) => [`${row.chain}:${row.contract}`, row.asset_id]))
  const anywhere = new Map(known.map((row) => [row.contract, row.asset_id]))

  const tied = {
    on: (chain: string, contract: string) => byContract.get(`${chain}:${contract}`),
    anywhere: (contract: string) => anywhere.get(contract),
  }
  const assetOf: AssetResolver = ({ tokens }, ticker) => {
    const token = tokens[ticker]
    return token === undefined ? ticker : tokenAsset(token, tied)
  }

  const found = new Map([...tickers].map(([ticker, kind]) => [ticker, { kind, symbol: tickerOf(ticker) }]))
  for (const row of rows) {
    for (const leg of [row.from, row.to, row.fee]) {
      if (leg === null || row.tokens[leg.asset] === undefined) continue
      const kind = row.tokens[leg.asset]?.tokenId === undefined ? 'token' : 'nft'
      found.set(assetOf(row, leg.asset), { kind, symbol: tickerOf(leg.asset) })
    }
  }
  const assets = [...found].map(([id, { kind, symbol }]) => ({ id, kind, symbol }))
  await tx.run(sql`
    insert into assets (id, kind, symbol, name)
    select id, kind, symbol, symbol from jsonb_to_recordset(${JSON.stringify(assets)}::jsonb)
      as r (id text, kind text, symbol text)
    on conflict (id) do nothing`)
  return assetOf
}
