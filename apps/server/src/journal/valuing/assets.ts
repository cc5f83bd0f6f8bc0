import { isFiat, tickerOf } from '@lotbook/journal'
import { contractName, tokenAsset, type SourceTransaction } from '@lotbook/sources'
import type { Tx } from '../../platform/database.ts'
import { sql } from '../../platform/sql.ts'

/** Finds the asset of a ticker of a row. */
export type AssetResolver = (read: Pick<SourceTransaction, 'tokens'>, ticker: string) => string

/** The assets that rows name, within one transaction of the database: what was made or found to be there is not asked for again. */
export class AssetsOfRows {
  readonly #tx: Tx
  readonly #made = new Set<string>()

  constructor(tx: Tx) {
    this.#tx = tx
  }

  /**
   * The assets of these rows, made where they are new. A token goes by its contract (`tokenAsset`), what comes without one by
   * its ticker.
   */
  async resolver(
    rows: readonly Pick<SourceTransaction, 'from' | 'to' | 'fee' | 'tokens'>[],
  ): Promise<AssetResolver> {
    const contracts = new Set<string>()
    const found = new Map<string, { readonly kind: string; readonly symbol: string }>()
    for (const row of rows) {
      for (const leg of [row.from, row.to, row.fee]) {
        if (leg === null) continue
        const token = row.tokens[leg.asset]
        if (token !== undefined) contracts.add(contractName(token.contract))
        else if (!this.#made.has(leg.asset))
          found.set(leg.asset, { kind: isFiat(leg.asset) ? 'fiat' : 'coin', symbol: tickerOf(leg.asset) })
      }
    }
    const assetOf = await this.#byContract([...contracts])
    if (contracts.size > 0)
      for (const row of rows) {
        for (const leg of [row.from, row.to, row.fee]) {
          if (leg === null || row.tokens[leg.asset] === undefined) continue
          const kind = row.tokens[leg.asset]?.tokenId === undefined ? 'token' : 'nft'
          found.set(assetOf(row, leg.asset), { kind, symbol: tickerOf(leg.asset) })
        }
      }
    await this.#make(found)
    return assetOf
  }

  async #byContract(contracts: readonly string[]): Promise<AssetResolver> {
    const known =
      contracts.length === 0
        ? []
        : await this.#tx.all<{ chain: string; contract: string; asset_id: string }>(sql`
            select chain, contract, asset_id from tokens where contract = any (${contracts}) order by contract, chain desc`)
    const byContract = new Map(known.map((row) => [`${row.chain}:${row.contract}`, row.asset_id]))
    // A token that is an asset of its own is one on its chain alone.
    const tiedToCoin = known.filter((row) => row.asset_id !== `${row.chain}:${row.contract}`)
    const anywhere = new Map(tiedToCoin.map((row) => [row.contract, row.asset_id]))
    const tied = {
      on: (chain: string, contract: string) => byContract.get(`${chain}:${contract}`),
      anywhere: (contract: string) => anywhere.get(contract),
    }
    return ({ tokens }, ticker) => {
      const token = tokens[ticker]
      return token === undefined ? ticker : tokenAsset(token, tied)
    }
  }

  async #make(found: ReadonlyMap<string, { readonly kind: string; readonly symbol: string }>): Promise<void> {
    const assets = [...found].flatMap(([id, { kind, symbol }]) =>
      this.#made.has(id) ? [] : [{ id, kind, symbol }],
    )
    if (assets.length === 0) return
    await this.#tx.run(sql`
      insert into assets (id, kind, symbol, name)
      select id, kind, symbol, symbol from jsonb_to_recordset(${JSON.stringify(assets)}::jsonb)
        as r (id text, kind text, symbol text)
      on conflict (id) do nothing`)
    for (const { id } of assets) this.#made.add(id)
  }
}
