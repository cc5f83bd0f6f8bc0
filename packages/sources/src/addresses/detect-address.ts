import { sha256 } from '@noble/hashes/sha2.js'
import { createBase58check } from '@scure/base'
import { ADDRESS_FORMATS, type AddressFormat, isShielded } from './formats.ts'
import { EXTENDED_KEYS, isExtendedPublicKey } from './extended-keys.ts'
import { secretKind } from './secrets.ts'

/** A coin that a text is an address of. */
export interface AddressFit {
  readonly format: string
  readonly chains: readonly string[]
  readonly strength: AddressFormat['strength']
  /** An extended public key stands for all addresses of an account. */
  readonly isExtendedKey: boolean
  /** Note that a person should read before they import the address. */
  readonly note?: string
}

export type AddressDetection =
  | { readonly outcome: 'address'; readonly fits: readonly AddressFit[] }
  | { readonly outcome: 'secret'; readonly message: string }
  | { readonly outcome: 'unknown'; readonly message: string }

/** The longest text that can be an address. */
const MAX_LENGTH = 400

/**
 * Everything that a text can be an address of: several coins where it fits several, so that a person is
 * asked. A private key or seed is refused, and not repeated in the message.
 */
export function detectAddress(text: string): AddressDetection {
  const address = text.trim()
  if (address === '') return { outcome: 'unknown', message: 'There is no address here.' }
  if (address.length > MAX_LENGTH) return { outcome: 'unknown', message: 'This is too long for an address.' }

  const secret = secretKind(address)
  if (secret !== undefined) {
    const message = `This is ${secret}. Never give it to anyone: only a public address is needed here. It was not kept.`
    return { outcome: 'secret', message }
  }
  const fits = ADDRESS_FORMATS.filter((format) => format.fits(address)).map((format) =>
    fitOf(format, address),
  )
  return fits.length > 0 ? { outcome: 'address', fits } : { outcome: 'unknown', message: whyNot(address) }
}

/** Whether a text is an address of a format, to the letter: no white space is forgiven. */
export function isAddressOf(format: string, text: string): boolean {
  if (text.length > MAX_LENGTH) return false
  return ADDRESS_FORMATS.some((known) => known.format === format && known.fits(text))
}

function fitOf({ format, chains, strength }: AddressFormat, address: string): AddressFit {
  const isExtendedKey = isExtendedPublicKey(address, Object.values(EXTENDED_KEYS).flat())
  const own = format === 'XPUB' ? chains.filter((chain) => isAddressOf(chain, address)) : chains
  const note =
    format === 'ZEC' && isShielded(address)
      ? 'A shielded address has no public history: bring its transactions as a file.'
      : undefined
  return { format, chains: own, strength, isExtendedKey, ...(note === undefined ? {} : { note }) }
}

function whyNot(address: string): string {
  if (/\s/.test(address)) return 'An address contains no spaces.'
  if (/^0x[0-9a-fA-F]{64}$/.test(address))
    return 'This is a transaction hash or a private key, not an address.'
  if (/^0x[0-9a-fA-F]{40}$/.test(address))
    return 'The checksum of this address is wrong: check its capital letters.'
  if (/^0x/i.test(address)) return 'An address that begins with 0x has 40 digits (0 to 9, a to f) after it.'
  if (/^(?:tb1|tpub|addr_test|bchtest:|tbnb1|[mn2][1-9A-HJ-NP-Za-km-z]{25,34}$)/.test(address))
    return 'This is an address of a test network, or its checksum is wrong.'
  if (/\.[a-z]{2,10}$/.test(address)) return 'This is a name, not an address: paste the address it points to.'
  if (/^[1-9A-HJ-NP-Za-km-z]{25,111}$/.test(address) || /^[a-z]{1,10}1[a-z0-9]{30,}$/i.test(address))
    return 'This looks like an address, but its checksum is wrong: check it for typos.'
  return 'This is not an address in any known format.'
}

const check = createBase58check(sha256)

/** A Litecoin script address as M... in its older spelling 3... The coin must be kept with it: BTC spells so too. */
export function litecoinWithThree(address: string): string {
  if (!address.startsWith('M') || !isAddressOf('LTC', address)) return address
  const bytes = check.decode(address)
  if (bytes[0] !== 0x32) return address
  bytes[0] = 0x05
  return check.encode(bytes)
}
