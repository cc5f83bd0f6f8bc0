import { base32 } from '@scure/base'
import { attempt, b58c, b58cXrp, plainBase58, startsWith } from './codecs.ts'
import { isExtendedPrivateKey } from './extended-keys.ts'

/**
 * Kind of secret that a text is, for a refusal that names it; undefined if it is none. A secret is neither stored nor
 * logged, and nothing that is returned from here repeats it.
 */
export function secretKind(text: string): string | undefined {
  if (isExtendedPrivateKey(text)) return 'an extended private key'
  if (isStellarSeed(text)) return 'a secret seed of Stellar'
  if (isXrpSeed(text)) return 'a secret seed of the XRP ledger'
  if (/^[1-9A-HJ-NP-Za-km-z]{80,90}$/.test(text) && plainBase58(text)?.length === 64)
    return 'a private key of Solana'
  if (isWalletImportKey(text)) return 'a private key'
  if (/^edsk[1-9A-HJ-NP-Za-km-z]{50,94}$/.test(text)) return 'a secret key of Tezos'
  if (/^(?:[a-z]{3,8} +){11,23}[a-z]{3,8}$/.test(text)) return 'a seed phrase'
  return undefined
}

function isStellarSeed(text: string): boolean {
  if (!/^S[A-Z2-7]{55}$/.test(text)) return false
  return attempt(() => base32.decode(text))?.[0] === 0x90
}

function isXrpSeed(text: string): boolean {
  if (!/^s[1-9A-HJ-NP-Za-km-z]{24,34}$/.test(text)) return false
  const bytes = b58cXrp(text)
  if (bytes === undefined) return false
  return (
    (bytes.length === 17 && bytes[0] === 0x21) ||
    (bytes.length === 19 && startsWith(bytes, [0x01, 0xe1, 0x4b]))
  )
}

/** WIF: 32 bytes, with or without the mark of a compressed key, under a version of 0x80 and above. */
function isWalletImportKey(text: string): boolean {
  if (!/^[1-9A-HJ-NP-Za-km-z]{50,53}$/.test(text)) return false
  const bytes = b58c(text)
  if (bytes === undefined || (bytes[0] ?? 0) < 0x80) return false
  return bytes.length === 33 || (bytes.length === 34 && bytes[33] === 1)
}
