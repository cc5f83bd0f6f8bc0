import { blake2b } from '@noble/hashes/blake2.js'
import { sha512_256 } from '@noble/hashes/sha2.js'
import { keccak_256 } from '@noble/hashes/sha3.js'
import { concatBytes, utf8ToBytes } from '@noble/hashes/utils.js'
import { base32, base32nopad } from '@scure/base'
import { isCardanoAddress } from './cardano.ts'
import { isCashAddress } from './cashaddr.ts'
import {
  attempt,
  b58c,
  b58cDecred,
  b58cXrp,
  bech32Bytes,
  isSegwit,
  plainBase58,
  startsWith,
} from './codecs.ts'
import { EVM_CHAINS, isEvmAddress } from './evm.ts'
import { EXTENDED_KEYS, isExtendedPublicKey } from './extended-keys.ts'

/** One coin's addresses: which text is one, and how much that says. */
export interface AddressFormat {
  readonly format: string
  /** The chains that an address of this format is one of. */
  readonly chains: readonly string[]
  /** `weak`: without a checksum, so that a slip goes unseen. `offer`: almost any short word fits. */
  readonly strength: 'checked' | 'weak' | 'offer'
  readonly fits: (text: string) => boolean
}

/** Base58Check, 20 bytes under one of these versions of one or more bytes. */
function hash160(text: string, ...versions: readonly (readonly number[])[]): boolean {
  const bytes = b58c(text)
  return bytes !== undefined && versions.some((v) => bytes.length === v.length + 20 && startsWith(bytes, v))
}

function checked(
  format: string,
  fits: (text: string) => boolean,
  chains: readonly string[] = [format],
): AddressFormat {
  return { format, chains, strength: 'checked', fits }
}

const coin = (format: string, versions: readonly number[], hrp?: string): AddressFormat =>
  checked(
    format,
    (text) => hash160(text, ...versions.map((v) => [v])) || (hrp !== undefined && isSegwit(text, hrp)),
  )

const bech20 = (text: string, hrp: string): boolean => bech32Bytes(text, hrp, 'bech32')?.length === 20

/** Formats in the order they are offered: those with a prefix, those with a checksum, then the rest. */
export const ADDRESS_FORMATS: readonly AddressFormat[] = [
  checked('EVM', isEvmAddress, EVM_CHAINS),
  checked(
    'BTC',
    (text) =>
      hash160(text, [0x00], [0x05]) || isSegwit(text, 'bc') || isExtendedPublicKey(text, EXTENDED_KEYS.BTC),
  ),
  checked(
    'BCH',
    (text) =>
      isCashAddress(text) || hash160(text, [0x00], [0x05]) || isExtendedPublicKey(text, EXTENDED_KEYS.BCH),
  ),
  checked(
    'LTC',
    (text) =>
      hash160(text, [0x30], [0x32], [0x05]) ||
      isSegwit(text, 'ltc') ||
      isExtendedPublicKey(text, EXTENDED_KEYS.LTC),
  ),
  checked('DASH', (text) => hash160(text, [0x4c], [0x10]) || isExtendedPublicKey(text, EXTENDED_KEYS.DASH)),
  checked('DOGE', (text) => hash160(text, [0x1e], [0x16]) || isExtendedPublicKey(text, EXTENDED_KEYS.DOGE)),
  checked('XPUB', (text) => isExtendedPublicKey(text, EXTENDED_KEYS.XPUB), ['BTC', 'BCH', 'LTC', 'DASH']),
  coin('BTG', [0x26, 0x17], 'btg'),
  coin('DGB', [0x1e, 0x3f, 0x05], 'dgb'),
  coin('VTC', [0x47, 0x05], 'vtc'),
  coin('QTUM', [0x3a, 0x32], 'qc'),
  coin('RDD', [0x3d, 0x05]),
  coin('SYS', [0x3f, 0x05], 'sys'),
  coin('XVG', [0x1e, 0x21]),
  coin('VERGE', [0x1e, 0x21]),
  coin('ARK', [0x17]),
  coin('NEO', [0x17, 0x35]),
  coin('ONT', [0x17]),
  coin('TRX', [0x41]),
  checked('ZEC', (text) => hash160(text, [0x1c, 0xb8], [0x1c, 0xbd]) || isTex(text) || isShielded(text)),
  checked('DCR', isDecred),
  checked('ADA', isCardanoAddress),
  checked('BNB', (text) => bech20(text, 'bnb')),
  checked('ONE', (text) => bech20(text, 'one')),
  checked('XRP', isXrp),
  checked('XTZ', (text) =>
    hash160(
      text,
      [0x06, 0xa1, 0x9f],
      [0x06, 0xa1, 0xa1],
      [0x06, 0xa1, 0xa4],
      [0x06, 0xa1, 0xa6],
      [0x02, 0x5a, 0x79],
    ),
  ),
  checked('XLM', isStellar),
  checked('ALGO', isAlgorand),
  checked('XEM', isNem),
  checked('WAVES', isWaves),
  checked('DOT', isPolkadot),
  { format: 'SOL', chains: ['SOL'], strength: 'weak', fits: isSolana },
  {
    format: 'AION',
    chains: ['AION'],
    strength: 'weak',
    fits: (text) => /^(?:0x)?a0[0-9a-fA-F]{62}$/.test(text),
  },
  { format: 'EOS', chains: ['EOS'], strength: 'offer', fits: isEosName },
]

