import { detectAddress } from '../addresses/detect-address.ts'
import type { Counterparty } from '../reading/outcome.ts'
import { chainNamed } from './catalogue.ts'

/**
 * The address that coins were withdrawn to, on the chain of the coin. Undefined where the address is not one of that chain: a token moves
 * on a chain that its ticker does not name, and nothing is guessed.
 */
export function recipientOf(ticker: string, address: string, txHash: string): Counterparty | undefined {
  const chain = chainNamed(ticker)
  const found = detectAddress(address)
  if (chain === undefined || txHash === '' || found.outcome !== 'address') return undefined
  const isOfChain = found.fits.some(
    ({ chains, isExtendedKey }) => !isExtendedKey && chains.some((name) => chainNamed(name) === chain),
  )
  return isOfChain ? { chain: chain.slug, address: plainAddress(address), txHash } : undefined
}

/** Hexadecimal addresses are the same in any case. */
const plainAddress = (address: string) => (/^0x/i.test(address) ? address.toLowerCase() : address.trim())
