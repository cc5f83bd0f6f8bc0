import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { ContractMap, TokenList } from './data-schemas.ts'
import { explorerChains } from './explorer-chains.ts'

/** A token as a list names it. */
export type TokenOfList = TokenList['tokens'][number]

/** An ERC-20 contract that the lists of the product know. */
export interface Erc20Token {
  /** Slug of the catalogue, or the CAIP-2 id of a chain that has no explorer of the Etherscan family. */
  readonly chain: string
  /** In small letters. */
  readonly contract: string
  readonly symbol: string
  readonly name: string
  readonly decimals: number
}

/** The list that decides which contract a ticker means; what it says of a contract goes before what the others say. */
export const CURATED = '@uniswap/default-token-list/build/uniswap-default.tokenlist.json'

export const FURTHER = [
  '@sushiswap/default-token-list/build/sushiswap-default.tokenlist.json',
  'quickswap-default-token-list/build/quickswap-default.tokenlist.json',
]

/** Contracts of Ethereum by their address. */
export const METAMASK = '@metamask/contract-metadata/contract-map.json'

/** Chains on which nothing has a value: their tokens are for trying things out. */
const TEST_CHAINS: ReadonlySet<number> = new Set([
  3, 4, 5, 42, 65, 97, 256, 1287, 1402, 4002, 43_113, 80_001, 11_155_111, 1_666_700_000,
])

const SLUGS: ReadonlyMap<number, string> = new Map(explorerChains.map(({ chainId, slug }) => [chainId, slug]))

/** The tokens of the curated list. */
export function curatedTokens(): readonly TokenOfList[] {
  return tokensIn(CURATED)
}

let merged: readonly Erc20Token[] | undefined

/** The ERC-20 contracts of all lists on main networks, each once, in the order of the lists. */
export function erc20Tokens(): readonly Erc20Token[] {
  merged ??= readAll()
  return merged
}

function readAll(): readonly Erc20Token[] {
  const byContract = new Map<string, Erc20Token>()
  for (const { chainId, address, symbol, name, decimals } of [
    ...[CURATED, ...FURTHER].flatMap(tokensIn),
    ...contractsOfEthereum(),
  ]) {
    const contract = address.toLowerCase()
    // Lists name tokens of Solana too, whose addresses are of another form.
    if (TEST_CHAINS.has(chainId) || !/^0x[0-9a-f]{40}$/.test(contract)) continue
    const chain = SLUGS.get(chainId) ?? `eip155:${chainId}`
    const key = `${chain}:${contract}`
    if (!byContract.has(key)) byContract.set(key, { chain, contract, symbol, name, decimals })
  }
  return [...byContract.values()]
}

function tokensIn(file: string): readonly TokenOfList[] {
  return (read(file) as TokenList).tokens
}

function contractsOfEthereum(): TokenOfList[] {
  return Object.entries(read(METAMASK) as ContractMap).flatMap(([address, contract]) =>
    contract.erc20 === true ? [{ ...contract, chainId: 1, address }] : [],
  )
}

function read(file: string): unknown {
  return JSON.parse(readFileSync(createRequire(import.meta.url).resolve(file), 'utf8'))
}
