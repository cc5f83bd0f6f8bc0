import { crc32 } from 'node:zlib'
import { bech32Bytes, plainBase58, startsWith } from './codecs.ts'

/** A Cardano mainnet address: Shelley payment and stake addresses, and both Byron forms. */
export function isCardanoAddress(text: string): boolean {
  return isShelley(text) || isStake(text) || isByron(text)
}

function isShelley(text: string): boolean {
  const bytes = bech32Bytes(text, 'addr', 'bech32')
  if (bytes === undefined) return false
  const header = bytes[0] ?? 0
  const type = header >> 4
  if ((header & 15) !== 1) return false
  if (type <= 3) return bytes.length === 57
  // A pointer: slot, transaction and certificate, each a number of variable length.
  if (type <= 5) return bytes.length >= 32 && bytes.length <= 59
  return type <= 7 && bytes.length === 29
}

function isStake(text: string): boolean {
  const bytes = bech32Bytes(text, 'stake', 'bech32')
  const header = bytes?.[0] ?? 0
  return bytes?.length === 29 && header >> 4 >= 14 && (header & 15) === 1
}

/** CBOR: an array of two, tag 24 with the bytes, and their CRC-32. */
function isByron(text: string): boolean {
  if (!/^(?:Ae2|Ddz)/.test(text)) return false
  const bytes = plainBase58(text)
  if (bytes === undefined || !startsWith(bytes, [0x82, 0xd8, 0x18])) return false
  const marker = bytes[3] ?? 0
  const [start, length] = marker === 0x58 ? [5, bytes[4] ?? 0] : [4, marker - 0x40]
  const payload = bytes.slice(start, start + length)
  const tail = bytes.slice(start + length)
  if (length <= 0 || payload.length !== length || tail.length !== 5 || tail[0] !== 0x1a) return false
  return new DataView(tail.buffer, tail.byteOffset).getUint32(1) === crc32(payload)
}
