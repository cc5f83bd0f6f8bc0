/** Up to 32 bytes in hexadecimal, with the prefix that chains write where they leave out zeros, or the 64 bytes of a signature of Solana. */
const HEX = /^(?:0x[0-9a-f]{1,64}|[0-9a-f]{64})$/
/** So many digits at least has a hash of which only leading zeros are left out. */
const WHOLE = 60
const SIGNATURE = /^[1-9A-HJ-NP-Za-km-z]{86,88}$/

/**
 * The hash of a transaction in one form for all sources: lower case, without `0x`. Null for text that no chain gave, such as an exchange's
 * own id, which proves nothing about where coins went.
 */
export function chainHash(text: string | null | undefined): string | null {
  const said = text?.trim() ?? ''
  if (SIGNATURE.test(said)) return said
  const hex = said.toLowerCase()
  return HEX.test(hex) ? hex.replace(/^0x/, '') : null
}

/** Whether a hash of `chainHash` is whole, so that another one is another transaction. */
export function isWholeHash(hash: string): boolean {
  return hash.length >= WHOLE
}

/** The forms in which sources write the hash of a transaction, for a lookup by equality. */
export function writtenHashes(hash: string): readonly string[] {
  const known = chainHash(hash)
  if (known === null || known === hash.trim()) return known === null ? [] : formsOf(known)
  return [...new Set([hash, ...formsOf(known)])]
}

function formsOf(hash: string): readonly string[] {
  if (SIGNATURE.test(hash)) return [hash]
  const upper = hash.toUpperCase()
  return [hash, `0x${hash}`, upper, `0x${upper}`, `0X${upper}`]
}
