import { assetWords } from '@lotbook/contract'
import { assetGiven, tokenAsset, tokenOf } from '@lotbook/sources'
import type { Tx } from '../../platform/database.ts'
import { refuse } from '../../platform/refusal.ts'
import { sql } from '../../platform/sql.ts'

/**
 * The asset that a customer, or who works for one, means by what they write (`assetGiven`): what the customer's transactions move already,
 * whatever file called it so, else what names an asset anywhere. A contract of the token list is the coin it is tied to, as in files.
 *
 * @param field - what the refusal says of it; `told` is the name of the field it is told under, where that is another.
 * @throws Refusal for what names no asset.
 */
export async function assetGivenBy(
  tx: Tx,
  userId: string,
  text: string,
  { field, told = field }: { readonly field: string; readonly told?: string },
): Promise<string> {
  if ((await movedOf(tx, userId, [text])).has(text)) return text
  const asset = assetGiven(text)
  if (asset === undefined)
    return refuse('invalid_input', undefined, { fields: { [told]: assetWords.none(field, text) } })
  return (await assetsTied(tx, userId, [asset])).get(asset) ?? asset
}

/** Of assets those that contracts of the token list are tied to another asset by, each with that one; what the customer's transactions move stays. */
export async function assetsTied(
  tx: Tx,
  userId: string,
  assets: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const tokens = assets.flatMap((asset) => {
    const token = tokenOf(asset)
    return token === undefined ? [] : [{ asset, ...token }]
  })
  if (tokens.length === 0) return new Map()
  const moved = await movedOf(
    tx,
    userId,
    tokens.map(({ asset }) => asset),
  )
  const contracts = tokens.map(({ contract }) => contract)
  const tied = await tx.all<{ chain: string; contract: string; asset_id: string }>(
    sql`select chain, contract, asset_id from tokens where contract = any (${contracts})`,
  )
  const known = {
    on: (chain: string, contract: string) =>
      tied.find((one) => one.chain === chain && one.contract === contract)?.asset_id,
    // A token that is an asset of its own is one on its chain alone.
    anywhere: (contract: string) =>
      tied.find((one) => one.contract === contract && one.asset_id !== `${one.chain}:${contract}`)?.asset_id,
  }
  return new Map(
    tokens
      .filter(({ asset }) => !moved.has(asset))
      .map(({ asset, ...token }) => [asset, tokenAsset(token, known)]),
  )
}

async function movedOf(tx: Tx, userId: string, assets: readonly string[]): Promise<ReadonlySet<string>> {
  const rows = await tx.all<{ asset_id: string }>(sql`
    select distinct asset_id from transaction_counts
    where user_id = ${userId} and asset_id = any (${assets}) and transactions > 0`)
  return new Set(rows.map((row) => row.asset_id))
}
