import { secp256k1, schnorr } from '@noble/curves/secp256k1.js'
import { ripemd160 } from '@noble/hashes/legacy.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { concatBytes } from '@noble/hashes/utils.js'
import { bech32, bech32m, createBase58check } from '@scure/base'
import { HDKey } from '@scure/bip32'
import { b58c } from '../../addresses/codecs.ts'
import { extendedKeyOf } from '../../addresses/extended-keys.ts'
import { type AddressAccess, ProviderFailed } from '../../connecting/connector.ts'

/** The addresses of an account in branches: those for receiving, each followed by those for change. */
export interface AddressSeries {
  readonly branches: number
  /** Undefined where the branch has no more. */
  addressAt(branch: number, index: number): string | undefined
}

/** After so many addresses in a row that were never used no wallet goes on (BIP 44). */
export const GAP_LIMIT = 20

/** How a chain writes its addresses. */
export interface AddressStyle {
  /** Version of an address of a public key and of a script: one byte, or two on Zcash. */
  readonly key: number
  readonly script: number
  /** Beginning of its segwit addresses; undefined where it has none. */
  readonly segwit?: string
  /** Whether wallets make taproot addresses of an extended key (BIP 86). */
  readonly hasTaproot?: boolean
}

/**
 * The addresses that an address or extended public key stands for. Which scripts an xpub is of it does not say, so it is looked
 * for under all of them that the chain has.
 *
 * @throws ProviderFailed for a key of several signers, whose addresses it alone does not tell
 */
export function addressesOf({ address, isExtendedKey }: AddressAccess, style: AddressStyle): AddressSeries {
  if (!isExtendedKey) {
    const written = writtenAs(address, style)
    return { branches: 1, addressAt: (_, index) => (index === 0 ? written : undefined) }
  }
  const key = extendedKeyOf(address)
  if (key?.scripts === undefined)
    throw new ProviderFailed(
      'Its extended key is of a wallet with several signers: add its addresses one by one.',
    )
  const account = HDKey.fromExtendedKey(base58check.encode(concatBytes(XPUB, key.bytes)))
  const kinds = scriptsOf(style)
  const scripts = key.scripts === 'any' ? Object.values(kinds) : [kinds[key.scripts]]
  const branches = [account.deriveChild(0), account.deriveChild(1)]
  const known = new Map<string, string | undefined>()
  return {
    branches: scripts.length * 2,
    addressAt(branch, index) {
      const place = `${branch}/${index}`
      if (!known.has(place)) {
        const { publicKey } = branches[branch % 2]?.deriveChild(index) ?? {}
        known.set(place, publicKey == null ? undefined : scripts[branch >> 1]?.(publicKey))
      }
      return known.get(place)
    },
  }
}

/** An address as servers of its chain write it: bech32 in small letters, and a script address under the version of its chain. */
function writtenAs(address: string, { script }: AddressStyle): string {
  // Bech32 may be entered in capitals, as QR codes have it.
  if (/^[a-z]{2,4}1[a-z0-9]+$/i.test(address)) return address.toLowerCase()
  if (!address.startsWith('3') || script === BITCOIN_SCRIPT) return address
  const bytes = b58c(address)
  return bytes?.[0] === BITCOIN_SCRIPT ? payment(script, bytes.slice(1)) : address
}

/** The version of script addresses that begin with a 3. */
const BITCOIN_SCRIPT = 0x05

const XPUB = new Uint8Array([0x04, 0x88, 0xb2, 0x1e])
const base58check = createBase58check(sha256)
const hash160 = (bytes: Uint8Array) => ripemd160(sha256(bytes))
/** The base58 address of a hash. */
export const payment = (version: number, hash: Uint8Array) =>
  base58check.encode(concatBytes(versionBytes(version), hash))

/** The bytes that stand before the hash of an address. */
export const versionBytes = (version: number) =>
  new Uint8Array(version > 0xff ? [version >> 8, version & 0xff] : [version])

type Script = (key: Uint8Array) => string

/** The address of a public key by each kind of script with one signer (BIP 44, 49, 84, 86), the usual one of a chain first. */
function scriptsOf({
  key: version,
  script,
  segwit,
  hasTaproot,
}: AddressStyle): Readonly<Partial<Record<string, Script>>> {
  const p2pkh: Script = (key) => payment(version, hash160(key))
  if (segwit === undefined) return { p2pkh }
  return {
    p2wpkh: (key) => bech32.encode(segwit, [0, ...bech32.toWords(hash160(key))]),
    p2pkh,
    'p2sh-p2wpkh': (key) => payment(script, hash160(concatBytes(new Uint8Array([0x00, 0x14]), hash160(key)))),
    ...(hasTaproot === true && {
      p2tr: (key: Uint8Array) => bech32m.encode(segwit, [1, ...bech32m.toWords(tweaked(key))]),
    }),
  }
}

/** The output key of BIP 341 for a key without scripts. */
function tweaked(key: Uint8Array): Uint8Array {
  const { lift_x: lift, pointToBytes, taggedHash } = schnorr.utils
  const inner = lift(BigInt(`0x${Buffer.from(key.slice(1)).toString('hex')}`))
  const tweak = BigInt(`0x${Buffer.from(taggedHash('TapTweak', pointToBytes(inner))).toString('hex')}`)
  return pointToBytes(inner.add(secp256k1.Point.BASE.multiply(tweak)))
}
