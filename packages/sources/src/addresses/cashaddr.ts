const CHARSET = 'qpzry9x8gf2tvdw0s3jn54khce6mua7l'
const GENERATORS = [0x98f2bc8e61n, 0x79b76d99e2n, 0xf33e5fb3c4n, 0xae2eabe2a8n, 0x1e4f43e470n]

/**
 * Whether a text is a Bitcoin Cash address in CashAddr: `bitcoincash:` or nothing before it, a 40-bit checksum,
 * type 0 or 1 (2 and 3 for tokens), 20 or 32 bytes.
 */
export function isCashAddress(text: string): boolean {
  return cashHash(text) !== undefined
}

/** Decodes a CashAddr address into the hash of its key or script; undefined where the text is no such address. */
export function cashHash(
  text: string,
): { readonly isScript: boolean; readonly hash: Uint8Array } | undefined {
  const lower = text.toLowerCase()
  if (text !== lower && text !== text.toUpperCase()) return undefined
  const at = lower.indexOf(':')
  const body = at === -1 ? lower : lower.slice(at + 1)
  if (at !== -1 && lower.slice(0, at) !== 'bitcoincash') return undefined
  if (body.length > 112) return undefined
  const words = Array.from(body, (char) => CHARSET.indexOf(char))
  if (words.length < 16 || words.includes(-1)) return undefined
  const prefix = Array.from('bitcoincash', (char) => char.charCodeAt(0) & 31)
  if (polymod([...prefix, 0, ...words]) !== 0n) return undefined

  const [version = 255, ...hash] = bytesOf(words.slice(0, -8)) ?? []
  const size = [20, 24, 28, 32, 40, 48, 56, 64][version & 7]
  const type = version >> 3
  if (type > 3 || (size !== 20 && size !== 32) || hash.length !== size) return undefined
  return { isScript: type % 2 === 1, hash: new Uint8Array(hash) }
}

function polymod(words: readonly number[]): bigint {
  let c = 1n
  for (const word of words) {
    const top = c >> 35n
    c = ((c & 0x07ffffffffn) << 5n) ^ BigInt(word)
    GENERATORS.forEach((generator, i) => {
      if (((top >> BigInt(i)) & 1n) === 1n) c ^= generator
    })
  }
  return c ^ 1n
}

/** 5-bit words as bytes; undefined when the bits left over are not zero. */
function bytesOf(words: readonly number[]): number[] | undefined {
  const bytes: number[] = []
  let held = 0
  let bits = 0
  for (const word of words) {
    held = ((held << 5) | word) & 0xfff
    bits += 5
    if (bits >= 8) {
      bits -= 8
      bytes.push((held >> bits) & 0xff)
    }
  }
  return (held & ((1 << bits) - 1)) === 0 ? bytes : undefined
}
