import { b58c, startsWith } from './codecs.ts'

type Version = readonly [number, number, number, number]

const XPUB: Version = [0x04, 0x88, 0xb2, 0x1e]
const YPUB: Version = [0x04, 0x9d, 0x7c, 0xb2]
const ZPUB: Version = [0x04, 0xb2, 0x47, 0x46]
const MULTI_YPUB: Version = [0x02, 0x95, 0xb4, 0x3f]
const MULTI_ZPUB: Version = [0x02, 0xaa, 0x7e, 0xd3]
const LTUB: Version = [0x01, 0x9d, 0xa4, 0x62]
const MTUB: Version = [0x01, 0xb2, 0x6e, 0xf6]
const DGUB: Version = [0x02, 0xfa, 0xca, 0xfd]
const DRKP: Version = [0x02, 0xfe, 0x52, 0xcc]

/** Versions of extended public keys that a coin's wallets export. An xpub alone does not tell the coin. */
export const EXTENDED_KEYS: Readonly<
  Record<'XPUB' | 'BTC' | 'LTC' | 'BCH' | 'DASH' | 'DOGE', readonly Version[]>
> = {
  XPUB: [XPUB, YPUB, ZPUB, MULTI_YPUB, MULTI_ZPUB],
  BTC: [XPUB, YPUB, ZPUB, MULTI_YPUB, MULTI_ZPUB],
  LTC: [XPUB, YPUB, ZPUB, LTUB, MTUB],
  BCH: [XPUB],
  DASH: [XPUB, DRKP],
  DOGE: [DGUB],
}

/** Whether a text is an extended public key of one of these versions. */
export function isExtendedPublicKey(text: string, versions: readonly Version[]): boolean {
  if (text.length < 100) return false
  const bytes = b58c(text)
  const isPublic = bytes?.[45] === 2 || bytes?.[45] === 3
  return bytes?.length === 78 && isPublic && versions.some((version) => startsWith(bytes, version))
}

/** What the version of an extended public key says of the scripts of its addresses; undefined where they have several signers. */
export type KeyScripts = 'any' | 'p2sh-p2wpkh' | 'p2wpkh' | undefined

/** The bytes of an extended public key behind its version, and the scripts that the version stands for. */
export function extendedKeyOf(
  text: string,
): { readonly bytes: Uint8Array; readonly scripts: KeyScripts } | undefined {
  const bytes = b58c(text)
  if (bytes?.length !== 78) return undefined
  const is = (...versions: readonly Version[]) => versions.some((version) => startsWith(bytes, version))
  // Wallets write an xpub for every kind of script.
  const scripts = is(YPUB)
    ? 'p2sh-p2wpkh'
    : is(ZPUB)
      ? 'p2wpkh'
      : is(MULTI_YPUB, MULTI_ZPUB)
        ? undefined
        : 'any'
  return { bytes: bytes.slice(4), scripts }
}

/** Whether a text is an extended private key, of whatever coin. */
export function isExtendedPrivateKey(text: string): boolean {
  const bytes = text.length < 100 ? undefined : b58c(text)
  return bytes?.length === 78 && bytes[45] === 0
}

/** On these coins an address of more than 100 characters is an extended public key (specification section 5). */
export function countsAsExtendedKey(coin: string, address: string): boolean {
  return address.length > 100 && ['btc', 'bch', 'ltc', 'dash'].includes(coin.toLowerCase())
}
