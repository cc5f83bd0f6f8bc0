import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, concatBytes, hexToBytes } from '@noble/hashes/utils.js'
import { bech32, bech32m } from '@scure/base'
import { cashHash } from '../../addresses/cashaddr.ts'
import { attempt, b58c, bech32Words, isSegwit, startsWith } from '../../addresses/codecs.ts'
import { type AddressStyle, payment, versionBytes } from './address-series.ts'

const KEY_HASH_BYTES = 20
/** Parts of the scripts that pay to the hash of a key and to that of a script, before and behind the hash. */
const TO_KEY = [
  [0x76, 0xa9, 0x14],
  [0x88, 0xac],
] as const
const TO_SCRIPT = [[0xa9, 0x14], [0x87]] as const
/** Opcode of 1; the versions of segwit from 1 to 16 follow from it. */
const OP_1 = 0x51
/** Longest and shortest program of a segwit output. */
const PROGRAM = { least: 2, most: 40 } as const

/** The script that pays to an address of a chain; undefined for an address that has no such script. */
export function scriptOf(address: string, style: AddressStyle): Uint8Array | undefined {
  const cash = cashHash(address)
  if (cash !== undefined)
    return cash.hash.length === KEY_HASH_BYTES
      ? around(cash.isScript ? TO_SCRIPT : TO_KEY, cash.hash)
      : undefined
  if (style.segwit !== undefined && isSegwit(address, style.segwit)) return witnessScript(address)
  const bytes = b58c(address)
  const paying = [
    [style.key, TO_KEY],
    [style.script, TO_SCRIPT],
  ] as const
  for (const [version, parts] of paying) {
    const before = versionBytes(version)
    const isOf = bytes?.length === before.length + KEY_HASH_BYTES && startsWith(bytes, before)
    if (isOf) return around(parts, bytes.slice(before.length))
  }
  return undefined
}

/** The address that a script, in hexadecimal, pays to, written in one way for each script; undefined for a script without one. */
export function addressOfScript(hex: string, style: AddressStyle): string | undefined {
  const script = attempt(() => hexToBytes(hex))
  if (script === undefined) return undefined
  const key = inside(TO_KEY, script)
  if (key !== undefined) return payment(style.key, key)
  const hash = inside(TO_SCRIPT, script)
  if (hash !== undefined) return payment(style.script, hash)
  const [opcode = 0, length = 0, ...program] = script
  const version = opcode === 0 ? 0 : opcode - OP_1 + 1
  const isWitness =
    version >= 0 &&
    version <= 16 &&
    length === program.length &&
    length >= PROGRAM.least &&
    length <= PROGRAM.most
  if (!isWitness || style.segwit === undefined) return undefined
  const coder = version === 0 ? bech32 : bech32m
  return coder.encode(style.segwit, [version, ...coder.toWords(new Uint8Array(program))])
}

/** The name under which Electrum servers keep the history of a script. */
export function scriptHashOf(script: Uint8Array): string {
  return bytesToHex(sha256(script).reverse())
}

type Parts = readonly [before: readonly number[], behind: readonly number[]]

const around = ([before, behind]: Parts, hash: Uint8Array) =>
  concatBytes(new Uint8Array(before), hash, new Uint8Array(behind))

/** The hash that a script of one kind pays to. */
function inside(parts: Parts, script: Uint8Array): Uint8Array | undefined {
  const [before] = parts
  const hash = script.slice(before.length, before.length + KEY_HASH_BYTES)
  const whole = around(parts, hash)
  return whole.length === script.length && startsWith(script, whole) ? hash : undefined
}

function witnessScript(address: string): Uint8Array | undefined {
  const { words } = bech32Words(address, 'bech32') ?? bech32Words(address, 'bech32m') ?? { words: [] }
  const [version = 0, ...program] = words
  const bytes = attempt(() => bech32.fromWords(program))
  if (bytes === undefined) return undefined
  return concatBytes(new Uint8Array([version === 0 ? 0 : OP_1 + version - 1, bytes.length]), bytes)
}
