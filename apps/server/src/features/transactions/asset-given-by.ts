import { assetWords } from '@lotbook/contract'
import { assetGiven, tokenAsset } from '@lotbook/sources'
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
  if (await isMoved(tx, userId, text)) return text
  const asset = assetGiven(text)
  if (asset === undefined)
    return refuse('invalid_input', undefined, { fields: { [told]: assetWords.none(field, text) } })
  const [, chain, contract] = /^(?!nft:|coin:|own:)(.+):([^:]+)$/.exec(asset) ?? []
  if (chain === undefined || contract === undefined) return asset
  const tied = await tx.all<{ chain: string; asset_id: string }>(
    sql`select chain, asset_id from tokens where contract = ${contract}`,
  )
  return tokenAsset(
    { chain, contract },
    {
      on: () => tied.find((token) => token.chain === chain)?.asset_id,
      anywhere: () => tied[0]?.asset_id,
    },
  )
}

async function isMoved(tx: Tx, userId: string, asset: string): Promise<boolean> {
  const row = await tx.maybe(sql`
    select 1 from transaction_counts where user_id = ${userId} and asset_id = ${asset} and transactions > 0 limit 1`)
  return row !== undefined
}
