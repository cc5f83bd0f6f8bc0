import { createRequire } from 'node:module'
import { readFileSync } from 'node:fs'
import { withOps, type Database } from '../../platform/database.ts'
import { sql } from '../../platform/sql.ts'

interface TokenList {
  readonly tokens: readonly {
    readonly chainId: number
    readonly address: string
    readonly symbol: string
    readonly name: string
    readonly decimals: number
  }[]
}

const ETHEREUM = 1
/** Coins of other chains: what carries their ticker on Ethereum is a bridged version, and another asset. */
const NATIVE_ELSEWHERE: ReadonlySet<string> = new Set([
  'SOL',
  'BTC',
  'BNB',
  'AVAX',
  'ADA',
  'DOT',
  'XRP',
  'DOGE',
  'TRX',
  'NEAR',
])

/**
 * Put the curated token list that the product ships into the shared tables: which asset a contract is. A token of Ethereum
 * goes by its ticker, as exchanges call it, so that a coin is one asset wherever it is held; contracts that the list
 * does not know stay assets of their own. Rows that are there are left as they are.
 */
export async function seedTokens(db: Database): Promise<void> {
  const file = createRequire(import.meta.url).resolve(
    '@uniswap/default-token-list/build/uniswap-default.tokenlist.json',
  )
  const { tokens } = JSON.parse(readFileSync(file, 'utf8')) as TokenList
  const onEthereum = tokens.filter((token) => token.chainId === ETHEREUM)
  const byTicker = Map.groupBy(onEthereum, (token) => token.symbol.toUpperCase())
  const known = [...byTicker].flatMap(([ticker, [token, ...others]]) =>
    // Two tokens of one ticker cannot both be what exchanges mean by it.
    token === undefined ||
    others.length > 0 ||
    NATIVE_ELSEWHERE.has(ticker) ||
    !/^[A-Z0-9.]{1,20}$/.test(ticker)
      ? []
      : [
          {
            contract: token.address.toLowerCase(),
            asset_id: ticker,
            symbol: ticker,
            name: token.name,
            decimals: token.decimals,
          },
        ],
  )
  const rows = JSON.stringify(known)
  await withOps(db, async (tx) => {
    await tx.run(sql`
      insert into assets (id, kind, symbol, name)
      select asset_id, 'coin', symbol, name
      from jsonb_to_recordset(${rows}::jsonb) as r (asset_id text, symbol text, name text)
      on conflict (id) do nothing`)
    await tx.run(sql`
      insert into tokens (chain, contract, asset_id, symbol, decimals)
      select 'ethereum', contract, asset_id, symbol, decimals
      from jsonb_to_recordset(${rows}::jsonb) as r (contract text, asset_id text, symbol text, decimals smallint)
      on conflict do nothing`)
  })
}
