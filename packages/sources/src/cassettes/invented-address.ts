import { blake256 } from '@noble/hashes/blake1.js'
import { blake2b } from '@noble/hashes/blake2.js'
import { sha256, sha512_256 } from '@noble/hashes/sha2.js'
import { keccak_256 } from '@noble/hashes/sha3.js'
import { concatBytes, utf8ToBytes } from '@noble/hashes/utils.js'
import { base32, base32nopad, base58, base58xrp, bech32, bech32m, createBase58check } from '@scure/base'
import {
  attempt,
  b58c,
  b58cDecred,
  b58cXrp,
  bech32Words,
  plainBase58,
  startsWith,
} from '../addresses/codecs.ts'
import { checksumAddress } from '../addresses/evm.ts'
import { crc16 } from '../addresses/formats.ts'

/** Invents bytes in place of others: the same ones for the same, of the same length. */
export type InventBytes = (bytes: Uint8Array) => Uint8Array

type Invent = (text: string, invent: InventBytes) => string | undefined

/**
 * An address of the same kind as another, with a checksum that holds; undefined for a text that is no address of a kind that is known.
 * What is behind version and header bytes is invented by parts, so that an address in two spellings, or one that holds another, stays so.
 */
export function inventedAddress(text: string, invent: InventBytes): string | undefined {
  for (const kind of KINDS) {
    const found = kind(text, invent)
    if (found !== undefined) return found
  }
  return undefined
}

const KINDS: readonly Invent[] = [
  evm,
  checked,
  segments,
  stellar,
  algorand,
  polkadot,
  waves,
  plain,
  signature,
]

function evm(text: string, invent: InventBytes): string | undefined {
  if (!/^0x[0-9a-fA-F]{40}$/.test(text)) return undefined
  const digits = Buffer.from(invent(Buffer.from(text.slice(2), 'hex'))).toString('hex')
  return checksumAddress(text) === text ? checksumAddress(`0x${digits}`) : `0x${digits}`
}

const hash256 = createBase58check(sha256)
const CHECKED = [
  { decode: b58c, encode: (bytes: Uint8Array) => hash256.encode(bytes) },
  {
    decode: b58cXrp,
    encode: (bytes: Uint8Array) => withChecksum(bytes, (all) => sha256(sha256(all)), base58xrp),
  },
  {
    decode: b58cDecred,
    encode: (bytes: Uint8Array) => withChecksum(bytes, (all) => blake256(blake256(all)), base58),
  },
]

function withChecksum(
  bytes: Uint8Array,
  hash: (bytes: Uint8Array) => Uint8Array,
  coder: { encode(bytes: Uint8Array): string },
): string {
  return coder.encode(concatBytes(bytes, hash(bytes).slice(0, 4)))
}

/** Base58Check: the last twenty bytes behind their version; of anything longer or shorter all but the first byte. */
function checked(text: string, invent: InventBytes): string | undefined {
  if (!/^[1-9A-HJ-NP-Za-km-z]{25,60}$/.test(text)) return undefined
  for (const { decode, encode } of CHECKED) {
    const bytes = decode(text)
    if (bytes === undefined || bytes.length < 21) continue
    const head = bytes.length <= 23 ? bytes.length - 20 : 1
    return encode(concatBytes(bytes.slice(0, head), invent(bytes.slice(head))))
  }
  return undefined
}

/** Bech32: a witness program behind its version, or the parts of 28 bytes behind the header of Cardano. */
function segments(text: string, invent: InventBytes): string | undefined {
  const lower = text.toLowerCase()
  for (const variant of ['bech32', 'bech32m'] as const) {
    const decoded = bech32Words(lower, variant)
    if (decoded === undefined) continue
    const coder = variant === 'bech32' ? bech32 : bech32m
    const isOfCardano = /^(?:addr|stake|pool|drep)/.test(decoded.hrp)
    const [version, ...rest] = decoded.words
    const isWitness = !isOfCardano && version !== undefined && version <= 16
    const bytes = attempt(() => coder.fromWords(isWitness ? rest : decoded.words))
    if (bytes === undefined) continue
    const parts = isOfCardano && bytes.length % 28 === 1 ? ofCardano(bytes, invent) : invent(bytes)
    const words = isWitness ? [version, ...coder.toWords(parts)] : coder.toWords(parts)
    return coder.encode(decoded.hrp, words, 500)
  }
  return undefined
}

function ofCardano(bytes: Uint8Array, invent: InventBytes): Uint8Array {
  const parts = Array.from({ length: (bytes.length - 1) / 28 }, (_, n) =>
    bytes.slice(1 + n * 28, 29 + n * 28),
  )
  return concatBytes(bytes.slice(0, 1), ...parts.map(invent))
}

function stellar(text: string, invent: InventBytes): string | undefined {
  const bytes = /^[GM][A-Z2-7]{55}$/.test(text) ? attempt(() => base32.decode(text)) : undefined
  if (bytes === undefined) return undefined
  const payload = concatBytes(bytes.slice(0, 1), invent(bytes.slice(1, 33)))
  const crc = crc16(payload)
  return base32.encode(concatBytes(payload, Uint8Array.of(crc & 0xff, crc >> 8)))
}

function algorand(text: string, invent: InventBytes): string | undefined {
  const bytes = /^[A-Z2-7]{58}$/.test(text) ? attempt(() => base32nopad.decode(text)) : undefined
  if (bytes === undefined) return undefined
  const key = invent(bytes.slice(0, 32))
  return base32nopad.encode(concatBytes(key, sha512_256(key).slice(-4)))
}

function polkadot(text: string, invent: InventBytes): string | undefined {
  const bytes = plainBase58(text)
  if (bytes?.length !== 35) return undefined
  const payload = concatBytes(bytes.slice(0, 1), invent(bytes.slice(1, 33)))
  const hash = blake2b(concatBytes(utf8ToBytes('SS58PRE'), payload), { dkLen: 64 })
  return base58.encode(concatBytes(payload, hash.slice(0, 2)))
}

function waves(text: string, invent: InventBytes): string | undefined {
  const bytes = plainBase58(text)
  if (bytes?.length !== 26 || !startsWith(bytes, [0x01, 0x57])) return undefined
  const payload = concatBytes(bytes.slice(0, 2), invent(bytes.slice(2, 22)))
  return base58.encode(concatBytes(payload, keccak_256(blake2b(payload, { dkLen: 32 })).slice(0, 4)))
}

/** A key of 32 bytes in Base58: Solana, and ids of Waves. */
function plain(text: string, invent: InventBytes): string | undefined {
  const bytes = /^[1-9A-HJ-NP-Za-km-z]{32,44}$/.test(text) ? plainBase58(text) : undefined
  return bytes?.length === 32 ? base58.encode(invent(bytes)) : undefined
}

function signature(text: string, invent: InventBytes): string | undefined {
  const bytes = /^[1-9A-HJ-NP-Za-km-z]{80,90}$/.test(text) ? plainBase58(text) : undefined
  return bytes?.length === 64 ? base58.encode(invent(bytes)) : undefined
}
