import type { AddressAccess } from '../../connecting/connector.ts'

/** The addresses of an account in branches, such as those for receiving and those for change. */
export interface AddressSeries {
  readonly branches: number
  /** Undefined where the branch has no more. */
  addressAt(branch: number, index: number): string | undefined
}

/** After so many addresses in a row that were never used no wallet goes on (BIP 44). */
export const GAP_LIMIT = 20

/** The addresses that an address or extended key stands for. */
export function addressesOf({ address }: AddressAccess): AddressSeries {
  const asAnswered = IN_LOWER_CASE.test(address) ? address.toLowerCase() : address
  return { branches: 1, addressAt: (_, index) => (index === 0 ? asAnswered : undefined) }
}

/** Bech32 may be entered in capitals, as QR codes have it, and is answered in small letters. */
const IN_LOWER_CASE = /^[a-z]{2,4}1[a-z0-9]+$/i
