import { secp256k1, schnorr } from '@noble/curves/secp256k1.js'
import { ripemd160 } from '@noble/hashes/legacy.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { concatBytes } from '@noble/hashes/utils.js'
import { bech32, bech32m, createBase58check } from '@scure/base'
import { HDKey } from '@scure/bip32'
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

/**
 * The addresses that a Bitcoin address or extended public key stands for. Which scripts an xpub is of it does not say, so it is looked
 * for under all of them.
 *
 * @throws ProviderFailed for a key of several signers, whose addresses it alone does not tell
 */
export function addressesOf({ address, isExtendedKey }: AddressAccess): AddressSeries {
  if (!isExtendedKey) {
    const asAnswered = IN_LOWER_CASE.test(address) ? address.toLowerCase() : address
    return { branches: 1, addressAt: (_, index) => (index === 0 ? asAnswered : undefined) }
  }
  const key = extendedKeyOf(address)
  if (key?.scripts === undefined)
    throw new ProviderFailed(
      'Its extended key is of a wallet with several signers: add its addresses one by one.',
    )
  const account = HDKey.fromExtendedKey(base58check.encode(concatBytes(XPUB, key.bytes)))
  const scripts = key.scripts === 'any' ? Object.values(SCRIPTS) : [SCRIPTS[key.scripts]]
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

/** Bech32 may be entered in capitals, as QR codes have it, and is answered in small letters. */
const IN_LOWER_CASE = /^[a-z]{2,4}1[a-z0-9]+$/i

const XPUB = new Uint8Array([0x04, 0x88, 0xb2, 0x1e])
const base58check = createBase58check(sha256)
const hash160 = (bytes: Uint8Array) => ripemd160(sha256(bytes))
const payment = (version: number, hash: Uint8Array) =>
  base58check.encode(concatBytes(new Uint8Array([version]), hash))

/** The address of a public key by each kind of script with one signer (BIP 44, 49, 84, 86). */
const SCRIPTS = {
  p2wpkh: (key: Uint8Array) => bech32.encode('bc', [0, ...bech32.toWords(hash160(key))]),
  p2pkh: (key: Uint8Array) => payment(0x00, hash160(key)),
  'p2sh-p2wpkh': (key: Uint8Array) =>
    payment(0x05, hash160(concatBytes(new Uint8Array([0x00, 0x14]), hash160(key)))),
  p2tr: (key: Uint8Array) => bech32m.encode('bc', [1, ...bech32m.toWords(tweaked(key))]),
}

/** The output key of BIP 341 for a key without scripts. */
function tweaked(key: Uint8Array): Uint8Array {
  const { lift_x: lift, pointToBytes, taggedHash } = schnorr.utils
  const inner = lift(BigInt(`0x${Buffer.from(key.slice(1)).toString('hex')}`))
  const tweak = BigInt(`0x${Buffer.from(taggedHash('TapTweak', pointToBytes(inner))).toString('hex')}`)
  return pointToBytes(inner.add(secp256k1.Point.BASE.multiply(tweak)))
}
