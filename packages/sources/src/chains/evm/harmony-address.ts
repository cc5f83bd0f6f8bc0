import { bytesToHex } from '@noble/hashes/utils.js'
import { bech32Bytes } from '../../addresses/codecs.ts'

/** Harmony's own writing of an address (`one1…`) as its explorer lists it; any other as it is. */
export function hexAddress(address: string): string {
  const bytes = bech32Bytes(address, 'one', 'bech32')
  return bytes?.length === 20 ? `0x${bytesToHex(bytes)}` : address
}