const isTex = (text: string): boolean => bech32Bytes(text, 'tex', 'bech32m')?.length === 20

/** Shielded Zcash: a valid address, whose history nobody can look up. */
export function isShielded(text: string): boolean {
  return bech32Bytes(text, 'zs', 'bech32')?.length === 43 || bech32Bytes(text, 'u', 'bech32m') !== undefined
}

function isDecred(text: string): boolean {
  const bytes = b58cDecred(text)
  return bytes?.length === 22 && bytes[0] === 0x07 && [0x3f, 0x1a, 0x1f, 0x01].includes(bytes[1] ?? 0)
}

function isXrp(text: string): boolean {
  const bytes = b58cXrp(text)
  if (bytes === undefined) return false
  const isClassic = bytes.length === 21 && bytes[0] === 0
  return isClassic || (bytes.length === 31 && startsWith(bytes, [0x05, 0x44]))
}

/** Only G, as the specification says: muxed and contract addresses have no history of their own. */
function isStellar(text: string): boolean {
  if (!/^G[A-Z2-7]{55}$/.test(text)) return false
  const bytes = attempt(() => base32.decode(text))
  if (bytes === undefined || bytes[0] !== 0x30) return false
  const crc = crc16(bytes.slice(0, 33))
  return bytes[33] === (crc & 0xff) && bytes[34] === crc >> 8
}

/** Checksum of Stellar addresses (CRC-16/XMODEM). */
export function crc16(bytes: Uint8Array): number {
  let crc = 0
  for (const byte of bytes) {
    crc ^= byte << 8
    for (let bit = 0; bit < 8; bit++) crc = (crc & 0x8000) === 0 ? crc << 1 : ((crc << 1) ^ 0x1021) & 0xffff
  }
  return crc & 0xffff
}

function isAlgorand(text: string): boolean {
  if (!/^[A-Z2-7]{58}$/.test(text)) return false
  const bytes = attempt(() => base32nopad.decode(text))
  if (bytes?.length !== 36 || base32nopad.encode(bytes) !== text) return false
  return startsWith(sha512_256(bytes.slice(0, 32)).slice(-4), bytes.slice(32))
}

function isNem(text: string): boolean {
  const plain = text.replaceAll('-', '')
  const bytes = /^N[A-Z2-7]{39}$/.test(plain) ? attempt(() => base32.decode(plain)) : undefined
  return bytes?.[0] === 0x68 && startsWith(keccak_256(bytes.slice(0, 21)), bytes.slice(21))
}

function isWaves(text: string): boolean {
  const bytes = plainBase58(text)
  if (bytes?.length !== 26 || !startsWith(bytes, [0x01, 0x57])) return false
  return startsWith(keccak_256(blake2b(bytes.slice(0, 22), { dkLen: 32 })), bytes.slice(22))
}

function isPolkadot(text: string): boolean {
  const bytes = plainBase58(text)
  if (bytes?.length !== 35 || bytes[0] !== 0) return false
  const hash = blake2b(concatBytes(utf8ToBytes('SS58PRE'), bytes.slice(0, 33)), { dkLen: 64 })
  return startsWith(hash, bytes.slice(33))
}

function isSolana(text: string): boolean {
  return /^[1-9A-HJ-NP-Za-km-z]{32,44}$/.test(text) && plainBase58(text)?.length === 32
}

function isEosName(text: string): boolean {
  return /^[a-z1-5](?:[a-z1-5.]{0,10}[a-z1-5])?$/.test(text) || /^[a-z1-5][a-z1-5.]{11}[a-j1-5]$/.test(text)
}
