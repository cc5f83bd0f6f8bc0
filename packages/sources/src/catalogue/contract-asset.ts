import type { AssetId } from '@lotbook/journal'
import { explorerChains } from './explorer-chains.ts'
import { listedTokens } from './listed-tokens.ts'
import { contractName, tokenOf } from './token-asset.ts'

let tied: ReadonlyMap<string, AssetId> | undefined

const tiedTo = (contract: string): AssetId | undefined =>
  (tied ??= new Map(listedTokens().map((token) => [token.contract, token.asset]))).get(contract)

const SLUGS: ReadonlyMap<string, string> = new Map(
  explorerChains.map(({ chainId, slug }) => [`eip155:${chainId}`, slug]),
)

/**
 * The asset of a token that a record names by its contract alone: the one that the token list ties the contract to, as files that tell
 * its ticker have it; else the token on its chain. Any other asset is itself.
 */
export function assetOfContract(asset: AssetId): AssetId {
  const bare = /^0x[0-9a-f]{40}$/i.test(asset) ? asset.toLowerCase() : undefined
  if (bare !== undefined) return tiedTo(bare) ?? asset
  const token = tokenOf(asset)
  if (token === undefined) return asset
  const chain = SLUGS.get(token.chain) ?? token.chain
  const contract = contractName(token.contract)
  return (chain === 'ethereum' ? tiedTo(contract) : undefined) ?? `${chain}:${contract}`
}
