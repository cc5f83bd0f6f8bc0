import type { TokenHint } from '../reading/record.ts'
import { EXPLORER_CHAINS } from './explorer-chains.ts'

/** The chain and the contract of an asset that is a token, and no NFT; undefined of every other. */
export function tokenOf(asset: string): { readonly chain: string; readonly contract: string } | undefined {
  const [, chain, contract] = /^(?!nft:|coin:|own:)(.+):([^:]+)$/.exec(asset) ?? []
  return chain === undefined || contract === undefined ? undefined : { chain, contract }
}

/**
 * A contract in the one form that names it: hexadecimal in small letters, anything else as it is written. Base58 (Solana, TRON, XRP
 * Ledger) tells two contracts apart by their capitals.
 */
export const contractName = (written: string): string =>
  /^(?:0x)?[0-9a-f]+$/i.test(written) ? written.toLowerCase() : written

/** The assets that contracts are tied to. */
export interface KnownTokens {
  /** By chain and contract (`contractName`). */
  readonly on: (chain: string, contract: string) => string | undefined
  /** By contract alone, for a chain that nobody knows. */
  readonly anywhere: (contract: string) => string | undefined
}

/**
 * Asset of a token. A token is identified by its contract, because tickers of tokens are not unique (E13): the asset
 * that a token list ties the contract to, else an asset of its own, `chain:contract` or `nft:chain:contract:id`.
 */
export function tokenAsset(
  { chain: told, contract: written, tokenId }: TokenHint,
  known: KnownTokens,
): string {
  const contract = contractName(written)
  const chain = told ?? 'evm'
  if (tokenId !== undefined) return `nft:${chain}:${contract}:${tokenId}`
  // One contract on two chains is two tokens; who names no chain of ours (a template's CAIP id) means the listed one.
  return (
    known.on(chain, contract) ??
    (EXPLORER_CHAINS.includes(chain) ? undefined : known.anywhere(contract)) ??
    `${chain}:${contract}`
  )
}
