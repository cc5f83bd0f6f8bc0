import { keccak_256 } from '@noble/hashes/sha3.js'
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js'

/** The chains that an EVM address is an address of, in the order they are offered (specification section 5). */
export const EVM_CHAINS = ['ETH', 'AVAX', 'BSC', 'MATIC', 'ARB', 'BASE', 'ETC', 'OP', 'BLAST'] as const

/** 0x and 40 hex digits; in mixed case the checksum of EIP-55 must hold. */
export function isEvmAddress(text: string): boolean {
  if (!/^0x[0-9a-fA-F]{40}$/.test(text)) return false
  const digits = text.slice(2)
  const isMixed = digits !== digits.toLowerCase() && digits !== digits.toUpperCase()
  return !isMixed || checksumAddress(text) === text
}

/** An EVM address with the capitals of EIP-55. */
export function checksumAddress(address: string): string {
  const digits = address.slice(2).toLowerCase()
  const hash = bytesToHex(keccak_256(utf8ToBytes(digits)))
  const cased = Array.from(digits, (digit, i) =>
    Number.parseInt(hash[i] ?? '0', 16) >= 8 ? digit.toUpperCase() : digit,
  )
  return `0x${cased.join('')}`
}
