import { bech32 } from '@scure/base'
import { bech32Bytes } from '../../addresses/codecs.ts'

/** Bytes of a header and a payment credential, which the stake credential follows. */
const BEFORE_STAKE = 29
const WITH_BOTH = 57
/** Header of a reward address on the main network: of a key, and of a script (CIP-19). */
const OF_KEY = 0xe1
const OF_SCRIPT = 0xf1

/** The stake address of an account by one of its addresses; undefined for an address that names no stake credential. */
export function stakeAddressOf(address: string): string | undefined {
  if (address.startsWith('stake1')) return address
  const bytes = bech32Bytes(address, 'addr', 'bech32')
  const type = (bytes?.[0] ?? 0xff) >> 4
  if (bytes?.length !== WITH_BOTH || type > 3) return undefined
  const header = type < 2 ? OF_KEY : OF_SCRIPT
  const words = bech32.toWords(Uint8Array.of(header, ...bytes.slice(BEFORE_STAKE)))
  return bech32.encode('stake', words)
}
