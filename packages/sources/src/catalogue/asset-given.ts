import { assetNamed, type AssetId, tickerOf } from '@lotbook/journal'
import { EXPLORER_CHAINS } from './explorer-chains.ts'
import { sourceBySlug } from './catalogue.ts'
import { contractName } from './token-asset.ts'

/**
 * The asset that a person means by what they write, or undefined where it names none: a ticker in any case; `coin:ron` of a coin that goes by
 * the code of a currency; `chain:contract` of a token on a chain that is known, by its slug or as CAIP-2 says it; a CAIP-19 name (`eip155:1/erc20:0x…`), which says by itself that it is a
 * token, of whatever chain; `nft:chain:contract:token`;
 * `own:TICKER`. Contracts are written as files' are (`contractName`), or one token would be two assets.
 */
export function assetGiven(text: string): AssetId | undefined {
  const named = assetNamed(text)
  if (!named.includes(':') || tickerOf(named) !== named) return named
  const own = /^own:([a-z0-9.$_-]{1,20})$/i.exec(named)?.[1]
  if (own !== undefined) return `own:${own.toUpperCase()}`
  const [, nft, token] = /^nft:(.+):([^\s:]{1,100})$/i.exec(named) ?? []
  if (nft === undefined) return tokenGiven(named)
  const contract = tokenGiven(nft)
  return contract === undefined ? undefined : `nft:${contract}:${token}`
}

const TOKEN =
  /^([a-z][a-z0-9-]{1,30})(?::([a-z0-9_-]{1,64}))?(?:\/([a-z0-9-]{1,10}))?:([a-z0-9.%_-]{3,128})$/i

function tokenGiven(text: string): AssetId | undefined {
  const [, written = '', reference, namespace, contract = ''] = TOKEN.exec(text) ?? []
  const chain = written.toLowerCase()
  const isHex = HEX_CHAINS.has(chain)
  const isCaip = reference !== undefined && namespace !== undefined
  if (!isHex && !isCaip && sourceBySlug(chain)?.kind !== 'blockchain') return undefined
  if (isHex && !/^0x[0-9a-f]{40}$/i.test(contract)) return undefined
  // A reference is told apart by its capitals where it is the hash of a first block.
  return [chain, ...(reference === undefined ? [] : [reference]), contractName(contract)].join(':')
}

/** Chains whose contracts are 20 bytes in hexadecimal; `evm` is the one that nobody told. */
const HEX_CHAINS: ReadonlySet<string> = new Set([...EXPLORER_CHAINS, 'evm', 'eip155'])
