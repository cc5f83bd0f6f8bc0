import { type AssetId, coinOf } from '@lotbook/journal'
import { absoluteAmount, type Amount, isZeroAmount } from '../../reading/amount-text.ts'
import type { RecordIdentity } from '../../reading/record.ts'
import { advertises } from '../../spam/advertises.ts'
import { NO_ADDRESS } from '../../catalogue/explorer-chains.ts'
import type { Movement } from './by-hash.ts'

/** Parties of a transfer as a report writes them. */
export interface Parties {
  readonly from: string
  readonly to: string
}

/** Direction of a transfer for the own address; undefined if the address is on neither side. */
export function directionOf(parties: Parties, own: string): 'in' | 'out' | 'self' | undefined {
  const [from, to] = [parties.from.toLowerCase(), parties.to.toLowerCase()]
  if (from === to) return 'self'
  return to === own ? 'in' : from === own ? 'out' : undefined
}

/** What a report says of a token. */
export interface TokenWords {
  readonly chain: string | null
  readonly contract: string
  readonly symbol: string
  readonly name: string
}

type Moved = Pick<Movement, 'asset' | 'amount' | 'isOut' | 'nft' | 'token' | 'flags'>

/** A transfer of a token. A symbol is not unique, so the contract goes along; what advertises, and a transfer of nothing, is spam. */
export function tokenMovement(
  { chain, contract, symbol, name }: TokenWords,
  sent: Amount,
  isOut: boolean,
): Moved {
  const amount = absoluteAmount(sent)
  return {
    asset: tokenTicker(symbol, contract),
    amount,
    isOut,
    nft: null,
    token: { chain, contract },
    flags: isZeroAmount(amount) || advertises(`${symbol} ${name}`) ? ['spam'] : [],
  }
}

export const tokenTicker = (symbol: string, contract: string): AssetId =>
  coinOf((symbol === '' ? contract : symbol).slice(0, 60))

/** A transfer of an NFT; one that comes from no address was minted. */
export function nftMovement(
  { chain, contract, symbol, name }: TokenWords,
  tokenId: string,
  quantity: Amount,
  { from, isOut }: { readonly from: string; readonly isOut: boolean },
): Moved {
  const called = symbol || name || contract
  return {
    asset: `${called.slice(0, 60)}#${tokenId.slice(0, 80)}`,
    amount: absoluteAmount(quantity),
    isOut,
    nft: isOut ? 'send' : from.toLowerCase() === NO_ADDRESS ? 'nft_mint' : 'receive',
    token: { chain, contract, tokenId },
    flags: advertises(`${called} ${name}`) ? ['spam'] : [],
  }
}

/** Records of movements have no id of their own: their content names them, in a file and in an answer alike. */
export function internalIdentity(
  hash: string,
  { from, to }: Parties,
  came: string,
  went: string,
): RecordIdentity {
  return movementIdentity('evm-internal', [hash, from, to, came, went])
}

export function tokenIdentity(
  hash: string,
  { from, to }: Parties,
  contract: string,
  value: string,
): RecordIdentity {
  return movementIdentity('evm-erc20', [hash, from, to, contract, value.replaceAll(',', '')])
}

export function nftIdentity(
  hash: string,
  { from, to }: Parties,
  contract: string,
  tokenId: string,
  quantity: string,
): RecordIdentity {
  return movementIdentity('evm-nft', [hash, from, to, contract, tokenId, quantity])
}

function movementIdentity(kind: string, parts: readonly string[]): RecordIdentity {
  return { kind, nativeId: null, content: parts.join('|').toLowerCase() }
}
