import { blake256 } from '@noble/hashes/blake1.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { base58, base58xrp, bech32, bech32m } from '@scure/base'

/** Result of a decoder; undefined for text that is not of its kind. */
type Decoded = Uint8Array | undefined

type Hash = (bytes: Uint8Array) => Uint8Array

const twice =
  (hash: Hash): Hash =>
  (bytes) =>
    hash(hash(bytes))

/** Base58 with four bytes of a checksum behind it. */
function base58Check(coder: { decode(text: string): Uint8Array }, hash: Hash) {
  return (text: string): Decoded => {
    const bytes = attempt(() => coder.decode(text))
    if (bytes === undefined || bytes.length < 5) return undefined
    const payload = bytes.slice(0, -4)
    return startsWith(hash(payload), bytes.slice(-4)) ? payload : undefined
  }
}

/** Base58Check with double SHA-256: Bitcoin and most that came after. */
export const b58c = base58Check(base58, twice(sha256))
/** The same in the alphabet of the XRP ledger. */
export const b58cXrp = base58Check(base58xrp, twice(sha256))
/** Base58 with double BLAKE-256: Decred. */
export const b58cDecred = base58Check(base58, twice(blake256))

export function plainBase58(text: string): Decoded {
  return attempt(() => base58.decode(text))
}

/** Bech32 or bech32m, with its human-readable part and its 5-bit words. */
export function bech32Words(
  text: string,
  variant: 'bech32' | 'bech32m',
): { hrp: string; words: number[] } | undefined {
  const coder = variant === 'bech32' ? bech32 : bech32m
  const decoded = attempt(() => coder.decode(text as `${string}1${string}`, 500))
  return decoded === undefined ? undefined : { hrp: decoded.prefix, words: decoded.words }
}

/** The bytes of a bech32 text under a human-readable part. */
export function bech32Bytes(text: string, hrp: string, variant: 'bech32' | 'bech32m'): Decoded {
  const decoded = bech32Words(text, variant)
  return decoded?.hrp === hrp ? attempt(() => bech32.fromWords(decoded.words)) : undefined
}

/** The witness program of a segwit address: version 0 in bech32, later ones in bech32m. */
export function isSegwit(text: string, hrp: string): boolean {
  for (const variant of ['bech32', 'bech32m'] as const) {
    const decoded = bech32Words(text, variant)
    if (decoded?.hrp !== hrp) continue
    const [version = 99, ...words] = decoded.words
    const program = attempt(() => bech32.fromWords(words))
    if (program === undefined || version > 16 || (version === 0) !== (variant === 'bech32')) continue
    const { length } = program
    if (version === 0) return length === 20 || length === 32
    return version === 1 ? length === 32 : length >= 2 && length <= 40
  }
  return false
}

export function startsWith(bytes: Uint8Array, prefix: Uint8Array | readonly number[]): boolean {
  return prefix.length <= bytes.length && prefix.every((byte, i) => bytes[i] === byte)
}

/** The value of something that throws for foreign text. */
export function attempt<T>(decode: () => T): T | undefined {
  try {
    return decode()
  } catch {
    return undefined
  }
}
